import { fitBase, markAt } from "../../core/document/versions/past-texts.ts";
import type { TextMark } from "../../core/records/canvas.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import type { NewestTexts } from "../../protocol/widget-tools.ts";
import type { Stream } from "../host/read-model-call.ts";
import { isOnlyHere } from "./browser/browser-record.ts";
import { type Base, baseAt } from "./state.ts";

/** What a server had of this canvas, when this browser last heard of it. */
export function savedBase(view: CanvasView): Base | null {
  const { revision, content } = view.checkpoint.document;
  return isOnlyHere(view) ? null : baseAt(revision, content);
}

/**
 * The newer of two of the same store; of two stores the first. Sharing is no revision: of two of one text the second, which
 * this browser has kept since, knows better what the person may.
 */
export function newerOf(a: CanvasView | null, b: CanvasView | null): CanvasView | null {
  if (!a || !b) return a ?? b;
  if (a.storeId !== b.storeId || a.owner !== b.owner) return a;
  const growth = b.checkpoint.document.revision - a.checkpoint.document.revision;
  return growth > 0 || (growth === 0 && b.access !== undefined) ? b : a;
}

/** The version that a model's newest change of the text made; null: the canvas does not say. */
function writtenIn({ checkpoint }: CanvasView): number | null {
  const { writtenVersion, others = [] } = checkpoint.told;
  return writtenVersion === undefined ? null : Math.max(writtenVersion, ...others.map(({ version }) => version));
}

/** Did a model change the text between two views? What the person accepts changes its baseline, too. */
export function isWrittenSince(before: CanvasView, view: CanvasView): boolean {
  const written = writtenIn(view);
  if (written === null) return view.checkpoint.baseline !== before.checkpoint.baseline;
  return written > (writtenIn(before) ?? 0);
}

/** Did a model write after the call that this widget stands for, whose result was of this version? */
export function wroteLater(
  view: CanvasView,
  { version, carried, stream }: { version: number; carried: CanvasView | null; stream: Stream | null },
): boolean {
  const written = writtenIn(view);
  if (written !== null) return written > version;
  // Earlier releases tell no more than the text that it knows.
  const baseline = carried?.checkpoint.baseline ?? (stream?.kind === "text" ? stream.text : null);
  return baseline === null ? view.checkpoint.document.lastEditor === "model" : view.checkpoint.baseline !== baseline;
}

/**
 * Whether a canvas that came just now has surely grown from the text that this widget has. If not, it is from before a save
 * that has been answered since, or the store is an older copy of what it was, or the text is too old to be known: then the
 * server has to say.
 */
export function growsFrom(base: TextMark | null, view: CanvasView, newest: NewestTexts): boolean {
  if (base === null || base.revision === 0) return true;
  const { contentRevision, pastTexts } = newest;
  if (base.revision < contentRevision && markAt(pastTexts, base.revision) === undefined) return false;
  return fitBase({ document: view.checkpoint.document, head: { contentRevision }, pastTexts }, base) !== "elsewhere";
}
