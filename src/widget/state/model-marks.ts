import { addMarks, type ChangeMark, changesBesideMarks, keepUntouched } from "../../core/diff/change-marks.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { phrasesBetween } from "../../core/diff/phrase-changes.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { markOthers, whoseWords } from "./others-changes.ts";
import type { Marked, Ready } from "./state.ts";

/** So many of the person's changes that took marks away can be undone with their marks. */
const MOST_REMOVED = 20;

/** What stays marked when the person makes `draft` of the text. `changes`: how, where it is known for sure. */
export function marksAfterPerson(ready: Ready, draft: string, changes?: readonly TextChange[]): Marked {
  const { marks, removed } = ready.marked;
  const undone = removed.findLast(({ text }) => text === draft);
  if (undone !== undefined) return { marks: undone.marks, removed: withRemoved(ready, undone.marks.length) };
  if (marks.length === 0) return ready.marked;
  const next = keepUntouched(marks, changes ?? changesBesideMarks(marks, ready.draft, draft));
  return { marks: next, removed: withRemoved(ready, next.length) };
}

/** What is marked once `draft` stands here, with what `view` has brought from elsewhere. */
export function marksAfterOthers(before: Ready, view: CanvasView, draft: string): Marked {
  const byModel = isModels(before, view);
  if (view.access === undefined && !byModel) return marksAfterPerson(before, draft);
  const whose = whoseWords(view, draft);
  const { marks } = before.marked;
  if (whose !== null) return { marks: markOthers(marks, before.draft, draft, whose, byModel), removed: [] };
  return { marks: addMarks(marks, before.draft, phrasesBetween(before.draft, draft)), removed: [] };
}

/** Marks that stand in `text`, brought to the draft, which has grown from it. */
export function marksOn(ready: Ready, text: string, marks: readonly ChangeMark[]): Marked {
  if (text === ready.draft) return { marks, removed: [] };
  const { content, lastEditor } = ready.view.checkpoint.document;
  const whose = whoseWords(ready.view, content);
  const inContent =
    whose !== null
      ? markOthers(marks, text, content, whose, lastEditor === "model")
      : lastEditor === "model"
        ? addMarks(marks, text, phrasesBetween(text, content))
        : keepUntouched(marks, changesBesideMarks(marks, text, content));
  const own = changesBesideMarks(inContent, content, ready.draft);
  return { marks: keepUntouched(inContent, own), removed: [] };
}

/** Did the model write what is new in the second? Without a book of its own nobody knows what it had written before. */
function isModels({ view, base }: Ready, after: CanvasView): boolean {
  const was = view.checkpoint;
  const is = after.checkpoint;
  // What it wrote before and what the person typed collided: only now does it come into the text.
  const waited = base.apart === true && was.document.lastEditor === "model";
  if (waited || is.document.lastEditor === "model") return true;
  const isSameModel = is.told.client !== null && (was.told.client === null || was.told.client === is.told.client);
  return isSameModel && is.baseline !== was.baseline;
}

function withRemoved({ marked, draft }: Ready, left: number): Marked["removed"] {
  if (left === marked.marks.length) return marked.removed;
  const others = marked.removed.filter(({ text }) => text !== draft);
  return [...others, { text: draft, marks: marked.marks }].slice(-MOST_REMOVED);
}
