// @vitest-environment happy-dom
import { act } from "react";
import { expect, test } from "vitest";
import { memoryStorage } from "../state/text-storage.ts";
import { changeWords, editorWords, proposalWords, shellWords, statusWords } from "../words.ts";
import { setWidth } from "./testing/set-width.ts";
import { shownWidget } from "./testing/shown-widget.tsx";

const TEXT = "# Plan\n\nShip on Monday.\n\nThe end.\n";
const widget = shownWidget();
const { toolbar } = editorWords;
const change = changeWords.brief(1);
const suggestion = shellWords.suggestions(1);
const send = shellWords.send("Claude");

/** "a | b c": a is open, b and c wait. */
function line(place: "above" | "below"): string {
  const { open, closed } = widget.bars(place);
  return [open.join(" "), ...(closed.length > 0 ? [closed.join(", ")] : [])].join(" | ");
}
const above = () => line("above");
const below = () => line("below");
const edit = () => widget.press(shellWords.edit);
async function opened(options?: Parameters<typeof widget.show>[0]): Promise<void> {
  widget.show(options);
  await widget.arrives(TEXT);
}
/** Long enough for a save. */
const saved = () => widget.pass(5000);

test("a text that is read, and of which there is nothing to say, has no bars", async () => {
  widget.show();
  await widget.streams(TEXT.slice(0, 12));
  expect([above(), below()]).toEqual(["", ""]);
  await widget.arrives(TEXT);
  expect([above(), below()]).toEqual(["", ""]);
});

test("what is said of a text stands in one order: the tools, offers, changes", async () => {
  await opened();
  await widget.edits("Monday", "Tuesday");
  expect(above()).toBe("changes");
  await widget.edits("end", "END", "suggest");
  expect(above()).toBe(`proposals | ${change}`);
  await edit();
  expect(above()).toBe(`tools | ${suggestion}, ${change}`);
  await widget.press(shellWords.done);
  expect(above()).toBe(`proposals | ${change}`);
});

test("a save that fails comes before the tools, until it is given up", async () => {
  await opened();
  await edit();
  widget.rig.server.readOnly(true);
  await widget.type("Mine.\n");
  await saved();
  expect(above()).toBe(`failed | ${toolbar}`);
  await widget.press(shellWords.discard);
  expect([above(), widget.editorText()]).toEqual(["", TEXT]);
});

test("where nothing at all keeps what is written, that is said first", async () => {
  await opened({ storage: memoryStorage(), abilities: { serverTools: false } });
  await edit();
  expect(above()).toBe("tools");
  await widget.type("Mine.\n");
  await saved();
  expect(above()).toBe(`storage | ${toolbar}`);
});

test("an archived text says so until it is opened again", async () => {
  await opened();
  await widget.after(() => widget.rig.actions.setStatus("archived"));
  expect(above()).toBe("archived");
  expect(widget.texts(".status-badge")).toEqual([statusWords.archived]);
  await widget.press(shellWords.reopen);
  expect(above()).toBe("");
});

test("what has followed to a newer text says so first, until it is read", async () => {
  const rig = widget.show();
  const first = rig.server.write(TEXT);
  rig.server.write(`${TEXT}More.\n`);
  await widget.arrives(TEXT, first);
  expect(above()).toBe(`followed | ${change}`);
  await widget.press(shellWords.close, ".bar-line");
  expect(above()).toBe("changes");
});

test("a text that may not be the newest says so last", async () => {
  const rig = widget.show();
  const first = rig.server.write(TEXT);
  rig.host.reachable = false;
  await widget.arrives(TEXT, first);
  expect(above()).toBe("unsure");
  await widget.press(shellWords.close, ".bar-line");
  expect(above()).toBe("");
});

