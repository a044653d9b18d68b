import type { ModelKey } from "../../core/document/books/books.ts";
import type { Author, CanvasRecord, Status } from "../../core/records/canvas.ts";
import type {
  AuditLine,
  CanvasEvent,
  Change,
  MomentRecord,
  MomentSummary,
  PointRecord,
  PointSummary,
  VersionRecord,
  VersionSummary,
} from "../../core/records/history.ts";
import type { CanvasListing } from "../../core/records/listing.ts";
import type { Person } from "../../core/records/sharing.ts";

/** What an operation decided: write the change, or nothing; and what to answer. */
export interface Decided<Answer> {
  readonly change?: Change;
  readonly answer: Answer;
}

/** Or that it can only decide with the texts of these versions, too: it is asked again with them. */
export type Decision<Answer> = Decided<Answer> | { readonly needs: readonly number[] };

/**
 * Decides what becomes of a record. Pure, and may be called again. `texts` holds the contents of those sealed versions
 * among `sought` that exist and are sound (the open head's text is in the record).
 */
export type Decide<Answer> = (
  record: CanvasRecord,
  texts: ReadonlyMap<number, string>,
  sought: ReadonlySet<number>,
) => Decision<Answer>;

/** The same key with the same fingerprint answers what it answered before, and writes nothing; with another fingerprint it is refused. */
export interface Once {
  readonly key: string;
  readonly fingerprint: string;
}

export type UpdateOutcome<Answer> =
  /** `unsaved`: why the change of a reading could not be written. */
  | { readonly kind: "done"; readonly answer: Answer; readonly wrote: boolean; readonly unsaved?: string }
  /** The key was used before with the same payload: the canvas as it is now, nothing written. */
  | { readonly kind: "repeated"; readonly record: CanvasRecord }
  | { readonly kind: "key_reused" }
  | Missing;

/** What a store says to whoever watches over it. Never content. */
export type StoreLog = (line: string, level?: "warn") => void;

/** Why there is no canvas to be had. */
export type Missing =
  /** In the bin, or deleted for good. */
  | { readonly kind: "deleted" }
  /** Never there, or another owner's. */
  | { readonly kind: "none" };

/** What a look at an id finds. */
export type Found = { readonly kind: "found"; readonly record: CanvasRecord } | Missing;

/** The record, where nobody asks why there is none. */
export function foundRecord(found: Found): CanvasRecord | null {
  return found.kind === "found" ? found.record : null;
}

export interface ListQuery {
  /** Only their own, or only those that others share with them; both when left out. */
  readonly whose?: "own" | "shared";
  readonly status?: Status;
  /** All but those of this status. */
  readonly except?: Status;
  readonly query?: string;
  /** With a passage of each, as far as that is quick. */
  readonly passages?: boolean;
  readonly limit: number;
  readonly cursor?: string;
  /**
   * The model whose news are counted: its program as it named itself ("": without a name), and whose it is where people are
   * known. Without a program the last active of theirs; left out, the last active.
   */
  readonly reader?: ModelKey;
}

/** A deleted canvas that can still be brought back. */
export interface BinnedCanvas {
  readonly canvas: CanvasListing;
  readonly deletedAt: string;
}

/** Somebody waits for the person's review of a canvas. It lives until `until`: whoever waits keeps it again before that. */
export interface Wait {
  readonly waitId: string;
  readonly canvasId: string;
  /** The program that waits, as it named itself. */
  readonly client?: string;
  /** ISO times. */
  readonly since: string;
  readonly until: string;
}

/**
 * Where canvases are kept. Every call carries the owner, or the reader: somebody for whom their own canvases are there, and
 * those whose records share them with that subject (`sharing.people`), and no others: what is not theirs is not there, and
 * takes as long to be not found as what never was. Several processes, on one machine or on many, may share one store:
 * `update` never loses a write (it decides again on the newest record when another was faster), and no lock ever surfaces
 * as an error.
 */
