import { expect, test } from "vitest";
import { openWidget } from "../widget-rig.ts";

const FIRST = "# Plan\n\nOne.\n";

async function atVersionTwo() {
  const rig = openWidget();
  await rig.replay(FIRST, rig.server.write(FIRST));
  rig.actions.type(`${FIRST}Typed, and saved. \r\n`);
  await rig.clock.advance(60_000);
  return rig;
}

test("what a restored text replaced comes back exactly, with what was typed and not saved yet", async () => {
  const rig = await atVersionTwo();
  const before = `${rig.ready().draft}\n\n- not saved  `;
  rig.actions.type(before);
  const done = await rig.actions.restoreVersion(1, undefined, before);
  expect(rig.ready().draft).toBe(FIRST);
  expect(done).toMatchObject({ ok: true, made: { text: FIRST } });
  if (!done.ok || !done.made) throw new Error("Nothing was restored");
  const undone = await rig.actions.restoreVersion(done.made.replaced, undefined, done.made.text);
  expect(undone).toMatchObject({ ok: true, made: { text: before } });
  expect(rig.ready().draft).toBe(before);
  expect(rig.server.record().document.content).toBe(before);
});

test("what was typed since is not taken away by the undo", async () => {
  const rig = await atVersionTwo();
  const done = await rig.actions.restoreVersion(1, undefined, rig.ready().draft);
  if (!done.ok || !done.made) throw new Error("Nothing was restored");
  rig.actions.type(`${FIRST}More.`);
  expect(await rig.actions.restoreVersion(done.made.replaced, undefined, done.made.text)).toMatchObject({
    moved: true,
  });
  expect(rig.ready().draft).toBe(`${FIRST}More.`);
});

test("the same text again is nothing that could be undone", async () => {
  const rig = await atVersionTwo();
  const { version } = rig.server.record().document;
  expect(await rig.actions.restoreVersion(version, undefined, rig.ready().draft)).toEqual({ ok: true, made: null });
});