test("what waits is opened by a press, and when it is done with, the first bar has its line again", async () => {
  await opened();
  await edit();
  await widget.edits("Monday", "Tuesday");
  await widget.press(change, ".bar-closed");
  expect(above()).toBe(`changes | ${toolbar}`);
  await widget.press(changeWords.done);
  expect(above()).toBe("tools");
  await widget.edits("Tuesday", "Friday");
  expect(above()).toBe(`tools | ${change}`);
});

test("whoever opens a bar by keyboard goes on in it", async () => {
  await opened();
  await edit();
  await widget.edits("Monday", "Tuesday");
  await widget.press(change, ".bar-closed", 0);
  expect(document.activeElement?.closest("[data-bar]")?.getAttribute("data-bar")).toBe("changes");
});

test("the model's change comes beside the tools that the pointer is over, when it leaves them", async () => {
  await opened();
  await edit();
  const over = (name: string) =>
    act(() => {
      const init = { bubbles: true, pointerType: "mouse", relatedTarget: document.body };
      widget.find(".bar-line")?.dispatchEvent(new PointerEvent(name, init));
    });
  over("pointerover");
  await widget.edits("Monday", "Tuesday");
  expect(above()).toBe("tools");
  over("pointerout");
  expect(above()).toBe(`tools | ${change}`);
});

test("what there is to send has the line below the text to itself", async () => {
  await opened();
  await edit();
  await widget.type("Mine.\n");
  await saved();
  expect([above(), below()]).toEqual(["tools", "send"]);
  expect(widget.find("[data-bar=send]")?.textContent).toContain(shellWords.edits(1));
  await widget.streams(TEXT.slice(0, 12));
  expect(below()).toBe("");
});

test("on a phone all bars share the line below the text, and a sign alone sends", async () => {
  act(() => setWidth(400));
  await opened();
  await edit();
  expect([above(), below()]).toEqual(["", "tools"]);
  await widget.type("Mine.\n");
  await saved();
  expect([above(), below()]).toEqual(["", `tools | ${send}`]);
  expect(widget.button(send, ".bar-closed").textContent).toBe("");
  await widget.edits("Monday", "Tuesday");
  expect(below()).toBe(`tools | ${change}, ${send}`);
  await widget.press(shellWords.done);
  expect(below()).toBe(`changes | ${send}`);
  await widget.press(changeWords.done);
  expect(below()).toBe("send");
  // What has just come nobody can have read.
  await saved();
  await widget.press(send, ".send-bar");
  expect(widget.rig.host.messages).toHaveLength(1);
});

test("a screen that becomes a phone's takes the bars below, and the tools keep what they do", async () => {
  await opened();
  await edit();
  await widget.after(() => setWidth(400));
  expect([above(), below()]).toEqual(["", "tools"]);
  await widget.after(() => setWidth(1200));
  await widget.edits("Monday", "Tuesday");
  await widget.edits("end", "END", "suggest");
  expect(above()).toBe(`tools proposals | ${change}`);
});

test("on a phone a host that keeps the person waiting has the line, with what can be done about it", async () => {
  act(() => setWidth(400));
  await opened();
  await edit();
  await widget.type("Mine.\n");
  await saved();
  widget.rig.host.sendMessage = () => new Promise(() => {});
  await widget.press(send);
  await widget.pass(5000);
  expect(widget.rig.ready().sending.kind).toBe("asked");
  expect(below()).toBe(`send | ${toolbar}`);
  expect(widget.buttons("[data-bar=send]")).toContain(shellWords.copyInstead);
});

test("a decision can be taken back in the bar of offers, also when it was the last", async () => {
  await opened();
  await widget.edits("Monday", "Tuesday", "suggest");
  await widget.pass(5000);
  await widget.press(proposalWords.acceptOne("Tuesday"));
  expect([above(), widget.find(".proposal-count")?.textContent]).toEqual(["proposals", proposalWords.done.accept(1)]);
  await widget.press(proposalWords.undo, ".proposal-bar");
  expect(widget.rig.ready().draft).toBe(TEXT);
  expect(widget.find(".proposal-count")?.textContent).toBe(proposalWords.suggestions("Claude", 1));
});
