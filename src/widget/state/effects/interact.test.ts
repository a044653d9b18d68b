import { expect, test } from "vitest";
import { buildFeedback } from "../../../core/feedback/build-feedback.ts";
import { MAX_INTERACTIONS_A_SAVE } from "../../../protocol/limits.ts";
import { interactWords } from "../../words.ts";
import { allSettled } from "../fake-clock.ts";
import { shownCheckpoint } from "../unsaved-changes.ts";
import { openWidget, type WidgetRig } from "../widget-rig.ts";

const TEXT = "# Plan\n\nWords.\n";
async function opened(options: Parameters<typeof openWidget>[0] = {}) {
  const rig = openWidget(options);
  await rig.write(TEXT);
  return rig;
}
const CLICK = { action: "click", element: "approve-btn", data: { approved: false }, block: "Checks" };
const kept = (rig: WidgetRig) => rig.server.record().interactions?.list ?? [];

test("what was done in a block is saved at once, counted at once, and told to the model's context", async () => {
  const rig = await opened();
  expect(rig.actions.interact(CLICK)).toEqual({ ok: true });
  expect(buildFeedback({ checkpoint: shownCheckpoint(rig.ready()) }).news.interactions).toBe(1);
  await allSettled();
  expect(kept(rig)).toMatchObject([
    { action: "click", element: "approve-btn", data: '{"approved":false}', block: "Checks" },
  ]);
  expect(rig.ready().save.kind).toBe("saved");
  expect(rig.host.contexts.at(-1)).toContain('- In the block "Checks": "click" "approve-btn"');
});

test.each([0, false, "", null])("%j survives as data, and so does none", async (data) => {
  const rig = await opened();
  rig.actions.interact({ action: "change", data });
  rig.actions.interact({ action: "change" });
  await allSettled();
  expect(kept(rig).map((each) => each.data)).toEqual([JSON.stringify(data), undefined]);
});

test("a credential is in nothing that the model reads, saved or not", async () => {
  const rig = await opened();
  rig.actions.interact({ action: "submit", data: { password: "hunter2" } });
  expect(buildFeedback({ checkpoint: shownCheckpoint(rig.ready()) }).text).not.toContain("hunter2");
  await allSettled();
  expect(JSON.stringify(kept(rig))).not.toContain("hunter2");
});

test("where the server cannot be reached it waits, survives a reload, and is done once", async () => {
  const rig = await opened();
  rig.host.reachable = false;
  rig.actions.interact(CLICK);
  await allSettled();
  expect(kept(rig)).toEqual([]);
  rig.stop();
  const again = openWidget({
    server: rig.server,
    storage: rig.storage,
    widgetId: "widget-2",
    liveness: { isAlive: async () => false },
  });
  await again.replay(TEXT, rig.server.write(TEXT));
  expect(kept(again)).toMatchObject([{ element: "approve-btn" }]);
});

test("without a server the browser keeps it, by the same rules", async () => {
  const rig = await opened({ abilities: { serverTools: false } });
  expect(rig.actions.interact(CLICK)).toEqual({ ok: true });
  await allSettled();
  expect(rig.ready().view.checkpoint.interactions?.list).toMatchObject([{ element: "approve-btn" }]);
});

test("what makes no sense, and more than can wait, is refused in words and sent to nobody", async () => {
  const rig = await opened();
  expect(rig.actions.interact({ action: " " })).toMatchObject({ ok: false, why: "action is required" });
  expect(rig.actions.interact({ action: "x", data: "\0" })).toMatchObject({ ok: false });
  rig.host.reachable = false;
  for (let n = 0; n < MAX_INTERACTIONS_A_SAVE; n += 1) expect(rig.actions.interact({ action: "x" }).ok).toBe(true);
  expect(rig.actions.interact({ action: "x" })).toEqual({ ok: false, why: interactWords.tooManyWaiting });
});

test("on an archived canvas nothing is sent", async () => {
  const rig = await opened();
  await rig.actions.setStatus("archived");
  expect(rig.actions.interact(CLICK)).toEqual({ ok: false, why: interactWords.archived });
  await allSettled();
  expect(kept(rig)).toEqual([]);
});
