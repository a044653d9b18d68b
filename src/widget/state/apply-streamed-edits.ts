import type { StreamedEdit } from "../host/read-model-call.ts";

export interface EditedPreview {
  readonly text: string;
  /** Where the newest edit stands in `text`; null when none was found. */
  readonly place: { readonly from: number; readonly to: number } | null;
}

/** The text as it will read once the edits that have arrived are applied. An edit that does not fit is left out: the server will say so. */
export function applyStreamedEdits(text: string, edits: readonly StreamedEdit[]): EditedPreview {
  let result = text;
  let place: EditedPreview["place"] = null;
  for (const edit of edits) {
    const at = findPlace(result, edit);
    if (at < 0) continue;
    if (edit.replace === null) {
      place = { from: at, to: at + edit.find.length };
      continue;
    }
    result = result.slice(0, at) + edit.replace + result.slice(at + edit.find.length);
    place = { from: at, to: at + edit.replace.length };
  }
  return { text: result, place };
}

function findPlace(text: string, edit: StreamedEdit): number {
  const first = text.indexOf(edit.find);
  if (edit.line === null || first < 0) return first;
  let at = first;
  while (at >= 0 && lineOf(text, at) < edit.line) at = text.indexOf(edit.find, at + 1);
  return at >= 0 ? at : first;
}

function lineOf(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line++;
  return line;
}
