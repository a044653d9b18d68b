import { expect, test } from "vitest";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { allSettled } from "../fake-clock.ts";
import { isDirty } from "../state.ts";
import { openWidget } from "../widget-rig.ts";

const TEXT = "# Plan\n\nThe first line.\n\nThe last line.\n";

test("what was typed while a version was restored in vain is saved once, from the text that it was typed into", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  await rig.write(TEXT.replace("first", "second"));
  const { draft } = rig.ready();
  const waiting: { readonly tool: string; readonly answer: () => void }[] = [];
  rig.host.callTool = (tool, args) =>
    new Promise((settle) => {
      waiting.push({ tool, answer: () => settle({ ok: true, reply: rig.server.answer(tool, args) as ToolReply }) });
    });
  /** Of the oldest call of this tool. */
  const answer = async (tool: string) => {
    const at = waiting.findIndex((call) => call.tool === tool);
    for (const call of waiting.splice(at, at < 0 ? 0 : 1)) call.answer();
    await allSettled();
  };
  const restored = rig.actions.restoreVersion(1);
  await allSettled();
  rig.actions.type(draft.replace("last", "very last"));
  await rig.clock.advance(1_000);
  rig.server.write(`${draft}\nThe model's line.\n`);
  await answer("restore_version");
  await answer("load_canvas");
  for (let round = 0; round < 9; round++) {
    await answer("save_canvas");
    const { outgoing, fromSent, draft: now } = rig.ready();
    const sent = outgoing?.content ?? outgoing?.base.content;
    if (sent !== undefined) expect(applyChanges(sent, fromSent)).toBe(now);
    await answer("load_canvas");
    await rig.clock.advance(1_000);
  }
  expect(await restored).toMatchObject({ ok: false, moved: true });
  expect(rig.ready().draft).toBe(`${draft.replace("last", "very last")}\nThe model's line.\n`);
  expect(rig.server.record().document.content).toBe(rig.ready().draft);
  expect(isDirty(rig.ready())).toBe(false);
});