export interface Store {
  /** Made once when the store is made; a browser cache of another store is never merged. */
  readonly storeId: string;
  readonly canvases: Canvases;
  readonly bin: Bin;
  readonly waits: Waits;
  readonly changes: Changes;
  readonly files: Files;
  readonly secrets: Secrets;
  readonly people: People;
  readonly audit: Audit;
  readonly archive: Archive;
  /** Only in a store that machines share; elsewhere files of the data folder do it. */
  readonly marks?: Marks;
  /** What the person must know about the store itself (nothing can be saved, it was damaged, and something is missing), or null. */
  notice(): Promise<string | null>;
  /** Why nothing can be saved now; null: it can. */
  unwritable(): Promise<string | null>;
  /** Fails when it does not answer. */
  check(): Promise<void>;
  /** Ends what watches it, too. */
  close(): Promise<void>;
}

/**
 * How much of its history a store keeps of each canvas, given when it is opened. `keepVersions`: at least so many sealed
 * versions, never fewer than ten; all when left out. Whenever one is sealed, what lies below the full copy on which the
 * oldest of them stands is forgotten, with the moments inside it, and with those inside the oldest version that is left:
 * they stand on the text before it. Events stay.
 */
export interface HistoryLimit {
  readonly keepVersions?: number;
}

/** A place in the order of time: ISO time, then the canvas's id, then the number within the canvas. */
export interface EventPlace {
  readonly at: string;
  readonly canvasId: string;
  readonly sequence: number;
}

export interface PlacedEvent extends EventPlace {
  readonly event: CanvasEvent;
}

export interface Canvases {
  /**
   * `taken`: the id was ever used, by whomever. `most`: the owner may have so many, those in the bin too; `full`: they have
   * them already.
   */
  create(
    owner: string,
    change: Change,
    once?: Once,
    most?: number,
  ): Promise<
    | { readonly kind: "created" }
    | { readonly kind: "taken" }
    | { readonly kind: "full" }
    | { readonly kind: "repeated"; readonly id: string }
    | { readonly kind: "key_reused" }
  >;
  /** Takes no write lock, and wakes nobody. */
  find(reader: string, id: string): Promise<Found>;
  /**
   * Loads, decides, writes: atomically. `versions` are those whose texts the decision is sure to need. One that decides to
   * write nothing wakes nobody. Where nothing can be written, what needs no write is answered all the same; a reading
   * (`isReading`) too, although its change is not kept.
   */
  update<Answer>(
    reader: string,
    id: string,
    options: { readonly versions?: readonly number[]; readonly once?: Once; readonly isReading?: boolean },
    decide: Decide<Answer>,
  ): Promise<UpdateOutcome<Answer>>;
  list(
    reader: string,
    query: ListQuery,
  ): Promise<{ readonly canvases: readonly CanvasListing[]; readonly next?: string; readonly total: number }>;
  /**
   * The one that was changed last of those with exactly this title, in any case of letters (beyond ASCII: in one case at least); null: none.
   */
  titled(owner: string, title: string): Promise<CanvasListing | null>;
  /** Newest first, with the points inside them, and how many moments; sealed ones only. `before` pages on. */
  versions(
    reader: string,
    id: string,
    page: { readonly limit: number; readonly before?: number },
  ): Promise<readonly VersionSummary[]>;
  version(reader: string, id: string, version: number): Promise<VersionRecord | null>;
  /** Recovery points inside this version, open or sealed, newest first. A damaged one is left out. */
  points(reader: string, id: string, version: number): Promise<readonly PointSummary[]>;
  /** All texts that stood inside it and were not thinned out, points among them; in an open one that in force is the first. */
  moments(reader: string, id: string, version: number): Promise<readonly MomentSummary[]>;
  /** One of them, with its text. Null: it is not kept (any more), or cannot be rebuilt exactly. */
  moment(reader: string, id: string, version: number, revision: number): Promise<MomentRecord | null>;
  events(reader: string, id: string, after: number, limit: number): Promise<readonly CanvasEvent[]>;
  /**
   * What people did with canvases that are there for the reader, the newest first: events by a person whose kind is in
   * `PERSON_KINDS` (core/records/history.ts). Of one canvas, as `find` finds it, or of all that `list` lists. `before` pages
   * on: the place of the last one that was read. Fewer than `limit`: there are no more. A damaged one is left out.
   */
  eventsByPeople(
    reader: string,
    query: { readonly limit: number; readonly canvasId?: string; readonly before?: EventPlace },
  ): Promise<readonly PlacedEvent[]>;
  /** The newest canvas by this owner, made since `since` (ISO), whose creating write had this fingerprint: a retried create. */
  findCreated(owner: string, fingerprint: string, since: string): Promise<string | null>;
  /** Their own and those shared with them, newest first: those near a mistyped one are sought among them, for "did you mean". */
  ids(reader: string, limit: number): Promise<readonly string[]>;
  /**
   * How many bytes are kept of this canvas as it is now; without an id: of the largest of those that were changed last, as
   * many as a list shows, and about how many of everything. Told from sizes alone, without reading a text.
   */
  weight(reader: string, id?: string): Promise<{ readonly largest: number; readonly all: number }>;
  /** How many ids were ever used: ids grow longer as a store fills. */
  count(): Promise<number>;
}

