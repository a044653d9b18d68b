import { createCanvas } from "../../src/core/document/create-canvas.ts";
import { beginDraft, type Moment, OPEN_FOR_MS } from "../../src/core/document/draft.ts";
import { ID_ALPHABET } from "../../src/core/document/ids.ts";
import { showToModel } from "../../src/core/document/review/tell-model.ts";
import type { Book } from "../../src/core/records/books.ts";
import type { Author, Canvas } from "../../src/core/records/canvas.ts";

const START = Date.parse("2026-11-16T12:00:00.000Z");

/** Somebody acting, so many minutes after the canvas was made. */
export function at(kind: Author["kind"], minutes = 0, name?: string): Moment {
  const now = START + minutes * 60_000;
  return {
    by: { kind, ...(name === undefined ? {} : { name }) },
    now: new Date(now).toISOString(),
    sealOpenedBefore: new Date(now - OPEN_FOR_MS).toISOString(),
    randomId: countingIds(),
  };
}

/** What only the server keeps of it. */
export const KEY = { widgetKey: "KEY" };

/** A canvas as it is after the model wrote it and was shown it: v1, revision 1, sealed. */
export function canvasOf(content: string, patch: Partial<Canvas> = {}): Canvas {
  const moment = at("model");
  const made = createCanvas({ id: "HN8B", content, owner: "local", ...KEY }, moment);
  return { ...showToModel(beginDraft(made.record, new Map(), moment)).draft.record, ...patch };
}

let issued = 0;
/** Ids that never repeat in one run of tests. */
function countingIds(): (length: number) => string {
  return (length) => {
    issued += 1;
    let rest = issued;
    let id = "";
    while (id.length < length) {
      id = ID_ALPHABET[rest % ID_ALPHABET.length]! + id;
      rest = Math.floor(rest / ID_ALPHABET.length);
    }
    return id;
  };
}

/** The value of a result that must be good; throws with its words when it is not. */
export function good<T extends { readonly ok: boolean }>(result: T): Extract<T, { readonly ok: true }> {
  if (!result.ok) throw new Error(JSON.stringify(result));
  return result as Extract<T, { readonly ok: true }>;
}

/** What the person's edits are measured against, for the model that was last active. */
export function baseline(record: Canvas): string {
  return record.books.at(-1)?.baseline ?? record.document.content;
}

/** The record with another book of that model. */
export function withBook<T extends Canvas>(record: T, patch: Partial<Book>): T {
  const last = record.books.at(-1);
  if (last === undefined) throw new Error("No model has come to this canvas");
  return { ...record, books: [...record.books.slice(0, -1), { ...last, ...patch }] };
}
