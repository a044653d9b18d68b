import type { Author, CanvasRecord, Change, EventKind, NewEvent, VersionRecord } from "./records.ts";
import { headVersion } from "./version-record.ts";

/** An open version is closed by its next save once it is this old. */
export const OPEN_FOR_MS = 10 * 60 * 1000;

/** How a model's call came in. */
export interface Arrival {
  /** The connection that it came over; none: each call is one of its own. */
  readonly connection?: string;
  /** Its number among the calls of its connection. */
  readonly order: number;
  /** The numbers of those calls of its connection that were not answered yet when it came. */
  readonly unanswered: readonly number[];
  /** ISO time. */
  readonly at: string;
}

/** Who acts, and when. */
export interface Moment {
  readonly by: Author;
  /** ISO time in UTC with milliseconds. */
  readonly now: string;
  /** `now` less OPEN_FOR_MS: a version opened before it is closed. */
  readonly sealOpenedBefore: string;
  /** A random id of this length from the id alphabet. */
  readonly randomId: (length: number) => string;
  /** Of a model's call. Left out: whoever calls is sure to get every answer before it calls again. */
  readonly arrival?: Arrival;
}

/** The texts of older versions, by number. */
export type Texts = ReadonlyMap<number, string>;

/** A change in the making. All of it becomes one revision. */
export interface Draft {
  readonly start: CanvasRecord;
  readonly record: CanvasRecord;
  readonly sealed: readonly VersionRecord[];
  readonly events: readonly NewEvent[];
  readonly texts: Texts;
  readonly moment: Moment;
}

export function beginDraft(record: CanvasRecord, texts: Texts, moment: Moment): Draft {
  return { start: record, record, sealed: [], events: [], texts, moment };
}

/** The revision that this draft will be. */
export function nextRevision(draft: Draft): number {
  return draft.start.document.revision + 1;
}

/** Takes over `patch` as part of the new revision. */
export function amend(draft: Draft, patch: Partial<CanvasRecord>): Draft {
  const document = { ...draft.record.document, ...patch.document };
  return {
    ...draft,
    record: {
      ...draft.record,
      ...patch,
      document: {
        ...document,
        revision: nextRevision(draft),
        updatedAt: draft.moment.now,
        lastEditor: draft.moment.by.kind === "person" ? "user" : "claude",
      },
    },
  };
}

/** Takes over what is no save: the books about models, answers to whoever waits. The revision stays. */
export function note(draft: Draft, patch: Partial<Pick<CanvasRecord, "books" | "review" | "messages">>): Draft {
  return { ...draft, record: { ...draft.record, ...patch } };
}

export function logEvent(draft: Draft, kind: EventKind, payload: Readonly<Record<string, unknown>> = {}): Draft {
  const { by, now } = draft.moment;
  const event = { kind, by, at: now, version: draft.record.document.version, payload };
  return { ...draft, events: [...draft.events, event] };
}

/** Closes the head version, if it is open: from now on behind its number stands exactly this text. */
export function sealHead(draft: Draft, label?: string): Draft {
  if (draft.record.head.sealed) return draft;
  const head = { ...draft.record.head, ...(label === undefined ? {} : { label }) };
  const { version, content } = draft.record.document;
  const sealed = headVersion({ ...draft.record, head }, draft.texts.get(version - 1) ?? "", true);
  return {
    ...draft,
    record: { ...draft.record, head: { ...head, sealed: true } },
    sealed: [...draft.sealed, sealed],
    texts: new Map([...draft.texts, [version, content]]),
  };
}

/** Whether a new text by this author amends the head version instead of opening the next. */
export function amendsHead(draft: Draft): boolean {
  const { head } = draft.record;
  const { by, sealOpenedBefore } = draft.moment;
  // ISO times of one form compare as text.
  return !head.sealed && sameAuthor(head.by, by) && head.openedAt > sealOpenedBefore;
}

function sameAuthor(a: Author, b: Author): boolean {
  return a.kind === b.kind && a.subject === b.subject && a.name === b.name;
}

/** What the store is asked to write; undefined when nothing changed and nothing happened. */
export function finishDraft(draft: Draft): Change | undefined {
  if (draft.record === draft.start && draft.events.length === 0) return undefined;
  return { record: draft.record, sealed: draft.sealed, events: draft.events };
}
