import type { Author, Canvas, CanvasRecord } from "../records/canvas.ts";
import {
  type Change,
  type EventKind,
  type NewEvent,
  type NewMoment,
  PERSON_KINDS,
  type PointRecord,
  type VersionRecord,
} from "../records/history.ts";
import { isLongForSealed } from "./versions/line.ts";
import { wordsAgainst } from "./versions/word-delta.ts";

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
  readonly start: Canvas;
  readonly record: Canvas;
  readonly sealed: readonly VersionRecord[];
  readonly events: readonly NewEvent[];
  /** Texts of the head version that are kept, although it was amended. */
  readonly points: readonly PointRecord[];
  /** What came to stand inside open versions. */
  readonly moments: readonly NewMoment[];
  /** The versions of which more states are kept than shall stay. */
  readonly thins: readonly number[];
  /** With that of the head version, once it is sealed: the next version is measured against it. */
  readonly texts: Texts;
  readonly moment: Moment;
}

export function beginDraft(record: Canvas, texts: Texts, moment: Moment): Draft {
  const start = { start: record, record, sealed: [], events: [], points: [], moments: [], thins: [], texts, moment };
  return record.head.sealed ? withHeadText(start) : start;
}

function withHeadText(draft: Draft): Draft {
  const { version, content } = draft.record.document;
  return { ...draft, texts: new Map([...draft.texts, [version, content]]) };
}

/** The text of the version before the head, empty for the first; null: it cannot be had. */
export function textBefore({ record, texts }: Draft): string | null {
  const { version } = record.document;
  return version === 1 ? "" : (texts.get(version - 1) ?? null);
}

/** The revision that this draft will be. */
export function nextRevision(draft: Draft): number {
  return draft.start.document.revision + 1;
}

/** Takes over `patch` as part of the new revision. */
export function amend(draft: Draft, patch: Partial<Canvas>): Draft {
  const document = { ...draft.record.document, ...patch.document };
  const { kept, ...meta } = { ...draft.record.meta, ...patch.meta };
  const isKept = kept !== undefined && draft.moment.by.kind !== "person";
  return {
    ...draft,
    record: {
      ...draft.record,
      ...patch,
      // What was kept without anybody saying who they are is the person's own once they work on it.
      meta: isKept ? { ...meta, kept } : meta,
      document: {
        ...document,
        revision: nextRevision(draft),
        updatedAt: draft.moment.now,
        lastEditor: draft.moment.by.kind,
      },
    },
  };
}

/** Takes over what is no save: the books about models, answers to whoever waits, notes on the head, whom it is shared with. The revision stays. */
export function note(
  draft: Draft,
  patch: Partial<Pick<Canvas, "books" | "review" | "messages" | "interactions" | "head" | "sharing" | "approvals">>,
): Draft {
  return { ...draft, record: { ...draft.record, ...patch } };
}

export function logEvent(draft: Draft, kind: EventKind, payload: Readonly<Record<string, unknown>> = {}): Draft {
  const { by, now } = draft.moment;
  const { version } = draft.record.document;
  const event = { kind, by, at: now, version, payload };
  if (by.kind !== "person" || !PERSON_KINDS.includes(kind)) return { ...draft, events: [...draft.events, event] };
  // All that one change brings is one turn.
  const turn = (draft.start.turn ?? 0) + 1;
  const told = { ...event, payload: { ...payload, turn } };
  return { ...draft, record: { ...draft.record, turn }, events: [...draft.events, told] };
}

/** Closes the head version, if it is open: from now on behind its number stands exactly this text. */
export function sealHead(draft: Draft, label?: string): Draft {
  if (draft.record.head.sealed) return draft;
  const head = { ...draft.record.head, ...(label === undefined ? {} : { label }) };
  const sealed = headVersion({ ...draft.record, head }, textBefore(draft), true);
  const { version } = sealed;
  return withHeadText({
    ...draft,
    record: { ...draft.record, head: { ...head, sealed: true } },
    sealed: [...draft.sealed, sealed],
    thins: isLongForSealed(draft.record) && !draft.thins.includes(version) ? [...draft.thins, version] : draft.thins,
  });
}

/** The head as history keeps it. `before` is the text of the version before it, empty for the first; null: it cannot be had. */
export function headVersion(record: Canvas, before: string | null, sealed: boolean): VersionRecord {
  const { document, head } = record;
  const words = wordsAgainst(before, document.content);
  return {
    version: document.version,
    revision: head.contentRevision ?? document.revision,
    title: document.title,
    status: document.status,
    by: head.by,
    at: document.updatedAt,
    sealed,
    ...words,
    ...(head.label === undefined ? {} : { label: head.label }),
    content: document.content,
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

/** What the store is asked to write, of a canvas that it keeps with this key; undefined when nothing changed and nothing happened. */
export function finishDraft(draft: Draft, kept: Pick<CanvasRecord, "widgetKey">): Change | undefined {
  if (draft.record === draft.start && draft.events.length === 0) return undefined;
  const { sealed, events, points, thins } = draft;
  // What a version ends with is the version itself.
  const moments = draft.moments.filter(
    ({ version, revision }) => !sealed.some((each) => each.version === version && each.revision === revision),
  );
  return {
    record: recordAfter(draft, kept),
    sealed,
    events,
    ...(points.length === 0 ? {} : { points }),
    ...(moments.length === 0 ? {} : { moments }),
    ...(thins.length === 0 ? {} : { thins }),
  };
}

/** The canvas as the server keeps it, with this key. */
export function recordAfter({ record }: Draft, { widgetKey }: Pick<CanvasRecord, "widgetKey">): CanvasRecord {
  return { ...record, widgetKey, meta: record.meta ?? {} };
}
