import { createHash, timingSafeEqual } from "node:crypto";
import { checkpointFor } from "../../core/document/books.ts";
import type { CanvasRecord } from "../../core/document/records.ts";
import { audienceOf } from "../../core/document/tell-model.ts";
import { hashText } from "../../core/text/hash-text.ts";
import { type PackedView, packView } from "../../protocol/pack-view.ts";
import type { WidgetReply } from "../../protocol/widget-tools.ts";
import type { CanvasStore } from "../storage/canvas-store.ts";

/** Above this a checkpoint does not ride along with a result: the widget loads it. */
const RIDES_ALONG = 1_000_000;

/** Whom a view is for. */
export interface Viewer {
  /** The program whose model is shown to know this and that; where it has none, as our own page, the one that was last active. */
  readonly client: string | undefined;
  /** The content that the call passed, which the widget has already. */
  readonly input?: string | null;
}

/** A canvas as the widget gets it. */
export function viewOf(store: CanvasStore, record: CanvasRecord, { client, input = null }: Viewer): PackedView {
  const { owner, widgetKey: key } = record;
  const checkpoint = checkpointFor(record, audienceOf(record, client));
  return packView({ storeId: store.storeId, owner, key, state: stateOf(record), checkpoint }, input);
}

/** For the result of a model's call: the whole view, or where to load it. */
export function replyFor(store: CanvasStore, record: CanvasRecord, viewer: Viewer): WidgetReply {
  const view = viewOf(store, record, viewer);
  if (JSON.stringify(view).length <= RIDES_ALONG) return { kind: "view", view };
  const { owner, widgetKey } = record;
  return { kind: "key", canvasId: record.document.id, key: widgetKey, storeId: store.storeId, owner };
}

/** Changes with every write to the canvas: saves by the revision and the text, what models were told by what the books say. */
export function stateOf(record: CanvasRecord): string {
  const { books, head, document } = record;
  const receipts = JSON.stringify([books, head.sealed, document.version, hashText(document.content)]);
  const digest = createHash("sha256").update(receipts).digest("base64url");
  return `${document.revision}-${digest.slice(0, 12)}`;
}

/** In time that does not depend on where the two differ. */
export function keyMatches(record: CanvasRecord, key: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(record.widgetKey), digest(key));
}
