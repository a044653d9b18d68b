import type { CanvasRecord } from "../records/canvas.ts";

/**
 * Whether a canvas is open beside its person's conversations, in programs that keep such a list. An agent opens one by
 * writing to it, by showing it in a panel, or by waiting for an answer; the person closes it; what an agent writes afterwards
 * opens it again.
 */
interface PanelNote {
  readonly open: boolean;
  /** The newest version that a model had written then. */
  readonly written: number;
  /** ISO time. */
  readonly at: string;
  /** When it was last closed; left out: never. */
  readonly closedAt?: string;
}

/** What else tells whether it is open. ISO times. */
export interface PanelMoment {
  /** An agent's writing before that opens nothing, unless it was opened for the person otherwise. */
  readonly since: string;
  /** When the last of those agents began to wait that wait for the person's answer; none: nobody does. */
  readonly waitedSince?: string;
}

export function isOpenFor(record: CanvasRecord, owner: string, { since, waitedSince }: PanelMoment): boolean {
  if (record.document.status === "archived") return false;
  const note = panelNotes(record)[owner];
  const written = writtenFor(record, owner);
  if (note === undefined) return waitedSince !== undefined || (written > 0 && record.document.updatedAt >= since);
  return note.open || written > note.written || (waitedSince !== undefined && waitedSince > note.at);
}

/** The record with that note; the very same when it is open already. */
export function noteOpen(record: CanvasRecord, owner: string, open: boolean, now: string): CanvasRecord {
  const notes = panelNotes(record);
  const before = notes[owner];
  if (open && before?.open === true) return record;
  const closedAt = open ? before?.closedAt : now;
  const written = writtenFor(record, owner);
  const note: PanelNote = { open, written, at: now, ...(closedAt === undefined ? {} : { closedAt }) };
  return { ...record, meta: { ...record.meta, panels: { ...notes, [owner]: note } } };
}

/** When this person closed it last (ISO); empty: never. What is open since then is one opening, wherever and whenever it is seen. */
export function lastClosed(record: CanvasRecord, owner: string): string {
  return panelNotes(record)[owner]?.closedAt ?? "";
}

/** The newest version that a model of this person's wrote: what others' models write is open for those. */
function writtenFor({ books, owner: whose }: CanvasRecord, owner: string): number {
  const theirs = books.filter(({ subject = whose }) => subject === owner);
  return Math.max(0, ...theirs.map(({ writtenVersion }) => writtenVersion));
}

/** By owner; nobody's name is one that every object has. */
function panelNotes({ meta }: CanvasRecord): Readonly<Record<string, PanelNote>> {
  return Object.assign(Object.create(null), meta.panels) as Readonly<Record<string, PanelNote>>;
}
