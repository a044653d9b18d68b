import { KEPT } from "../../../core/feedback/build-feedback.ts";
import { approvedSince } from "../../../core/feedback/describe-rest.ts";
import { quoted } from "../../../core/text/quote-text.ts";
import type { CanvasListing } from "../../storage/ports.ts";

/** One canvas on a line, with what is new from the person and what waits for them. */
export function lineOf(canvas: CanvasListing): string {
  const open = [
    ...(canvas.newEdits > 0 ? [counted(canvas.newEdits, "new edit")] : []),
    ...(canvas.newComments > 0 ? [counted(canvas.newComments, "new comment")] : []),
    ...(canvas.newOthers > 0 ? [counted(canvas.newOthers, "other news", "other news")] : []),
    ...(canvas.openProposals > 0
      ? [counted(canvas.openProposals, "open suggestion or conflict", "open suggestions or conflicts")]
      : []),
  ];
  const state = `${canvas.status}${approvedSince(canvas.approved, canvas.version)}, v${canvas.version}${canvas.kept ? `, ${KEPT}` : ""}, ${counted(canvas.words, "word")}, updated ${canvas.updatedAt}`;
  return `- ${canvas.id} ${quoted(canvas.title)}: ${state}${open.length === 0 ? "" : `; ${open.join(", ")}`}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
