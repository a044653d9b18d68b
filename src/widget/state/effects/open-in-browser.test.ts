import { expect, test } from "vitest";
import { describeAnchor } from "../../../core/comments/describe-anchor.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import { META_KEY } from "../../../protocol/names.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { openWidget } from "../widget-rig.ts";

const TEXT = "One.\n\nTwo.\n";

/** The same result with a suggestion of the model: "Two." becomes "Too.". */
function suggesting(result: ToolReply): ToolReply {
  const { kind, view } = (result.meta as Record<string, { kind: "view"; view: CanvasView }>)[META_KEY]!;
  const proposal: Proposal = {
    id: "s1",
    kind: "suggestion",
    by: { kind: "model" },
    anchor: describeAnchor(TEXT, 6, 4, 1),
    text: "Too.",
    createdAt: "2026-11-16T12:00:00.000Z",
    version: 1,
    state: "open",
  };
  const checkpoint = { ...view.checkpoint, proposals: [proposal] };
  return { ...result, meta: { [META_KEY]: { kind, view: { ...view, checkpoint } } } };
}

test("without a server a suggestion stands beside the person's own text, and accepting it changes that text for good", async () => {
  const rig = openWidget({ abilities: { serverTools: false } });
  const result = rig.server.write(TEXT);
  await rig.replay(TEXT, result);
  rig.actions.type("One by me.\n\nTwo.\n");
  await rig.clock.advance(5_000);
  const later = openWidget({ abilities: { serverTools: false }, storage: rig.storage, widgetId: "widget-2" });
  await later.replay(TEXT, suggesting(result));
  expect(later.ready()).toMatchObject({ draft: "One by me.\n\nTwo.\n" });
  expect(later.ready().view.checkpoint.proposals).toMatchObject([{ id: "s1", anchor: { offset: 12 } }]);
  later.actions.decide([{ id: "s1", decision: "accept" }]);
  await later.clock.advance(5_000);
  expect(later.ready()).toMatchObject({ draft: "One by me.\n\nToo.\n", save: { kind: "browser" } });
  const again = openWidget({ abilities: { serverTools: false }, storage: rig.storage, widgetId: "widget-3" });
  await again.replay(TEXT, suggesting(result));
  expect(again.ready().draft).toBe("One by me.\n\nToo.\n");
  expect(again.ready().view.checkpoint.proposals).toMatchObject([{ id: "s1", state: "accepted" }]);
});
