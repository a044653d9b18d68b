// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { previewWords, unseenWords } from "../../words.ts";
import { createPreview, type PreviewOptions, type PreviewView } from "./preview-view.ts";

let container: HTMLElement;
let view: PreviewView;
const atOnce: NonNullable<PreviewOptions["frames"]> = (run) => {
  run();
  return () => undefined;
};
const open = (options: Partial<PreviewOptions> = {}) => {
  view = createPreview(container, { onOpenLink: () => undefined, frames: atOnce, ...options });
  return view;
};
const find = <E extends Element = HTMLElement>(selector: string): E => {
  const found = container.querySelector<E>(selector);
  if (!found) throw new Error(`No ${selector} in ${container.innerHTML}`);
  return found;
};

beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
});
afterEach(() => {
  view.destroy();
  container.remove();
});

describe("what nobody sees", () => {
  const TAGS = "\u{e0068}\u{e0069}";
  const marks = () => [...container.querySelectorAll<HTMLElement>("bdi.unseen")].map(({ dataset }) => dataset.mark);

  test("is drawn as a mark in words, names, code and raw text, and stays in the text", () => {
    open();
    const text = [
      "pass\u200bword",
      "![a\u00adb](https://e.x/i)",
      "`x\u202ey`",
      "```ts\nconst a\u2066 = 1; // \u2060\u2060\n```",
      `<b>${TAGS}</b>`,
    ].join("\n\n");
    view.update(text, { streaming: false });
    expect(marks()).toEqual(["ZWSP", "SHY", "RLO", "LRI", "WJ×2", "TAG hi"]);
    const at = text.indexOf("word");
    expect(view.rangesOf(0, at).map(String).join("")).toBe("pass\u200b");
    expect(find("bdi").title).toBe("zero-width space (U+200B)");
  });

  test("comes and goes with the text, and what a script needs is left alone", () => {
    open();
    view.update("می‌خواهم 👩🏽‍⚕️ שלום.\u200f", { streaming: false });
    expect(marks()).toEqual([]);
    view.update("a\u200bb `c`", { streaming: true });
    view.update("a\u200bb `c\u200b` d", { streaming: true });
    expect(marks()).toEqual(["ZWSP", "ZWSP"]);
    view.update("ab `c` d", { streaming: false });
    expect(marks()).toEqual([]);
    expect(find("p").textContent).toBe("ab c d");
  });

  test("an address that is not followed, an image's title and what stands on a fence can be read", () => {
    open();
    view.update('[a](javascript:x) ![b](https://e.x/i "c\u202e")\n\n```ts run=\u200b1\n```', { streaming: false });
    expect(find(".preview-refused").title).toBe(unseenWords.notFollowed("javascript:x"));
    expect(find(".preview-image").title).toBe("c[U+202E]");
    expect(find(".preview-code-language").textContent).toBe("ts run=[U+200B]1");
  });
});

