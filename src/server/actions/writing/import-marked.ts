import { z } from "zod";
import { commentsFault, LONGEST_BODY } from "../../../core/comments/operations.ts";
import { createCanvas } from "../../../core/document/create-canvas.ts";
import { beginDraft, finishDraft } from "../../../core/document/draft.ts";
import type { CriticDocument } from "../../../core/export/critic-markup.ts";
import { importMarks } from "../../../core/export/import-marks.ts";
import type { CanvasDocument } from "../../../core/records/canvas.ts";
import { type Refusal, refuse } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { createOnce } from "./create-once.ts";

/** A new canvas of a text with the suggestions and comments that stood in its markup. */
export const importMarked = defineAction({
  name: "import",
  description: "Makes a new canvas of a text with suggestions and comments.",
  by: ["person"],
  needs: "nothing",
  input: z.object({ marked: z.custom<CriticDocument>(), title: z.string().optional() }),
  run: async (call, { marked, title }): Promise<Outcome<{ readonly document: CanvasDocument }>> => {
    const error = checkMarks(marked);
    if (error !== null) return { ok: false, error };
    const moment = momentOf(call);
    const created = await createOnce(call, undefined, (given) => {
      const change = createCanvas({ ...given, ...givenOnly({ title }), content: marked.content }, moment);
      const begun = { ...beginDraft(change.record, new Map(), moment), events: change.events };
      return { change: finishDraft(importMarks(begun, marked), change.record) ?? change };
    });
    if (created.kind === "refused") return { ok: false, error: created.error };
    if (created.kind === "repeated") throw new Error("A create without a key cannot repeat");
    return { ok: true, document: created.made.change.record.document };
  },
});

/** The limits of a canvas hold for what a file brings, too. */
function checkMarks({ comments }: CriticDocument): Refusal | null {
  const full = commentsFault(comments.length, comments.length);
  if (full !== null)
    return refuse("too_many_comments", `${full} The file has ${comments.length}: take some out and import it again.`)
      .error;
  const longest = comments.reduce((most, { body }) => Math.max(most, body.length), 0);
  if (longest <= LONGEST_BODY) return null;
  const message = `A comment holds ${LONGEST_BODY} characters, one in the file has ${longest}: shorten it and import the file again.`;
  return refuse("invalid_comments", message).error;
}
