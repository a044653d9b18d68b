// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { previewWords as words } from "../../words.ts";
import { createPreview, type PreviewView } from "./preview-view.ts";

let container: HTMLElement;
let view: PreviewView;
beforeEach(() => {
  container = document.createElement("div");
  document.body.append(container);
  const frames = (run: () => void) => {
    run();
    return () => undefined;
  };
  view = createPreview(container, { onOpenLink: () => undefined, frames });
});
afterEach(() => {
  view.destroy();
  container.remove();
});
const show = (text: string, streaming = false) => view.update(text, { streaming });
const all = <E extends Element = HTMLElement>(selector: string) => [...container.querySelectorAll<E>(selector)];
const openOnes = () => all<HTMLDetailsElement>("details").map(({ open }) => open);
const press = (selector: string, at = 0) => all(selector)[at]!.click();

const part = (title: string, content: string) =>
  `<details>\n<summary>${title}</summary>\n\n${content}\n\n</details>\n\n`;

describe("what assistants write is drawn", () => {
  test("tags in a line are elements, and all other HTML is text", () => {
    show("<kbd>a</kbd> <sub>b</sub> <sup>c</sup> <mark>d</mark>\n\n| e<br>f |\n|---|\n\n<b>g</b> <kbd>h");
    for (const name of ["kbd", "sub", "sup", "mark.preview-mark", "th > br"]) expect(all(name).length, name).toBe(1);
    expect(all(".preview-html").map(({ textContent }) => textContent)).toEqual(["<b>", "</b>", "<kbd>"]);
  });

  test.each(["note", "tip", "important", "warning", "caution"] as const)("an alert says what it is: %s", (kind) => {
    show(`> [!${kind.toUpperCase()}]\n> text`);
    expect(all("blockquote")[0]!.dataset.alert).toBe(kind);
    expect(all("blockquote")[0]!.textContent).toContain(words.alerts[kind]);
    show("> text");
    expect(all("blockquote")[0]!.outerHTML).toBe('<blockquote dir="auto"><p>text</p></blockquote>');
  });
});

describe("a part that folds", () => {
  test("is closed until its summary is pressed, and says its name", () => {
    show(`${part("One", "text")}<details open>\n\nmore\n\n</details>`);
    expect(openOnes()).toEqual([false, true]);
    expect(all("summary").map(({ textContent }) => textContent)).toEqual(["One", words.details]);
    press("summary");
    press("summary", 1);
    expect(openOnes()).toEqual([true, false]);
  });

  test("is not pressed by selecting words of its name", () => {
    show(part("One", "text"));
    const summary = all("summary")[0]!;
    document.getSelection()!.selectAllChildren(summary);
    summary.click();
    expect(openOnes()).toEqual([false]);
    document.getSelection()!.removeAllRanges();
  });

  test("stays as it was left while the text around and inside it changes", () => {
    show(part("One", "text") + part("Two", "text"));
    press("summary", 1);
    for (const text of [
      `# New\n\n${part("One", "text")}${part("Two", "other text")}`,
      `${part("Zero", "a")}# Old\n\n${part("One", "b")}${part("Two", "c")}`,
    ]) {
      show(text);
      expect(openOnes().at(-1)).toBe(true);
      expect(openOnes().slice(0, -1)).not.toContain(true);
    }
    show("");
    show(part("Two", "text"));
    expect(openOnes()).toEqual([true]);
  });

  test("is open while it streams in, and stays so", () => {
    const text = part("One", "- a\n- b");
    for (let length = 1; length <= text.length; length++) show(text.slice(0, length), true);
    show(text);
    expect(openOnes()).toEqual([true]);
    expect(all("details > ul > li").length).toBe(2);
  });

  test("that nothing closes is shown as text", () => {
    show("<details>\n<summary>One</summary>\n\ntext");
    expect(all("details")).toEqual([]);
    expect(all(".preview-raw-lines")[0]!.textContent).toBe("<details><summary>One</summary>");
    show("<details>\n<summary>One</summary>\n\ntext\n\n</details>");
    expect(openOnes()).toEqual([false]);
  });

  const text = `before\n\n${part("One", `middle\n\n${part("Inner", "deep")}`)}`;
  const at = (word: string): readonly [number, number] => [text.indexOf(word), text.indexOf(word) + word.length];
  test.each([
    ["a mark inside it", () => view.rangesOf(...at("middle")), [true, false]],
    ["a mark deep inside", () => view.rangesOf(...at("deep")), [true, true]],
    ["a jump", () => view.elementAt(at("deep")[0], true), [true, true]],
    ["a jump from the outline", () => view.scrollTo(at("middle")[0], true), [true, false]],
  ])("opens for %s", (_, act, open) => {
    show(text);
    act();
    expect(openOnes()).toEqual(open);
  });

  test.each([
    ["a mark on its name", () => view.rangesOf(...at("One"))],
    ["a mark that reaches over it", () => view.rangesOf(0, text.length)],
    ["scrolling in step", () => view.scrollTo(at("middle")[0])],
  ])("does not open for %s", (_, act) => {
    show(text);
    act();
    expect(openOnes()).toEqual([false, false]);
  });

  test("that the person closed stays closed but for a jump", () => {
    show(text);
    view.rangesOf(...at("middle"));
    press("summary");
    view.rangesOf(...at("middle"));
    expect(view.elementAt(at("middle")[0])?.localName).toBe("summary");
    expect(openOnes()[0]).toBe(false);
    expect(view.elementAt(at("middle")[0], true)?.textContent).toBe("middle");
    expect(openOnes()[0]).toBe(true);
  });

  test("is open while it is printed", () => {
    show(text);
    window.dispatchEvent(new Event("beforeprint"));
    expect(openOnes()).toEqual([true, true]);
    window.dispatchEvent(new Event("afterprint"));
    expect(openOnes()).toEqual([false, false]);
  });
});

describe("an HTML comment", () => {
  test.each([
    ["in a line", "a <!-- note --> b"],
    ["on lines of its own", "a\n\n<!--\nnote\n-->\n\nb"],
  ])("is hinted at %s, and read when pressed", (_, text) => {
    show(text);
    const remark = all(".preview-remark")[0]!;
    expect(remark.hasAttribute("data-folded")).toBe(true);
    expect(all(".preview-remark-button").map(({ textContent }) => textContent)).toEqual([words.htmlComment]);
    press(".preview-remark-button");
    expect(remark.hasAttribute("data-folded")).toBe(false);
    expect(all(".preview-remark-button")[0]!.getAttribute("aria-expanded")).toBe("true");
    const from = text.indexOf("note");
    expect(view.rangesOf(from, from + 4).map(String)).toEqual(["note"]);
  });

  test("opens for a mark inside it", () => {
    show("a <!-- note --> b");
    view.rangesOf(7, 9);
    expect(all(".preview-remark[data-folded]")).toEqual([]);
  });

  test("that other HTML stands beside is text", () => {
    show("<!-- a --> <b>c</b>");
    expect(all(".preview-remark").length).toBe(0);
  });
});