/**
 * What is in the bin is deleted for everybody, and for 30 days it can be brought back with all of its history; then it is
 * purged when a store is opened, once the clock has gone on for two more days, so that a wrong clock purges nothing.
 */
export interface Bin {
  /** The id is never reused. False: no such canvas of the owner's. Who it was is noted in the owner's audit, as below. */
  put(owner: string, id: string, by?: Author): Promise<boolean>;
  /** What can be brought back, the last deleted first. */
  list(owner: string): Promise<readonly BinnedCanvas[]>;
  /** Out of the bin, exactly as it was. False: it is not there (any more). */
  bringBack(owner: string, id: string, by?: Author): Promise<boolean>;
  /** Deletes for good, in the bin or not. The id is never reused. False: no such canvas. */
  purge(owner: string, id: string, by?: Author): Promise<boolean>;
}

/** Somebody whom the server has seen. */
export interface KnownPerson extends Person {
  /** One that their issuer says is theirs; in lower case. */
  readonly email?: string;
}

/** Whoever has signed in or called, by subject. */
export interface People {
  /** Keeps what is known of them now; writes nothing where that is so already. */
  seen(person: KnownPerson): Promise<void>;
  /**
   * Exactly by subject; else, in any case of letters, by e-mail where it is one, and by name where not: whoever calls
   * themselves as another's address is not that other. A few at most.
   */
  find(handle: string): Promise<readonly KnownPerson[]>;
  /** Those of these subjects whom it knows. */
  of(subjects: readonly string[]): Promise<readonly KnownPerson[]>;
}

/**
 * Who shared, approved, exported and deleted what of an owner's, and when. Every event of a change whose kind is in `AUDITED`
 * stands in it too, written with the change itself; so does what the bin is told (`deleted`, `brought_back`, `purged`).
 * Nothing takes a line out but `Archive.erase` of the owner.
 */
export interface Audit {
  add(owner: string, line: AuditLine): Promise<void>;
  /** Newest first. `before` pages on: the number of the last line that was read. */
  list(
    owner: string,
    query: { readonly limit: number; readonly before?: number; readonly canvasId?: string },
  ): Promise<readonly (AuditLine & { readonly number: number })[]>;
}

export interface Waits {
  /** Makes or prolongs a wait, by its `waitId`. False: there is no such canvas (any more), and nothing was kept. */
  keep(reader: string, wait: Wait): Promise<boolean>;
  drop(reader: string, waitId: string): Promise<void>;
  /** Those that live of canvases that are there for the reader, the oldest first. */
  list(reader: string): Promise<readonly Wait[]>;
}

/** Says which canvases that are there for a reader changed, whoever changed them: in whichever process, on whichever machine. */
export interface Changes {
  /**
   * Calls back with the ids of canvases that were made, written, deleted, brought back, shared with the reader or no longer,
   * or that somebody began or ceased to wait for; with all ids when the store itself was exchanged. A wait that nobody prolonged (its process was killed) ends
   * as a change within ten seconds. A listener that throws is logged, and keeps nobody else from being told. While nobody
   * watches, nothing is asked of the store.
   */
  watch(reader: string, listener: (ids: readonly string[]) => void): Watch;
}

export interface Watch {
  /**
   * Resolves once the listener is told of every change from now on. What is read of the store after it and no notice has
   * come since: that is how it is.
   */
  ready(): Promise<void>;
  stop(): void;
}

