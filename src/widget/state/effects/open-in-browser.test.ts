import { expect, test } from "vitest";
import { openWidget } from "../widget-rig.ts";

const TEXT = "One.\n\nTwo.\n";

test("without a server a suggestion stands beside the person's own text, and accepting it changes that text for good", async () => {
  const rig = openWidget({ abilities: { serverTools: false } });
  const result = rig.server.write(TEXT);
  await rig.replay(TEXT, result);
  rig.actions.type("One by me.\n\nTwo.\n");
  await rig.clock.advance(5_000);
  const later = openWidget({ abilities: { serverTools: false }, storage: rig.storage, widgetId: "widget-2" });
  const suggested = rig.server.edit([{ find: "Two.", replace: "Too." }], "suggest");
  const [{ id } = { id: "" }] = rig.server.record().proposals;
  await later.replay(TEXT, suggested);
  expect(later.ready()).toMatchObject({ draft: "One by me.\n\nTwo.\n" });
  expect(later.ready().view.checkpoint.proposals).toMatchObject([{ id, anchor: { offset: 12 } }]);
  later.actions.decide([{ id, decision: "accept" }]);
  await later.clock.advance(5_000);
  expect(later.ready()).toMatchObject({ draft: "One by me.\n\nToo.\n", save: { kind: "browser" } });
  const again = openWidget({ abilities: { serverTools: false }, storage: rig.storage, widgetId: "widget-3" });
  await again.replay(TEXT, suggested);
  expect(again.ready().draft).toBe("One by me.\n\nToo.\n");
  expect(again.ready().view.checkpoint.proposals).toMatchObject([{ id, state: "accepted" }]);
});