describe("while text streams in", () => {
  const GROWING = [
    "# Title\n\nFirst *words* and `code`.\n\n",
    "- one\n- two\n\n  more\n- three\n\n",
    "| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n\n",
    "```ts\nconst a = 1;\n/* open\nstill */ let b;\n```\n\n",
    "> quoted\n>\n> again\n\n",
    "[x]: https://example.com\n\nEnd [x].\n",
  ].join("");

  test("the nodes of finished blocks are never touched again", () => {
    open();
    view.update(GROWING, { streaming: true });
    const texts = () => [...container.querySelectorAll(".preview-run > *")];
    const finished = texts();
    const touched: MutationRecord[] = [];
    const observer = new MutationObserver((records) => touched.push(...records));
    for (const element of finished.slice(0, -1)) {
      observer.observe(element, { childList: true, subtree: true, characterData: true, attributes: true });
    }
    let text = GROWING;
    for (let update = 0; update < 100; update++) {
      text += update % 10 === 9 ? "\n\nnext " : "more words ";
      view.update(text, { streaming: true });
    }
    touched.push(...observer.takeRecords());
    observer.disconnect();
    expect(texts().slice(0, finished.length - 1)).toEqual(finished.slice(0, -1));
    expect(touched.filter((record) => record.attributeName !== "data-new")).toEqual([]);
  });

  test.each([
    ["items of a list", "- one\n- two\n", "- word ", "li"],
    ["rows of a table", "| a |\n|---|\n| 1 |\n| 2 |\n", "| word |\n", "tr"],
    ["lines of code", "```js\none\ntwo\n", "word\n", ".preview-code-line"],
    ["paragraphs of a quote", "> one\n>\n> two\n>\n", "> word\n>\n", "blockquote > p"],
  ])("finished %s are the same elements", (_, start, piece, selector) => {
    open();
    view.update(`${start}${piece}`, { streaming: true });
    const [first, second] = container.querySelectorAll(selector);
    for (let count = 2; count < 30; count++) view.update(`${start}${piece.repeat(count)}`, { streaming: true });
    const after = container.querySelectorAll(selector);
    expect(after[0]).toBe(first);
    expect(after[1]).toBe(second);
    expect(after.length).toBeGreaterThan(piece.endsWith("\n") ? 20 : 2);
  });

  test("every other prefix shows the same as a preview made for it alone", () => {
    open();
    for (let length = 1; length <= GROWING.length; length += 2) {
      const text = GROWING.slice(0, length);
      view.update(text, { streaming: true });
      const fresh = document.createElement("div");
      const other = createPreview(fresh, { onOpenLink: () => undefined, frames: atOnce });
      other.update(text, { streaming: true });
      expect(withoutFades(container)).toBe(withoutFades(fresh));
      other.destroy();
    }
  });

  test("the caret stands at the end of the text, and goes when it is complete", () => {
    open();
    view.update("", { streaming: true });
    expect(find(".preview").hasAttribute("data-caret")).toBe(true);
    view.update("- a\n- b", { streaming: true });
    expect(find("[data-caret]").textContent).toBe("b");
    view.update("- a\n- b\n\n```js\nx\ny", { streaming: true });
    expect(find("[data-caret]").textContent).toBe("y");
    view.update("- a\n- b", { streaming: false });
    expect(container.querySelector("[data-caret]")).toBeNull();
  });

  test("only new blocks fade in, once; a block that turns into another kind does not", () => {
    open();
    view.update("one\n\n", { streaming: true });
    const first = find("p");
    expect(first.hasAttribute("data-new")).toBe(true);
    first.dispatchEvent(new Event("animationend", { bubbles: true }));
    view.update("one\n\ntwo\n", { streaming: true });
    expect(first.hasAttribute("data-new")).toBe(false);
    expect(container.querySelectorAll("[data-new]").length).toBe(1);
    view.update("one\n\ntwo\n===\n", { streaming: true });
    expect(find("h1").hasAttribute("data-new")).toBe(false);
  });

  test("a slow frame drops updates, never the last; the end is shown at once", () => {
    const due: (() => void)[] = [];
    const frames = (run: () => void) => {
      due.push(run);
      return () => void due.splice(due.indexOf(run), 1);
    };
    open({ frames });
    view.update("one", { streaming: true });
    view.update("one two", { streaming: true });
    expect(due.length).toBe(1);
    expect(container.textContent).toBe("");
    due.shift()?.();
    expect(container.textContent).toBe("one two");
    view.update("one two three", { streaming: true });
    view.update("one two three.", { streaming: false });
    expect(container.textContent).toBe("one two three.");
    expect(due.length).toBe(0);
  });
});