export interface Files {
  /** The canvas that is bound to this file (`meta.file`, its real path), the newest of several; null: none. */
  canvasOf(owner: string, path: string): Promise<string | null>;
}

export interface Secrets {
  /** A random text of this owner, made once and kept with the canvases: keys that no model sees are derived from it. */
  of(owner: string): Promise<string>;
  /** Keeps one that was made elsewhere. False: there is another already, which stays. */
  keep(owner: string, secret: string): Promise<boolean>;
}

/** Whose ids are those whose owner was erased. No owner is called so. */
export const NOBODY = "";

/** An id that was ever used. */
export interface UsedId {
  readonly id: string;
  /** ISO times. */
  readonly createdAt: string;
  readonly deletedAt?: string;
}

/** All of a canvas but its history. */
export interface ArchivedCanvas {
  readonly record: CanvasRecord;
  /** Of the call that made it. */
  readonly fingerprint?: string;
  /** In the bin since then. */
  readonly deletedAt?: string;
  /** Its newest sealed version, and the last of its events, at the moment at which the record was read; 0: none yet. */
  readonly sealed: number;
  readonly events: number;
}

export type HistoryEntry =
  | { readonly kind: "version"; readonly version: VersionRecord }
  | { readonly kind: "point"; readonly point: PointRecord }
  | { readonly kind: "moment"; readonly moment: MomentRecord }
  | { readonly kind: "event"; readonly event: CanvasEvent };

/** Everything that is kept, to be taken out and put in: for back-ups, for moving to another store, for whoever leaves. */
export interface Archive {
  /** Whoever has, or ever had, a canvas; sorted as JavaScript sorts texts, without `NOBODY`. */
  owners(): Promise<readonly string[]>;
  /**
   * All ids that this owner ever used, in the order in which their canvases were made; those of which nothing else is left
   * are at the end.
   */
  ids(owner: string): Promise<readonly UsedId[]>;
  /** Null: nothing is left of it but its id. What is damaged throws. */
  read(owner: string, id: string): Promise<ArchivedCanvas | null>;
  /**
   * Versions in their order, then the points and the other moments inside them, then events: those that there were when
   * `canvas` was read; the text in force is none of them. A version or moment that cannot be rebuilt is left out, and said to
   * the log. Throws where the canvas is deleted for good meanwhile.
   */
  history(owner: string, canvas: ArchivedCanvas): AsyncIterable<HistoryEntry>;
  /**
   * Whole or not at all. False: the id was used already, and nothing was written. `history` as above; where it can be gone
   * through more than once, it may be, and it never is in memory as a whole.
   */
  write(owner: string, canvas: ArchivedCanvas, history: Iterable<HistoryEntry>): Promise<boolean>;
  /** All whom the store has seen, in the order in which it saw them first. */
  people(): Promise<readonly KnownPerson[]>;
  /** Adds those of the lines that are not in the owner's audit yet, in their order, all or none. Says how many that were. */
  writeAudit(owner: string, lines: readonly AuditLine[]): Promise<number>;
  /** The id is used, and nothing is left of its canvas. False: it was used already. */
  bury(owner: string, id: UsedId): Promise<boolean>;
  /**
   * Deletes for good all that is kept of this owner (their audit and what is known of them as a person, too), but for the
   * ids, which then are `NOBODY`'s, and takes them out of what others share with them. Says how many canvases that
   * were, those in the bin too.
   */
  erase(owner: string): Promise<number>;
  /** Gives a store in which nobody ever had a canvas the id of another whose canvases are put in. True also where it has it. False: it is too late. */
  adopt(storeId: string): Promise<boolean>;
}

/** Short-lived notes that all machines on a store share. */
export interface Marks {
  /** True for exactly one caller among all machines until the mark has ended. */
  claim(kind: string, key: string, until: Date): Promise<boolean>;
  has(kind: string, key: string): Promise<boolean>;
  /** Makes or prolongs it. */
  keep(kind: string, key: string, until: Date): Promise<void>;
  /** The keys of those that live, sorted. */
  list(kind: string): Promise<readonly string[]>;
}
