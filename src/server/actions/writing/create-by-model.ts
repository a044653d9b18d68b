import { openBook } from "../../../core/document/books/books.ts";
import { beginDraft, type Moment } from "../../../core/document/draft.ts";
import { applyExtras, type ModelExtras } from "../../../core/document/model/apply-extras.ts";
import { checkComments, checkQuotes } from "../../../core/document/model/check-model-call.ts";
import { newByModel } from "../../../core/document/model/new-by-model.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { givenOnly } from "../action.ts";
import { type Call, momentOf } from "../call.ts";
import { changeOnce, shown } from "../change-canvas.ts";
import { createOnce } from "./create-once.ts";

/** A create that fails and is tried again within this time is the same create. */
const RETRY_MS = 60_000;

export type CreatedByModel = Outcome<{
  readonly record: CanvasRecord;
  readonly repeated: boolean;
  readonly notes: readonly string[];
  readonly news: string;
}>;

/**
 * A new canvas by the model, sealed and shown; or the one that the same call has just made. `fingerprint` tells the calls
 * of one session from those of others, where there are sessions. But one may serve several conversations: a canvas that
 * somebody has worked on is nobody else's new one.
 */
export async function createByModel(
  call: Call,
  input: ModelExtras & { readonly content: string },
  fingerprint: string,
): Promise<CreatedByModel> {
  const error = checkComments([], input.comments, input.addresses) ?? checkQuotes(input.content, input.comments);
  if (error !== null) return { ok: false, error };
  const moment = momentOf(call);
  const now = call.deps.clock().getTime();
  const since = new Date(now - RETRY_MS).toISOString();
  const recent = await call.deps.store.canvases.findCreated(call.who.owner, fingerprint, since);
  if (recent !== null && (await isAsCreated(call, recent))) return showAgain(call, recent, input, moment);
  // Two retries at once: the same key in the same minute lets only one of them in.
  const key = `create:${fingerprint}:${Math.floor(now / RETRY_MS)}${recent === null ? "" : `:${recent}`}`;
  const created = await createOnce(call, { key, fingerprint }, (given) => newByModel(given, input, moment));
  if (created.kind === "refused") return { ok: false, error: created.error };
  if (created.kind === "repeated") return showAgain(call, created.id, input, moment);
  const { change, notes, news } = created.made;
  return { ok: true, record: change.record, repeated: false, notes, news };
}

async function isAsCreated({ deps, who }: Call, id: string): Promise<boolean> {
  const found = await deps.store.canvases.find(who.owner, id);
  if (found.kind !== "found") return false;
  const { record } = found;
  const { version, lastEditor } = record.document;
  return version === 1 && lastEditor === "model" && record.comments.every(({ by }) => by.kind === "model");
}

/** The canvas that the same call made before, with what this one asks for beyond the text. */
async function showAgain(call: Call, id: string, extras: ModelExtras, moment: Moment): Promise<CreatedByModel> {
  const { comments, addresses, status } = extras;
  const changed = await changeOnce<{ readonly notes: readonly string[]; readonly news: string }>(
    call,
    id,
    {},
    (record, texts) => {
      const error =
        checkComments(record.comments, comments, addresses) ?? checkQuotes(record.document.content, comments);
      if (error !== null) return { ok: false, error };
      const wish = { comments, addresses, ...givenOnly({ status }) };
      const { draft, notes } = applyExtras(openBook(beginDraft(record, texts, moment)), wish);
      return { ok: true, notes, ...shown({ draft }) };
    },
  );
  if (!changed.ok) return changed;
  const { notes, news } = changed.made;
  return { ok: true, record: changed.record, repeated: true, notes, news };
}
