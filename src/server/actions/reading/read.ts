import { z } from "zod";
import { openBook, ownBook, putBook } from "../../../core/document/books/books.ts";
import { beginDraft, type Draft } from "../../../core/document/draft.ts";
import { parseCanvasId } from "../../../core/document/ids.ts";
import { listForModel, showToModel } from "../../../core/document/review/tell-model.ts";
import type { Feedback } from "../../../core/feedback/build-feedback.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import { type Refusal, refuse } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { defineAction } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { changeOnce } from "../change-canvas.ts";
import { forgottenVersion } from "../history/forgotten-version.ts";
import { canvasId } from "../inputs.ts";
import { pageOfItems } from "./page-of-items.ts";
import { type PageOfText, pageOf } from "./page-of-text.ts";

const line = z.number().int().min(1).optional();

/** A text that the model is shown, whole or a page of it, with what is new from the person. */
export interface ReadText {
  readonly record: CanvasRecord;
  /** The version that the text is of. */
  readonly version: number;
  /** All of it. */
  readonly text: string;
  readonly page: PageOfText;
  readonly feedback: Feedback;
  /** Why what the model was shown could not be noted. */
  readonly unsaved?: string;
}

/** A canvas as it is now, or a version of it, for a model: what it is shown is sealed and noted. */
export const read = defineAction({
  name: "read",
  description: "Shows a canvas to a model: a page of its text, and what is new from the person.",
  by: ["model"],
  needs: "view",
  reads: true,
  input: z.object({
    canvasId,
    version: z.number().int().min(1).optional().describe("An older one"),
    fromLine: line,
    toLine: line,
    /** Its headings are all that is shown of the text. */
    outline: z.boolean().optional(),
  }),
  run: async (call, asked): Promise<Outcome<ReadText>> => {
    const { version, fromLine: from, toLine: to, outline = false } = asked;
    const bad = checkLines(from, to);
    if (bad !== null) return { ok: false, error: bad };
    const moment = momentOf(call);
    const versions = version === undefined ? [] : [version];
    const changed = await changeOnce(call, asked.canvasId, { versions, isReading: true }, (record, texts) => {
      const { id, version: newest, content } = record.document;
      const isNewest = version === undefined || version === newest;
      const text = isNewest ? content : texts.get(version);
      if (text === undefined) {
        const code = version !== undefined && version > newest ? "future_version" : "unknown_version";
        return refuse(
          code,
          `Canvas ${id} has no version ${version}; the newest is ${newest}. Leave version out to read it.`,
        );
      }
      const page = pageOf(text, from, to, call.room);
      if (!page.ok) return refuse("invalid_input", page.message);
      const opened = openBook(beginDraft(record, texts, moment));
      const seen = outline || !isNewest ? { draft: opened, isWhole: false } : withPage(opened, page);
      const { draft, feedback } = showToModel(seen.draft, { isWhole: seen.isWhole });
      return { ok: true, draft, feedback, text, page };
    });
    if (!changed.ok) {
      if (changed.error.code === "unknown_version" && version !== undefined) {
        await throwIfDamaged(call, asked.canvasId, version);
        const forgotten = await forgottenVersion(call, asked.canvasId, version);
        if (forgotten === null) return changed;
        const message = `${forgotten.message} Leave version out to read the newest.`;
        return { ok: false, error: { ...forgotten, message } };
      }
      return changed;
    }
    const { record, made, ...rest } = changed;
    const { feedback, text, page } = made;
    return { ...rest, record, version: version ?? record.document.version, text, page, feedback };
  },
});

/** Everything that stands between the model's text and the person's, told before or not. */
export const readFeedback = defineAction({
  name: "read_feedback",
  description: "Lists everything that the person changed and said, a page of whole items at a time.",
  by: ["model"],
  needs: "view",
  reads: true,
  input: z.object({ canvasId, fromLine: line, toLine: line }),
  run: async (
    call,
    { canvasId: id, fromLine, toLine },
  ): Promise<Outcome<{ readonly record: CanvasRecord; readonly news: string; readonly unsaved?: string }>> => {
    const bad = checkLines(fromLine, toLine);
    if (bad !== null) return { ok: false, error: bad };
    const moment = momentOf(call);
    const changed = await changeOnce(call, id, { isReading: true }, (record, texts) => {
      const all = listForModel(openBook(beginDraft(record, texts, moment)));
      const page = pageOfItems(all.items, fromLine ?? 1, call.room);
      return { ok: true, draft: all.tell(page.marks), news: [all.head, ...page.lines, all.foot].join("\n") };
    });
    if (!changed.ok) return changed;
    const { made, ...rest } = changed;
    return { ...rest, news: made.news };
  },
});

function checkLines(from: number | undefined, to: number | undefined): Refusal | null {
  if (from === undefined || to === undefined || to >= from) return null;
  return refuse("invalid_input", `to_line ${to} comes before from_line ${from}. Swap them.`).error;
}

/** A version that is there and damaged is said to be so: asking for it throws. */
async function throwIfDamaged({ deps, who }: Call, id: string, version: number): Promise<void> {
  await deps.store.canvases.version(who.owner, parseCanvasId(id) ?? id, version);
}

/** The page counts towards a whole reading: all at once, or page after page of one version. */
function withPage(draft: Draft, page: PageOfText): { readonly draft: Draft; readonly isWhole: boolean } {
  const { reading, ...book } = ownBook(draft);
  const { version } = draft.record.document;
  const goesOn = page.from === 1 || (reading?.version === version && page.from <= reading.upTo + 1);
  if (page.isCut || !goesOn) return { draft, isWhole: false };
  if (page.last === page.of) return { draft: putBook(draft, book), isWhole: true };
  const upTo = Math.max(page.last, reading?.version === version ? reading.upTo : 0);
  return { draft: putBook(draft, { ...book, reading: { version, upTo } }), isWhole: false };
}
