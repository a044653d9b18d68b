import { createHash, timingSafeEqual } from "node:crypto";
import type { CanvasRecord, Checkpoint } from "../../core/document/records.ts";
import { type PackedView, packView } from "../../protocol/pack-view.ts";
import type { WidgetReply } from "../../protocol/widget-tools.ts";
import type { CanvasStore } from "../storage/canvas-store.ts";

/** Above this a checkpoint does not ride along with a result: the widget loads it. */
const RIDES_ALONG = 1_000_000;

/** A canvas as the widget gets it. `input`: the content that the call passed, which the widget has already. */
export function viewOf(store: CanvasStore, record: CanvasRecord, input: string | null = null): PackedView {
  const { owner, widgetKey: key } = record;
  const checkpoint = checkpointOf(record);
  return packView({ storeId: store.storeId, owner, key, state: stateOf(record), checkpoint }, input);
}

/** For the result of a model's call: the whole view, or where to load it. */
export function replyFor(store: CanvasStore, record: CanvasRecord, input: string | null): WidgetReply {
  const { comments, proposals, told } = record;
  const around = JSON.stringify([comments, proposals, told]).length;
  const size = record.document.content.length + record.claudeContent.length + around;
  if (size <= RIDES_ALONG) return { kind: "view", view: viewOf(store, record, input) };
  const { owner, widgetKey } = record;
  return { kind: "key", canvasId: record.document.id, key: widgetKey, storeId: store.storeId, owner };
}

/** Changes with every write to the canvas: saves by the revision, receipts by what they say. */
export function stateOf(record: CanvasRecord): string {
  const { told, head, document } = record;
  const receipts = JSON.stringify([told, head.sealed, document.version]);
  const digest = createHash("sha256").update(receipts).update(record.claudeContent).digest("base64url");
  return `${document.revision}-${digest.slice(0, 12)}`;
}

function checkpointOf(record: CanvasRecord): Checkpoint {
  const { document, comments, proposals, protections, claudeContent, approval, settings, told } = record;
  return { document, comments, proposals, protections, claudeContent, approval, settings, told };
}

/** In time that does not depend on where the two differ. */
export function keyMatches(record: CanvasRecord, key: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(record.widgetKey), digest(key));
}
