import { openBook } from "../../core/document/books/books.ts";
import { createCanvas } from "../../core/document/create-canvas.ts";
import { amend, beginDraft, finishDraft, type Moment } from "../../core/document/draft.ts";
import { idLength } from "../../core/document/ids.ts";
import { checkComments, checkQuotes } from "../../core/document/model/model-comments.ts";
import { applyExtras, type ModelExtras } from "../../core/document/model/model-finish.ts";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Change } from "../../core/records/history.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { foundRecord } from "../storage/ports.ts";
import { changeCanvas } from "./change-canvas.ts";
import { shown } from "./model-reply.ts";
import type { Call } from "./tool.ts";

/** A create that fails and is tried again within this time is the same create. */
const RETRY_MS = 60_000;
const KEY_LENGTH = 24;

type Created = Outcome<{
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
export async function createNewCanvas(
  call: Call,
  input: ModelExtras & { readonly content: string },
  moment: Moment,
  fingerprint: string,
): Promise<Created> {
  const error = checkComments([], input.comments, input.addresses) ?? checkQuotes(input.content, input.comments);
  if (error !== null) return { ok: false, error };
  const { store, owner, clock } = call.deps;
  const now = clock().getTime();
  const recent = await store.canvases.findCreated(owner, fingerprint, new Date(now - RETRY_MS).toISOString());
  if (recent !== null && (await isAsCreated(call, recent))) return showAgain(call, recent, input, moment);
  // Two retries at once: the same key in the same minute lets only one of them in.
  const key = `create:${fingerprint}:${Math.floor(now / RETRY_MS)}${recent === null ? "" : `:${recent}`}`;
  const made = await createUnderFreeId(call, { key, fingerprint }, (id) => {
    const { comments: _c, addresses: _a, ...fields } = input;
    const change = createCanvas({ ...fields, id, owner, widgetKey: call.deps.randomId(KEY_LENGTH) }, moment);
    // Comments and all, it is one revision: the first.
    const unborn = { ...change.record, document: { ...change.record.document, revision: 0 } };
    const draft = amend({ ...beginDraft(unborn, new Map(), moment), events: change.events }, {});
    const extras = applyExtras(draft, { comments: input.comments, addresses: input.addresses });
    const { draft: told, news } = shown({ draft: extras.draft });
    return { change: finishDraft(told) ?? change, notes: extras.notes, news };
  });
  if ("repeatedId" in made) return showAgain(call, made.repeatedId, input, moment);
  return { ok: true, record: made.change.record, repeated: false, notes: made.notes, news: made.news };
}

/** Tries ids until one is free. They grow with the store, so the first nearly always is. */
export async function createUnderFreeId<T extends { readonly change: Change }>(
  call: Call,
  once: { readonly key: string; readonly fingerprint: string },
  make: (id: string) => T,
): Promise<T | { readonly repeatedId: string }> {
  const { store, owner, randomId } = call.deps;
  const length = idLength(await store.canvases.count());
  for (let attempt = 0; ; attempt += 1) {
    const made = make(randomId(length + Math.floor(attempt / 10)));
    const outcome = await store.canvases.create(owner, made.change, once);
    switch (outcome.kind) {
      case "created":
        return made;
      case "repeated":
        return { repeatedId: outcome.id };
      case "key_reused":
        throw new Error(`The create key ${once.key} was used for another create`);
      case "taken":
        break;
    }
  }
}

async function isAsCreated(call: Call, id: string): Promise<boolean> {
  const record = foundRecord(await call.deps.store.canvases.find(call.deps.owner, id));
  if (record === null) return false;
  const { version, lastEditor } = record.document;
  return version === 1 && lastEditor === "claude" && record.comments.every(({ by }) => by.kind === "model");
}

/** The canvas that the same call made before, with what this one asks for beyond the text. */
async function showAgain(call: Call, id: string, extras: ModelExtras, moment: Moment): Promise<Created> {
  const changed = await changeCanvas<{ readonly notes: readonly string[]; readonly news: string }>(
    call,
    id,
    {},
    (record, texts) => {
      const error =
        checkComments(record.comments, extras.comments, extras.addresses) ??
        checkQuotes(record.document.content, extras.comments);
      if (error !== null) return { ok: false, error };
      const { comments, addresses, status } = extras;
      const wish = { comments, addresses, ...(status === undefined ? {} : { status }) };
      const { draft, notes } = applyExtras(openBook(beginDraft(record, texts, moment)), wish);
      return { ok: true, notes, ...shown({ draft }) };
    },
  );
  if (!changed.ok) return changed;
  return { ok: true, record: changed.record, repeated: true, notes: [], news: "", ...changed.made };
}