describe("what can be pressed", () => {
  test("links open through the host, show their address, and never navigate", () => {
    const onOpenLink = vi.fn();
    open({ onOpenLink }).update("[a](https://example.com/a 'The \u202etitle') and [b](javascript:alert)", {
      streaming: false,
    });
    const link = find("a");
    expect(link.title).toBe("The [U+202E]title\nhttps://example.com/a");
    for (const kind of ["click", "auxclick"]) {
      const event = new MouseEvent(kind, { bubbles: true, cancelable: true });
      link.dispatchEvent(event);
      expect(event.defaultPrevented).toBe(true);
    }
    expect(onOpenLink).toHaveBeenCalledTimes(2);
    link.dispatchEvent(new MouseEvent("auxclick", { bubbles: true, cancelable: true, button: 2 }));
    expect(onOpenLink).toHaveBeenCalledTimes(2);
    expect(container.querySelectorAll("a").length).toBe(1);
  });

  test("a link inside the document goes to its heading", () => {
    const onOpenLink = vi.fn();
    open({ onOpenLink }).update("[go](#the-second--part)\n\n# The first\n\n## The second & part\n", {
      streaming: false,
    });
    const scrolled = vi.spyOn(find("h2"), "scrollIntoView").mockImplementation(() => undefined);
    find("a").click();
    expect(scrolled).toHaveBeenCalled();
    expect(document.activeElement).toBe(find("h2"));
    expect(onOpenLink).not.toHaveBeenCalled();
  });

  test("a note and its reference lead to each other", () => {
    open().update("Words[^n].\n\n[^n]: The note.\n", { streaming: false });
    const reference = find<HTMLElement>(".preview-footnote-ref > button");
    const back = find<HTMLElement>(".preview-footnote-number");
    reference.click();
    expect(document.activeElement).toBe(back);
    back.click();
    expect(document.activeElement).toBe(reference);
  });

  test("a task box is named by its words, and asks for the change of its source", () => {
    const onToggleTask = vi.fn();
    open({ onToggleTask }).update("Before.\n\n- [ ] buy **milk**\n- [x] done\n", { streaming: false });
    const [box, done] = container.querySelectorAll<HTMLInputElement>("input");
    expect(box?.getAttribute("aria-label")).toBe("buy milk");
    expect(done?.checked).toBe(true);
    box?.click();
    expect(onToggleTask).toHaveBeenCalledWith({ from: 11, to: 14 }, true);
    expect(box?.checked).toBe(false);
    view.update("Before, longer.\n\n- [ ] buy **milk**\n- [x] done\n", { streaming: false });
    box?.click();
    expect(onToggleTask).toHaveBeenLastCalledWith({ from: 19, to: 22 }, true);
  });

  test("without somebody to tell, a task box is disabled", () => {
    open().update("- [ ] a", { streaming: false });
    expect(find<HTMLInputElement>("input").disabled).toBe(true);
  });

  test("a remote image is loaded only when asked for, and says so when it cannot be", () => {
    const onOpenLink = vi.fn();
    open({ onOpenLink }).update("![A cat](https://pics.example/cat.png)", { streaming: false });
    expect(container.querySelector("img")).toBeNull();
    const load = find("button");
    expect(load.textContent).toBe("Load image from pics.example");
    load.click();
    const picture = find<HTMLImageElement>("img");
    expect(picture.alt).toBe("A cat");
    picture.dispatchEvent(new Event("error"));
    expect(container.textContent).toContain("cannot be shown here");
    find("button").click();
    expect(onOpenLink).toHaveBeenCalledWith("https://pics.example/cat.png");
  });

  test("an image over http is not loaded at all, says so, and can be opened elsewhere", () => {
    const onOpenLink = vi.fn();
    open({ onOpenLink }).update("![A cat](http://pics.example/cat.png)", { streaming: false });
    expect(container.textContent).toContain("unencrypted");
    find("button").click();
    expect(container.querySelector("img")).toBeNull();
    expect(onOpenLink).toHaveBeenCalledWith("http://pics.example/cat.png");
  });

  test("the focus stays on an image that was asked for by keyboard", () => {
    open().update("![A cat](https://pics.example/cat.png)", { streaming: false });
    find("button").focus();
    find("button").click();
    expect(document.activeElement).toBe(find("img"));
    expect(find<HTMLImageElement>("img").referrerPolicy).toBe("no-referrer");
  });
});

test("turning loose does not build a list again", () => {
  open();
  view.update("- one\n- two\n", { streaming: true });
  const [first] = container.querySelectorAll("li");
  expect(find("ul").hasAttribute("data-tight")).toBe(true);
  view.update("- one\n- two\n\n- three\n", { streaming: true });
  expect(find("ul").hasAttribute("data-tight")).toBe(false);
  expect(container.querySelector("li")).toBe(first);
});

