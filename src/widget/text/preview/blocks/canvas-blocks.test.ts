// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { blockWords } from "../../../words.ts";
import { createPreview, type PreviewView } from "../preview-view.ts";
import type { BlockDeed, BlockPort, DeedState } from "./block-port.ts";

const fence = (html: string) => `\`\`\`html canvas\n${html}\n\`\`\`\n`;
const BLOCK = fence("<title>Checks</title>\n<p>a</p>\n<script>draw()</script>");

/** A preview whose frames are elements and nothing more: no page is loaded into them. */
function rig(options: { readonly canRun?: boolean } = {}) {
  const sent: BlockDeed[] = [];
  const answers = { whyNot: null as string | null, state: "saved" as DeedState };
  const listeners = new Set<() => void>();
  const port: BlockPort = {
    assistant: () => "Claude",
    whyNot: () => answers.whyNot,
    send(deed) {
      sent.push(deed);
      return { ok: true };
    },
    stateOf: () => answers.state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const container = document.createElement("div");
  document.body.append(container);
  const view = createPreview(container, { onOpenLink: () => {}, ...(options.canRun !== false && { blocks: port }) });
  const blocks = () => [...container.querySelectorAll<HTMLElement>(".preview-block")];
  const block = (at = 0) => blocks()[at]!;
  const button = (at = 0) => block(at).querySelector<HTMLButtonElement>(".preview-block-run")!;
  const status = (at = 0) => block(at).querySelector(".preview-block-status")?.textContent;
  const frame = (at = 0) => block(at).querySelector("iframe");
  const show = (text: string, streaming = false) => view.update(text, { streaming });
  const run = (at = 0) => {
    vi.advanceTimersByTime(1000);
    button(at).click();
  };
  const change = () => {
    for (const listener of listeners) listener();
  };
  return { view, container, blocks, block, button, status, frame, show, run, sent, answers, change };
}

let srcdoc: PropertyDescriptor | undefined;
let pages: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  const { settings } = (window as unknown as { happyDOM: { settings: Record<string, boolean> } }).happyDOM;
  // Only empty ones: their texts are kept here.
  settings.enableIframePageLoading = true;
  pages = [];
  srcdoc = Object.getOwnPropertyDescriptor(HTMLIFrameElement.prototype, "srcdoc");
  Object.defineProperty(HTMLIFrameElement.prototype, "srcdoc", {
    configurable: true,
    set: (page: string) => pages.push(page),
  });
});
afterEach(() => {
  if (srcdoc) Object.defineProperty(HTMLIFrameElement.prototype, "srcdoc", srcdoc);
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("which code blocks can be run", () => {
  test.each([
    ["a fence that says so", BLOCK, 1],
    ["in capitals", BLOCK.replace("html", "HTML"), 1],
    ["one with more words", BLOCK.replace("canvas", "canvas now"), 0],
    ["one with other words", BLOCK.replace("canvas", "Canvas"), 0],
    ["one of another language", BLOCK.replace("html", "xml"), 0],
    ["one without", BLOCK.replace(" canvas", ""), 0],
    ["one that is not closed", BLOCK.slice(0, -4), 0],
    ["HTML without a fence", "<p>html canvas</p>", 0],
    ["one in a list", `- a\n\n  ${BLOCK.trimEnd().replaceAll("\n", "\n  ")}\n`, 1],
    ["one in a quote", BLOCK.trimEnd().replaceAll(/^/gm, "> "), 1],
  ])("%s", (_, text, count) => {
    const { show, blocks } = rig();
    show(`# Title\n\n${text}`);
    expect(blocks().length).toBe(count);
  });

  test("none where nothing is told to anybody: streams, history, comments", () => {
    const { show, blocks, container } = rig({ canRun: false });
    show(BLOCK);
    expect(blocks()).toEqual([]);
    expect(container.querySelector(".preview-code-language")?.textContent).toBe("html canvas");
  });
});

test("a block is off until it is pressed, and the page that it gets begins with the policy", () => {
  const { show, run, frame, button, block } = rig();
  show(BLOCK);
  expect(frame()).toBe(null);
  expect(block().getAttribute("aria-label")).toBe(blockWords.named("Checks"));
  run();
  expect(frame()?.getAttribute("sandbox")).toBe("allow-scripts");
  expect(frame()?.getAttribute("allow")).toContain("camera 'none'");
  expect(button().textContent).toBe(blockWords.stop);
  expect(pages[0]).toMatch(/^<!doctype html><html><head><meta http-equiv="x-dns[^>]*><meta http-equiv="Content-Sec/);
  expect(pages[0]).toMatch(/<script>draw\(\)<\/script>$/);
  run();
  expect(frame()).toBe(null);
  expect(button().textContent).toBe(blockWords.run);
});

test("a second press at once does not undo the first", () => {
  const { show, run, frame, button } = rig();
  show(BLOCK);
  run();
  button().click();
  expect(frame()).not.toBe(null);
});

test("where the browser refuses the page, the block says so", () => {
  Object.defineProperty(HTMLIFrameElement.prototype, "srcdoc", {
    configurable: true,
    set() {
      throw new TypeError("This document requires 'TrustedHTML' assignment.");
    },
  });
  const warned = vi.spyOn(console, "warn").mockImplementation(() => {});
  const { show, run, frame, status } = rig();
  show(BLOCK);
  run();
  expect(frame()).toBe(null);
  expect(status()).toBe(blockWords.ended.refused);
  expect(warned).toHaveBeenCalledOnce();
});

test("a host in which nothing comes back from the frame does not let blocks run", () => {
  const { show, run, status } = rig();
  show(BLOCK);
  run();
  vi.advanceTimersByTime(11_000);
  expect(status()).toBe(blockWords.ended.refused);
});

describe("what runs", () => {
  const DATA = '<script type="application/json">[1]</script>';
  const withData = (data: string, code = "") => fence(`${DATA.replace("[1]", data)}<script>draw()${code}</script>`);

  test.each([
    ["above", "b\n\n", "", ""],
    ["below", "", "", "c\n"],
    ["on both sides", "b\n\nc\n\n", "", "d\n\ne\n"],
    ["in its data", "", "[2]", ""],
    ["in its data and on both sides", "b\n\n", "[2]", "c\n"],
  ])("keeps its frame through changes %s, also while they stream in", (_, above, data, below) => {
    const { show, run, frame } = rig();
    show(`a\n\n${withData("[1]")}\nz\n`);
    run();
    const before = frame();
    const next = `a\n\n${above}${withData(data || "[1]")}\n${below}z\n`;
    // An edit of the assistant's comes in parts.
    for (let at = 1; at <= above.length; at++) show(`a\n\n${above.slice(0, at)}\n\n${withData("[1]")}\nz\n`);
    show(next);
    expect(frame()).toBe(before);
    expect(before?.isConnected).toBe(true);
  });

  test("is off when its code changes, and stays off when the code comes back", () => {
    const { show, run, frame, status } = rig();
    show(withData("[1]"));
    run();
    show(withData("[1]", "; more()"));
    expect(frame()).toBe(null);
    expect(status()).toBe(blockWords.changed);
    show(withData("[1]"));
    expect(frame()).toBe(null);
  });

  test("is one of two alike, and the other needs its own press", () => {
    const { show, run, frame } = rig();
    show(`${BLOCK}\nBetween.\n\n${BLOCK}`);
    run(1);
    expect(frame(0)).toBe(null);
    expect(frame(1)).not.toBe(null);
    show(`Above.\n\n${BLOCK}\nBetween.\n\n${BLOCK}`);
    expect(frame(0)).toBe(null);
    expect(frame(1)).not.toBe(null);
  });

  test("ends with its text, and with its preview", () => {
    const { show, run, frame, view, container } = rig();
    show(`a\n\n${BLOCK}`);
    run();
    const first = frame();
    show("a\n");
    expect(first?.isConnected).toBe(false);
    show(`a\n\n${BLOCK}`);
    expect(frame()).toBe(null);
    run();
    view.destroy();
    vi.advanceTimersByTime(1000);
    expect(container.querySelector("iframe")).toBe(null);
  });

  test("says why nothing is sent", () => {
    const { show, run, status, answers, change } = rig();
    show(BLOCK);
    answers.whyNot = "You can only read this.";
    run();
    expect(status()).toBe("You can only read this.");
    answers.whyNot = null;
    change();
    expect(status()).toBe("");
  });
});

describe("the source of a block", () => {
  const LINES = Array.from({ length: 20 }, (_, at) => `line${at}();`).join("\n");
  const TEXT = `Above.\n\n${fence(`<script>\n${LINES}\n</script>`)}\nBelow.\n`;
  const at = (view: PreviewView, words: string) => {
    const from = TEXT.indexOf(words);
    return { from, to: from + words.length, ranges: view.rangesOf(from, from + words.length) };
  };

  test("stays in the page while it runs: places in it keep their ranges, and have the block for their box", () => {
    const { show, run, view, block } = rig();
    show(TEXT);
    run();
    const { from, to, ranges } = at(view, "line12();");
    expect(ranges.map(String).join("")).toBe("line12();");
    expect(view.elementAt(from)).toBe(block());
    expect(view.hiddenIn(from, to)).toBe(block().querySelector(".preview-code-bar"));
    expect(view.sourceOf(ranges[0]!.startContainer, ranges[0]!.startOffset)).toBe(from);
  });

  test("of one that is off shows its first lines, and the rest has the block for its box", () => {
    const { show, view } = rig();
    show(TEXT);
    expect(view.hiddenIn(at(view, "line1();").from, at(view, "line1();").to)).toBe(null);
    expect(view.hiddenIn(at(view, "line19();").from, at(view, "line19();").to)).not.toBe(null);
    expect(view.hiddenIn(0, 5)).toBe(null);
  });

  test("opens for a jump into it, and for what is offered in it, once", () => {
    const { show, run, view, block } = rig();
    show(TEXT);
    run();
    const { from, to } = at(view, "line12();");
    view.elementAt(from);
    expect(block().dataset.source).toBe("closed");
    expect(view.elementAt(from, true)?.textContent).toBe("line12();");
    expect(block().dataset.source).toBe("open");
    const source = block().querySelector<HTMLElement>(".preview-block-source")!;
    source.click();
    expect(block().dataset.source).toBe("closed");
    const inlay = { id: "a", from, to, wrap: "del", place: "words", element: null } as const;
    view.setInlays([inlay]);
    expect(block().dataset.source).toBe("open");
    source.click();
    view.setInlays([inlay]);
    expect(block().dataset.source).toBe("closed");
    expect(block().querySelector("iframe")).not.toBe(null);
  });

  test("with a line that is too long to draw is cut, and runs as a whole", () => {
    const { show, run, block } = rig();
    const picture = `<img src="data:image/png;base64,${"A".repeat(9000)}">`;
    show(fence(`<title>Picture</title>\n${picture}`));
    expect(block().querySelectorAll(".preview-code-line")[1]?.textContent.length).toBe(1000);
    run();
    expect(pages[0]).toContain(picture);
  });
});
