import { versionsNeeded } from "../../core/document/books/books.ts";
import { finishDraft, OPEN_FOR_MS, type Texts } from "../../core/document/draft.ts";
import { applyPersonSave, type PersonSave } from "../../core/document/person/apply-person-save.ts";
import type { Book } from "../../core/records/books.ts";
import type { Author, CanvasComment, CanvasRecord } from "../../core/records/canvas.ts";
import type { Change, PointReason, VersionRecord } from "../../core/records/history.ts";

import { foundRecord, type Store } from "./ports.ts";

/** Records for tests of stores and for their benchmark; nothing of the product uses them. */
const MODEL: Author = { kind: "model", client: "test" };
export const PERSON: Author = { kind: "person", client: "widget" };

export function sampleTime(second: number): string {
  return new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString();
}

/** A model's that knows this text. */
export function sampleBook(baseline: string, more: Partial<Book> = {}): Book {
  return {
    client: "test",
    baseline,
    submitted: baseline,
    writtenVersion: 1,
    shownVersion: 1,
    knownVersion: 1,
    provenVersion: 1,
    offeredRevision: 0,
    seenReview: 0,
    seen: [],
    offers: [],
    others: [],
    heard: [],
    reopened: [],
    ...more,
  };
}

export function sampleRecord(
  id: string,
  content: string,
  document: Partial<CanvasRecord["document"]> = {},
): CanvasRecord {
  return {
    document: {
      id,
      title: "Untitled",
      titleGiven: false,
      content,
      status: "draft",
      createdAt: sampleTime(0),
      updatedAt: sampleTime(0),
      version: 1,
      revision: 1,
      lastEditor: "model",
      ...document,
    },
    comments: [],
    proposals: [],
    protections: [],
    books: [sampleBook(content)],
    approval: null,
    settings: { suggestOnly: false },
    owner: "local",
    widgetKey: "key",
    head: { by: MODEL, openedAt: sampleTime(0), sealed: false },
    meta: {},
  };
}

export function sampleCreate(record: CanvasRecord): Change {
  return {
    record,
    sealed: [],
    events: [{ kind: "created", by: MODEL, at: record.document.createdAt, version: 1, payload: {} }],
  };
}

/** The person's next save: the version before is sealed, the text becomes `content`. */
export function sampleSave(record: CanvasRecord, content: string): Change {
  const { document } = record;
  const version = document.version + 1;
  const revision = document.revision + 1;
  return {
    record: {
      ...record,
      document: { ...document, content, version, revision, updatedAt: sampleTime(revision), lastEditor: "person" },
      head: { by: PERSON, openedAt: sampleTime(revision), sealed: false },
    },
    sealed: [sampleVersion(record)],
    events: [{ kind: "saved", by: PERSON, at: sampleTime(revision), version, payload: { revision } }],
  };
}

/** The person's next save in an open version: the text becomes `content`, and what stood there is kept as a point. */
export function sampleAmend(record: CanvasRecord, content: string, reason: PointReason = "removal"): Change {
  const { document } = record;
  const revision = document.revision + 1;
  const before = { version: document.version, revision: document.revision, content: document.content };
  const head = record.head.contentRevision === undefined ? record.head : { ...record.head, contentRevision: revision };
  return {
    record: { ...record, head, document: { ...document, content, revision, updatedAt: sampleTime(revision) } },
    sealed: [],
    events: [],
    points: [{ ...before, at: document.updatedAt, reason, wordsAdded: 2, wordsRemoved: 1 }],
  };
}

/** A canvas that the person began, and is still writing. */
export function sampleOwn(id: string, content: string): CanvasRecord {
  return { ...sampleRecord(id, content), head: { by: PERSON, openedAt: sampleTime(0), sealed: false } };
}

/** The person's real save of a text, so many seconds after the first, as their widget sends it; undefined: it changes nothing. */
export function sampleTyping(
  record: CanvasRecord,
  texts: Texts,
  content: string,
  second: number = record.document.revision + 1,
  more: Partial<PersonSave> = {},
): Change | undefined {
  const sealOpenedBefore = new Date(Date.parse(sampleTime(second)) - OPEN_FOR_MS).toISOString();
  const moment = { by: PERSON, now: sampleTime(second), sealOpenedBefore, randomId: () => "" };
  const wish = { content, baseRevision: record.document.revision, comments: [], decisions: [], sent: false, ...more };
  const saved = applyPersonSave(record, texts, wish, moment);
  if (!saved.ok) throw new Error(saved.error.message);
  return finishDraft(saved.draft, record);
}

/** Puts it into the store, as the action does. */
export async function typeText(
  { canvases }: Pick<Store, "canvases">,
  owner: string,
  id: string,
  content: (before: string) => string,
  second?: number,
  more?: Partial<PersonSave>,
): Promise<unknown> {
  const found = foundRecord(await canvases.find(owner, id));
  const versions = found === null ? [] : versionsNeeded(found);
  return canvases.update(owner, id, { versions }, (record, texts) => {
    const change = sampleTyping(record, texts, content(record.document.content), second, more);
    return { ...(change === undefined ? {} : { change }), answer: record.document.revision };
  });
}

/** Shared by the owner with these subjects, and by links with these hashes, in the place of those before. */
export function sampleShare(record: CanvasRecord, subjects: readonly string[], hashes: readonly string[] = []): Change {
  const at = record.document.updatedAt;
  const people = subjects.map((subject) => ({ person: { subject, name: subject }, role: "editor" as const, at }));
  const links = hashes.map((hash) => ({ id: `link-${hash}`, hash, role: "viewer" as const, createdAt: at }));
  const owner = { subject: record.owner, name: record.owner };
  const { version } = record.document;
  return {
    record: { ...record, sharing: { owner, people, links, approvers: [] } },
    sealed: [],
    events: [{ kind: "shared", by: PERSON, at, version, payload: { with: subjects } }],
  };
}

export function sampleVersion({ document, head }: CanvasRecord): VersionRecord {
  return {
    version: document.version,
    revision: document.revision,
    title: document.title,
    status: document.status,
    by: head.by,
    at: document.updatedAt,
    sealed: true,
    wordsAdded: 1,
    wordsRemoved: 0,
    content: document.content,
  };
}

export function sampleComment(id: string, change: Partial<CanvasComment>): CanvasComment {
  return {
    id,
    anchor: null,
    body: "why?",
    by: PERSON,
    createdAt: sampleTime(1),
    resolved: false,
    ...change,
  };
}
