import { expect, test } from "vitest";
import type { NoticeEnd } from "./actions.ts";
import { openWidget, type WidgetRig } from "./widget-rig.ts";

const TEXT = "# Plan\n\nShip on Monday.\n";

async function said(until?: NoticeEnd) {
  const rig = openWidget();
  await rig.write(TEXT);
  const ends = until === undefined ? {} : { until };
  rig.store.dispatch({ kind: "said", notice: { id: "one", tone: "warning", text: "Something.", ...ends } });
  return rig;
}
const isThere = (rig: WidgetRig) => rig.store.state().notices.some(({ id }) => id === "one");

test("a notice about saving goes once all is saved, and not before", async () => {
  const rig = await said("saved");
  rig.host.reachable = false;
  rig.actions.type(`${TEXT}More.\n`);
  await rig.clock.advance(2_000);
  expect(isThere(rig)).toBe(true);
  rig.host.reachable = true;
  rig.actions.retrySave();
  await rig.clock.advance(1_000);
  expect(isThere(rig)).toBe(false);
});

test("a notice that the server said no goes once it shows the canvas", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.server.forget();
  await rig.actions.returned();
  expect(rig.store.state().notices).toMatchObject([{ id: "newer" }]);
  rig.server.bringBack();
  rig.server.write(`${TEXT}More.\n`);
  await rig.actions.returned();
  expect(rig.store.state().notices).toEqual([]);
});

test("a notice about conflicts goes once the last one is settled", async () => {
  const rig = openWidget();
  await rig.write(TEXT);
  rig.actions.type(TEXT.replace("Monday", "Friday"));
  await rig.replay("", rig.server.write(TEXT.replace("Monday", "Tuesday")));
  await rig.clock.advance(2_000);
  await rig.actions.setStatus("approved");
  expect(rig.store.state().notices).toMatchObject([{ id: "status" }]);
  const [conflict] = rig.ready().view.checkpoint.proposals;
  rig.actions.decide([{ id: conflict?.id ?? "", decision: "keep" }]);
  await rig.clock.advance(2_000);
  expect(rig.store.state().notices).toEqual([]);
});

test("a notice about the model's last write goes when it writes again", async () => {
  const rig = await said("written");
  await rig.actions.returned();
  expect(isThere(rig)).toBe(true);
  rig.host.tell({ kind: "partial", tool: "write_canvas", args: { content: "# New" } });
  expect(isThere(rig)).toBe(false);
});

test("a notice without an end stays", async () => {
  const rig = await said();
  rig.actions.type(`${TEXT}More.\n`);
  await rig.clock.advance(20_000);
  await rig.write("# New\n");
  expect(isThere(rig)).toBe(true);
});
