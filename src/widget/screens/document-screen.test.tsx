// @vitest-environment happy-dom
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { ToolReply } from "../host/host-port.ts";
import { READ_MS } from "../state/seen-text.ts";
import { commentWords, proposalWords, shellWords } from "../words.ts";
import { setWidth } from "./testing/set-width.ts";
import { shownWidget } from "./testing/shown-widget.tsx";

const TEXT = "# Plan\n\nShip on Monday.\n\nThe end.\n";
const HALF = TEXT.slice(0, 12);
const widget = shownWidget();

const phase = () => widget.rig.canvas().phase;
const READING = ["main", ".header", ".page", ".preview"] as const;
const WRITING = [...READING, ".cm-editor", ".cm-content"] as const;
const isSeen = (selector: string) => widget.find(selector)?.closest("[hidden]") === null;
const seen = () => [".preview", ".cm-editor"].filter(isSeen);
const refusal: ToolReply = { isError: true, text: "No.", meta: {} };

test("from the first word to the last save one preview and, once it is made, one editor stand on the page", async () => {
  widget.show();
  await widget.streams(HALF);
  const replaced = widget.note(...READING);
  expect([phase(), widget.editorText()]).toEqual(["streaming", null]);
  await widget.tell({ kind: "input", tool: "write_canvas", args: { content: TEXT } });
  expect([phase(), replaced()]).toEqual(["settling", []]);
  await widget.arrives(TEXT);
  expect([phase(), replaced(), widget.editorText()]).toEqual(["ready", [], null]);

  await widget.press(shellWords.edit);
  expect([replaced(), seen()]).toEqual([[], [".cm-editor"]]);
  expect(document.activeElement).toBe(widget.find(".cm-content"));
  const replacedAny = widget.note(...WRITING);
  await widget.type("Mine.\n");
  await widget.press(shellWords.done);
  expect([replacedAny(), seen()]).toEqual([[], [".preview"]]);
  expect(widget.find(".preview")?.textContent).toContain("Mine.");

  await widget.streams("# Plan\n\nShip on");
  expect([replacedAny(), seen()]).toEqual([[], [".preview"]]);
  await widget.arrives("# Plan\n\nShip on Tuesday.\n\nThe end.\nMine.\n");
  expect([replacedAny(), seen()]).toEqual([[], [".preview"]]);
  expect(widget.find(".preview")?.textContent).toContain("Tuesday");

  await widget.key("F2");
  await widget.streams("# Plan\n\nShip");
  expect([replacedAny(), seen()]).toEqual([[], [".cm-editor"]]);
  await widget.type("More.\n");
  await widget.arrives("# Plan\n\nShip on Friday.\n\nThe end.\nMine.\n");
  expect([replacedAny(), seen()]).toEqual([[], [".cm-editor"]]);
  expect(widget.editorText()).toBe("# Plan\n\nShip on Friday.\n\nThe end.\nMine.\nMore.\n");
  expect(document.activeElement).toBe(widget.find(".cm-content"));
  await widget.press(shellWords.done);
  await widget.edits("Friday", "Sunday");
  expect([replacedAny(), seen()]).toEqual([[], [".preview"]]);
});

test("a first write that is stopped stays on its page, and so does the canvas that it becomes when it is kept", async () => {
  widget.show();
  await widget.streams(HALF);
  const replaced = widget.note(...READING);
  await widget.tell({ kind: "cancelled" });
  expect([phase(), replaced(), widget.buttons(".header-controls")]).toEqual(["stopped", [], []]);
  expect(widget.bars("above")).toEqual({ open: ["text"], closed: [] });
  await widget.press(shellWords.keepText);
  expect([phase(), replaced()]).toEqual(["ready", []]);
  expect(widget.find(".preview")?.textContent).toContain("Ship");
  expect(widget.bars("above").open).toEqual([]);
});

test("a text that the server refuses stays on its page, with the words for it", async () => {
  widget.show();
  await widget.streams(HALF);
  const replaced = widget.note(...READING);
  await widget.arrives(TEXT, refusal);
  expect([phase(), replaced()]).toEqual(["detached", []]);
  expect(widget.bars("above")).toEqual({ open: ["text"], closed: [] });
  expect(widget.find("[data-bar=text]")?.textContent).toContain(shellWords.refused("Claude"));
  expect(widget.find(".preview")?.textContent).toContain("The end.");
});

