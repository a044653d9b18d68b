import { counted, KEPT } from "../../core/feedback/build-feedback.ts";
import { approvedSince } from "../../core/feedback/describe-rest.ts";
import type { Status } from "../../core/records/canvas.ts";
import { quoted } from "../../core/text/quote-text.ts";
import type { NamedListing } from "../actions/canvas-view.ts";
import type { Listed } from "../actions/listing/list.ts";

/** The canvases that were sought, or those that come nearest. */
export function listedLines(
  listed: Listed,
  { query = "", status }: { readonly query?: string | undefined; readonly status?: Status | undefined },
): string[] {
  const { canvases, total, next } = listed;
  if (canvases.length === 0) return noneFound(listed, query, status);
  const more = next === undefined ? [] : [`More: call list_canvases again with cursor: "${next}".`];
  return [total === 1 ? "1 canvas:" : `${total} canvases:`, ...canvases.map(lineOf), ...more];
}

/** What the person must know of the store. */
export function noticeLines({ notice }: Listed): string[] {
  return notice === null ? [] : ["", `Tell the person: ${notice}`];
}

/** Why nothing is listed, with the canvases that come nearest to what was sought. */
function noneFound({ nearest }: Listed, query: string, status: Status | undefined): string[] {
  const column = status === undefined ? "" : ` with status ${status}`;
  if (query.trim() === "")
    return [status === undefined ? "There are no canvases yet." : `There is no canvas${column}.`];
  const names = nearest.map(({ id, title }) => `${id} ${quoted(title, 80)}`);
  return [
    `No canvas${column} has all of these words.`,
    ...(names.length === 0 ? [] : [`Nearest: ${names.join(", ")}.`]),
  ];
}

/** One canvas on a line, with what is new from the person and what waits for them. */
export function lineOf(canvas: NamedListing): string {
  const open = [
    ...(canvas.newEdits > 0 ? [counted(canvas.newEdits, "new edit")] : []),
    ...(canvas.newComments > 0 ? [counted(canvas.newComments, "new comment")] : []),
    ...(canvas.newOthers > 0 ? [counted(canvas.newOthers, "other news", "other news")] : []),
    ...(canvas.openProposals > 0
      ? [counted(canvas.openProposals, "open suggestion or conflict", "open suggestions or conflicts")]
      : []),
  ];
  const state = `${canvas.status}${approvedSince(canvas.approved, canvas.version)}, v${canvas.version}${canvas.kept ? `, ${KEPT}` : ""}, ${counted(canvas.words, "word")}, updated ${canvas.updatedAt}`;
  const whose = canvas.sharedBy === undefined ? "" : ` (of ${quoted(canvas.sharedBy, 80)})`;
  return `- ${canvas.id} ${quoted(canvas.title)}${whose}: ${state}${open.length === 0 ? "" : `; ${open.join(", ")}`}`;
}
