import type { Canvas, CanvasDocument, TextMark } from "../../records/canvas.ts";
import type { HeadVersion } from "../../records/history.ts";
import { hashText } from "../../text/hash-text.ts";

/** As far back as a widget that was away for a while reaches; little enough to be written with every save. */
const MOST_MARKS = 100;

/**
 * How a text that somebody's work grew from stands to the canvas. "current": it is the text in force. "older": the canvas
 * had it, or nobody can say. "elsewhere": this store never had it, or not at that revision, so an older copy of the store has
 * taken the place of the one that did.
 */
export type BaseFit = "current" | "older" | "elsewhere";

/** As much of a canvas as tells which texts it has had. */
export interface KnownTexts {
  readonly document: Pick<CanvasDocument, "content" | "revision">;
  readonly head: Pick<HeadVersion, "contentRevision">;
  readonly pastTexts?: readonly TextMark[];
}

export function fitBase(record: KnownTexts, base: TextMark): BaseFit {
  const { document, pastTexts = [] } = record;
  if (base.revision > document.revision) return "elsewhere";
  if (markOfText(record).hash === base.hash) return "current";
  const current = contentRevision(record);
  // At that revision it is the text in force.
  if (base.revision >= current) return "elsewhere";
  // Written by a release that kept no marks: older ones say nothing about what came between.
  if (pastTexts.at(-1)?.revision !== current) return "older";
  const mark = markAt(pastTexts, base.revision);
  return mark === undefined || mark.hash === base.hash ? "older" : "elsewhere";
}

/** The marks of a canvas once it has this text in this revision. */
export function marksWith(record: Canvas, content: string, revision: number): readonly TextMark[] {
  const { pastTexts = [], document } = record;
  const current = contentRevision(record);
  const isWhole = pastTexts.at(-1)?.revision === current;
  const before = isWhole ? pastTexts : [{ revision: current, hash: hashText(document.content) }];
  return addMark(before, { revision, hash: hashText(content) });
}

/** The marks with one more, the newest; another of the same revision goes. */
export function addMark(marks: readonly TextMark[], mark: TextMark): readonly TextMark[] {
  const last = marks.at(-1);
  if (last?.revision === mark.revision && last.hash === mark.hash) return marks;
  return [...marks.filter(({ revision }) => revision < mark.revision), mark].slice(-MOST_MARKS);
}

/** What the text at this revision was, as far back as the marks go. */
export function markAt(marks: readonly TextMark[], revision: number): TextMark | undefined {
  return marks.findLast((mark) => mark.revision <= revision);
}

/** The text in force, by its revision and hash. Mostly they are known, and nothing is read. */
export function markOfText(record: KnownTexts): TextMark {
  const { document, pastTexts = [] } = record;
  const last = pastTexts.at(-1);
  const { revision } = document;
  return last?.revision === contentRevision(record)
    ? { revision, hash: last.hash }
    : { revision, hash: hashText(document.content) };
}

/** The revision in which the canvas got the text that it has. */
export function contentRevision({ head, document }: Pick<KnownTexts, "head" | "document">): number {
  return head.contentRevision ?? document.revision;
}
