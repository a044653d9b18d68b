import { addMarks, type ChangeMark, keepUntouched } from "../../core/diff/change-marks.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { phrasesBetween } from "../../core/diff/phrase-changes.ts";
import { createPositionMap } from "../../core/diff/position-map.ts";
import { applyChanges, changesBetween } from "../../core/diff/text-changes.ts";
import type { Checkpoint } from "../../core/records/canvas.ts";
import type { Person, Touch } from "../../core/records/sharing.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";

/** Whose words are whose in a text, and who looks at it. */
export interface WhoseWords {
  readonly me: string;
  /** In the order of their places in that text. */
  readonly touches: readonly Touch[];
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/**
 * Whose words are whose in `text`, which has grown from the view's. Where the server knows no people, what the model has not
 * submitted is the person's; null where several models write, for the baseline is the text of one of them.
 */
export function whoseWords(view: CanvasView, text: string): WhoseWords | null {
  const { access, checkpoint } = view;
  if (access !== undefined) return inText(checkpoint.touches ?? [], access.me.subject, view, text);
  if ((checkpoint.told.others ?? []).length > 0) return null;
  return inText(sinceBaseline(checkpoint), PERSON.subject, view, text);
}

const PERSON: Person = { subject: "", name: "" };

/** Where the text in force is another than the one that the model submitted. */
function sinceBaseline({ baseline, document: { content, revision } }: Checkpoint): readonly Touch[] {
  let growth = 0;
  return changesBetween(baseline, content).map(({ from, to, insert }) => {
    const offset = from + growth;
    growth += insert.length - (to - from);
    return { offset, length: insert.length, by: PERSON, revision };
  });
}

function inText(touches: readonly Touch[], me: string, { checkpoint }: CanvasView, text: string): WhoseWords {
  const { content } = checkpoint.document;
  if (text === content || touches.length === 0) return { me, touches };
  const map = createPositionMap(changesBetween(content, text));
  const moved = touches.map((touch) => {
    const { from, to } = map.mapRange(touch.offset, touch.offset + touch.length);
    return { ...touch, offset: from, length: to - from };
  });
  return { me, touches: moved };
}

/** The other person whose the words are; "me", or null: nobody's, as far as is known. Of several the last to touch them. */
export function whoseAre({ from, to }: Range, { me, touches }: WhoseWords): Person | "me" | null {
  const isThere = ({ offset, length }: Touch): boolean =>
    from === to
      ? // Words were taken out here: by whoever did so at this very place, or beside their own words. Inside of those it was somebody else.
        offset === from || offset + length === from
      : length === 0
        ? offset >= from && offset <= to
        : offset < to && offset + length > from;
  const found = touches.filter(isThere);
  const [first, ...rest] = found.filter(({ by }) => by.subject !== me);
  if (first !== undefined) return rest.reduce((last, one) => (one.revision > last.revision ? one : last), first).by;
  return found.length > 0 ? "me" : null;
}

/**
 * The marks after `before` became `after`, as others and whoever looks changed it: what others did is marked, what they did
 * themselves takes marks away. `byModel`: what is nobody's is the model's.
 */
export function markOthers(
  marks: readonly ChangeMark[],
  before: string,
  after: string,
  whose: WhoseWords,
  byModel: boolean,
): readonly ChangeMark[] {
  const own: TextChange[] = [];
  const others: TextChange[] = [];
  let growth = 0;
  let ownGrowth = 0;
  for (const change of phrasesBetween(before, after)) {
    const { from, to, insert } = change;
    const start = from + growth;
    growth += insert.length - (to - from);
    const who = whoseAre({ from: start, to: start + insert.length }, whose);
    if (who === "me" || (who === null && !byModel)) {
      own.push(change);
      ownGrowth += insert.length - (to - from);
    } else others.push({ from: from + ownGrowth, to: to + ownGrowth, insert });
  }
  return addMarks(keepUntouched(marks, own), applyChanges(before, own), others);
}