test("another canvas has a page and views of its own", async () => {
  widget.show();
  await widget.arrives(TEXT);
  await widget.press(shellWords.edit);
  const replaced = widget.note(...WRITING);
  const { checkpoint, ...view } = widget.rig.ready().view;
  const document = { ...checkpoint.document, id: "OTHR", content: "Another text." };
  const other = { ...view, checkpoint: { ...checkpoint, document } };
  await widget.after(() => widget.rig.store.dispatch({ kind: "loaded", view: other, home: "server" }));
  expect(replaced()).toContain(".preview");
  expect(widget.editorText()).not.toBe(TEXT);
});

/** The buttons of the header that are seen and may be pressed. */
function pressable(): string[] {
  const free = [...widget.page.querySelectorAll<HTMLButtonElement>(".header button:not(:disabled)")];
  return free
    .filter((one) => getComputedStyle(one).visibility !== "hidden")
    .map((one) => one.getAttribute("aria-label") ?? one.textContent ?? "");
}

test("the header's controls hold their places while the model writes, and cannot be pressed", async () => {
  const style = document.head.appendChild(document.createElement("style"));
  style.textContent = readFileSync("src/widget/ui/header.css", "utf8");
  widget.show();
  await widget.streams(HALF);
  const replaced = widget.note(".header-edit", ".header-controls .menu button", ".status-badge", ".title");
  const places = widget.buttons(".header-controls");
  expect(places).toEqual([shellWords.edit, commentWords.open(0), shellWords.expand, shellWords.more]);
  expect(pressable()).toEqual([]);
  expect((await widget.key("F2")).defaultPrevented).toBe(false);
  await widget.arrives(TEXT);
  expect(widget.buttons(".header-controls")).toEqual(places);
  expect(pressable()).toEqual(expect.arrayContaining(places));
  await widget.streams(HALF);
  expect([widget.buttons(".header-controls"), replaced()]).toEqual([places, []]);
  expect(pressable()).toEqual([shellWords.copyId("HN8B")]);
  await widget.arrives(TEXT);
  expect([pressable().length > places.length, replaced()]).toEqual([true, []]);
  style.remove();
});

test("whoever writes while the model does can still be done with it", async () => {
  widget.show();
  await widget.arrives(TEXT);
  await widget.press(shellWords.edit);
  await widget.streams(HALF);
  const waits = [...widget.page.querySelectorAll("[data-waits]")].map((one) => one.getAttribute("aria-label"));
  expect(waits).toEqual([commentWords.open(0), shellWords.expand, shellWords.more]);
  await widget.press(shellWords.done);
  expect([widget.rig.ready().editing, seen()]).toEqual([false, [".preview"]]);
});

test("beside each other, both views are the ones that stood there alone", async () => {
  widget.show({ context: { displayMode: "fullscreen" } });
  await widget.arrives(TEXT);
  await widget.key("F2");
  const replaced = widget.note(...WRITING);
  expect(seen()).toEqual([".cm-editor"]);
  await widget.key("F2", { shiftKey: true });
  expect([seen(), replaced()]).toEqual([[".preview", ".cm-editor"], []]);
  await widget.hosts({ displayMode: "inline" });
  expect([seen(), replaced()]).toEqual([[".cm-editor"], []]);
  await widget.hosts({ displayMode: "fullscreen" });
  expect([seen(), replaced()]).toEqual([[".preview", ".cm-editor"], []]);
  await widget.after(() => setWidth(700));
  expect([seen(), replaced()]).toEqual([[".cm-editor"], []]);
  await widget.after(() => setWidth(1024));
  await widget.key("F2", { shiftKey: true });
  expect([seen(), replaced()]).toEqual([[".preview"], []]);
});

test("each Escape closes one thing, what lies on top first", async () => {
  widget.show();
  await widget.arrives(TEXT);
  await widget.edits("Monday", "Tuesday", "suggest");
  await widget.edits("The end.", "Fin.", "suggest");
  await widget.pass(READ_MS * 2);
  await widget.press(proposalWords.acceptOne("Tuesday"), ".preview");
  await widget.after(() => widget.rig.actions.say("Something to know.", "warning"));
  await widget.key("F9");
  const open = () => [
    ...(widget.find("[role=dialog]") === null ? [] : ["card"]),
    ...(widget.buttons(".proposal-bar").includes(proposalWords.undo) ? ["undo"] : []),
    ...widget.rig.store.state().notices.map(({ text }) => text),
  ];
  const closing = [open()];
  for (let presses = 0; presses < 3; presses += 1) {
    await widget.key("Escape");
    closing.push(open());
  }
  const note = "Something to know.";
  expect(closing).toEqual([["card", "undo", note], ["undo", note], [note], []]);
});