test("an edit in the middle leaves the blocks around it alone", () => {
  open();
  view.update("one\n\ntwo\n\nthree\n", { streaming: false });
  const [one, , three] = container.querySelectorAll("p");
  view.update("one\n\n# new\n\ntwo!\n\nthree\n", { streaming: false });
  expect(container.querySelector("p")).toBe(one);
  expect([...container.querySelectorAll("p")].at(-1)).toBe(three);
  expect(container.textContent).toBe("onenewtwo!three");
});

function withoutFades(root: HTMLElement): string {
  return root.innerHTML.replaceAll(' data-new=""', "");
}

describe("a text that would take the browser seconds", () => {
  const text = `before\n\nb${"a".repeat(300_000)}\n\nafter`;

  test("is drawn in part, with a button for all of it", () => {
    open();
    view.update(text, { streaming: false });
    expect(container.textContent!.length).toBeLessThan(3000);
    expect(container.textContent).toContain("after");
    const button = container.querySelector<HTMLButtonElement>(".preview-show-all")!;
    expect(button.getAttribute("aria-label")).toBe(previewWords.showAllOf);
    button.click();
    expect(container.querySelector(".preview-show-all")).toBeNull();
    expect(document.activeElement).toBe(container.querySelector(".preview-raw-lines"));
    expect([...container.querySelectorAll(".preview-code-line")].map((line) => line.textContent).join("")).toBe(
      `b${"a".repeat(300_000)}`,
    );
  });

  test("keeps its places, drawn in part or as a whole", () => {
    open();
    view.update(text, { streaming: false });
    const at = text.indexOf("baa");
    expect(view.rangesOf(at, at + 3).map(String)).toEqual(["baa"]);
    expect(view.rangesOf(at + 100_000, at + 100_003)).toEqual([]);
    expect(view.rangesOf(text.length - 5, text.length).map(String)).toEqual(["after"]);
    container.querySelector<HTMLButtonElement>(".preview-show-all")!.click();
    expect(view.rangesOf(at + 100_000, at + 100_003).map(String)).toEqual(["aaa"]);
  });

  test("is drawn in part while it streams in, too", () => {
    open();
    for (const length of [100, 5000, 90_000, text.length]) view.update(text.slice(0, length), { streaming: true });
    expect(container.querySelectorAll(".preview-show-all")).toHaveLength(1);
    expect(container.textContent!.length).toBeLessThan(3000);
  });

  test("a picture's long address is no such text", () => {
    open();
    view.update(`![a](data:image/png;base64,${"A".repeat(9000)})`, { streaming: false });
    expect(container.querySelector(".preview-show-all")).toBeNull();
  });
});

describe("a long text that is opened", () => {
  const item = (index: number) => `- item ${index} [a]\n`;
  const text = `${Array.from({ length: 20_000 }, (_, index) => item(index)).join("")}\n[a]: https://b.c\n`;
  const manual = () => {
    const waiting: (() => void)[] = [];
    const frames: NonNullable<PreviewOptions["frames"]> = (run) => {
      waiting.push(run);
      return () => waiting.splice(waiting.indexOf(run), 1);
    };
    return { frames, waiting };
  };

  test("shows its start at once and the rest with the next frames", () => {
    const { frames, waiting } = manual();
    open({ frames });
    view.update(text, { streaming: false });
    const first = container.querySelectorAll("li").length;
    expect(first).toBeGreaterThan(100);
    expect(first).toBeLessThan(3000);
    expect(container.querySelector("a")).toBeNull();
    while (waiting.length > 0) waiting.shift()!();
    expect(container.querySelectorAll("li")).toHaveLength(20_000);
    expect(container.querySelectorAll("a")).toHaveLength(20_000);
  });

  test("is drawn to its end as soon as somebody asks for a place there", () => {
    const { frames, waiting } = manual();
    open({ frames });
    view.update(text, { streaming: false });
    const at = text.indexOf("item 19999");
    expect(view.rangesOf(at, at + 10).map(String)).toEqual(["item 19999"]);
    expect(waiting).toHaveLength(0);
  });

  test("another text takes its place while it is being drawn", () => {
    const { frames, waiting } = manual();
    open({ frames });
    view.update(text, { streaming: false });
    view.update("Something else", { streaming: false });
    while (waiting.length > 0) waiting.shift()!();
    expect(container.textContent).toBe("Something else");
  });
});
