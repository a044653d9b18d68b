/** Versions, the points inside them, and the log of events. */
import type { Author, CanvasRecord, Status } from "./canvas.ts";

export interface HeadVersion {
  readonly by: Author;
  /** ISO time at which this version was opened. */
  readonly openedAt: string;
  readonly sealed: boolean;
  /** The revision in which the content last changed: a save based on it or on a newer one needs no merge. */
  readonly contentRevision?: number;
  /** ISO time at which the content last changed. */
  readonly contentAt?: string;
  /** The person has left the page with this content: it is worth keeping. */
  readonly left?: true;
  /** ISO time at which the last point of this version was kept. */
  readonly pointAt?: string;
  /** How many characters were put in since a text of this version, or the version before, was kept. */
  readonly unkept?: number;
  /** How many points with the reason "removal" this version has. */
  readonly removals?: number;
  /** As far as the states inside this version are kept. */
  readonly line?: LineEnd;
  /** Becomes the version's label when it is sealed. */
  readonly label?: string;
}

/** Where the line of moments inside the open version ends. */
export interface LineEnd {
  /** Of the last moment. */
  readonly revision: number;
  /** What reading that costs, as in a chain of versions. */
  readonly chain: { readonly bodies: number; readonly patches: number };
  /** At most so many moments, and so many characters in them, are on the line. */
  readonly moments: number;
  readonly characters: number;
}

/**
 * Why a text that stood inside a version was kept: much of it went with the next save; nobody had touched it for a while;
 * the person had left the page with it; or simply that some time had passed.
 */
export type PointReason = "removal" | "rest" | "left" | "interval";

/** A text that stood inside a version, without a number of its own: each save that changed it made one. */
export interface MomentSummary {
  /** That of the text: it names the moment within its version. */
  readonly revision: number;
  /** ISO time at which the text came to stand. */
  readonly at: string;
  /** It is a recovery point. */
  readonly reason?: PointReason;
}

export interface MomentRecord extends MomentSummary {
  readonly version: number;
  readonly content: string;
}

/** A moment as a save makes it: by changes, or whole. */
export type NewMoment = {
  readonly version: number;
  readonly revision: number;
  readonly at: string;
  /** Of its text: that of its mark. */
  readonly hash: string;
  /** The revision of the moment that it builds on; null: the version before, or nothing. */
  readonly on: number | null;
} & (
  | { readonly changes: readonly Replaced[]; readonly content?: undefined }
  | { readonly content: string; readonly changes?: undefined }
);

/** A TextChange: records know no others. */
interface Replaced {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** A recovery point: a moment that is worth more than those around it. */
export interface PointSummary extends MomentSummary {
  readonly reason: PointReason;
  /** Against the version before. */
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
}

export interface PointRecord extends PointSummary {
  readonly version: number;
  readonly content: string;
}

/** One version as the history keeps it. The open head is listed too, with `sealed: false`. */
export interface VersionSummary {
  readonly version: number;
  readonly revision: number;
  readonly title: string;
  readonly status: Status;
  readonly by: Author;
  readonly at: string;
  readonly sealed: boolean;
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
  /** "restored v2", "approved", … : why it is there, when there is something to say. */
  readonly label?: string;
  /** Texts that stood inside it, newest first; left out when there are none. */
  readonly points?: readonly PointSummary[];
  /** How many texts that stood inside it can be shown, the points among them; left out where there are no others. */
  readonly moments?: number;
}

export interface VersionRecord extends VersionSummary {
  readonly content: string;
}

/** A line of the append-only log; the store gives `sequence`. */
export interface NewEvent {
  readonly kind: EventKind;
  readonly by: Author;
  readonly at: string;
  readonly version: number;
  readonly payload: Readonly<Record<string, unknown>>;
}

export type EventKind =
  | "created"
  | "written"
  | "edited"
  | "saved"
  | "renamed"
  | "status"
  | "approved"
  | "comment"
  | "proposal"
  | "protected"
  | "restored"
  | "sent"
  | "message"
  | "review_closed"
  | "offered"
  | "seen"
  | "deleted"
  | "brought_back"
  | "purged"
  | "exported"
  | "shared"
  | "unshared"
  | "link_made"
  | "link_revoked"
  | "joined"
  | "approvers_asked"
  | "interaction"
  | "ticked"
  | "changed"
  | "setting";

/**
 * What a person does with a canvas that an agent is to hear of. Their saves are no part of it: "changed" stands for the first
 * save of a version.
 */
export const PERSON_KINDS: readonly EventKind[] = [
  "approved",
  "changed",
  "comment",
  "created",
  "interaction",
  "message",
  "proposal",
  "protected",
  "renamed",
  "restored",
  "review_closed",
  "sent",
  "setting",
  "status",
  "ticked",
];

/** What the owner can read later of who did it and when, although the canvas itself may be gone by then. */
export const AUDITED: ReadonlySet<EventKind> = new Set<EventKind>([
  "approved",
  "deleted",
  "brought_back",
  "purged",
  "exported",
  "shared",
  "unshared",
  "link_made",
  "link_revoked",
  "joined",
  "approvers_asked",
]);

/** A line of the owner's log of what was done with their canvases. */
export interface AuditLine {
  readonly canvasId: string;
  /** As it was called then. */
  readonly title: string;
  readonly kind: EventKind;
  readonly by: Author;
  /** ISO time. */
  readonly at: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface CanvasEvent extends NewEvent {
  readonly sequence: number;
}

/** What a pure operation asks the store to write, all in one transaction. */
export interface Change {
  readonly record: CanvasRecord;
  /** Versions sealed by this change: from now on readable for ever. */
  readonly sealed: readonly VersionRecord[];
  readonly events: readonly NewEvent[];
  /** Texts of the head to keep as points. The store thins them out: see document/versions/points.ts. */
  readonly points?: readonly PointRecord[];
  /** What came to stand inside open versions, in its order. */
  readonly moments?: readonly NewMoment[];
  /** The versions whose line is to be thinned out now: see document/versions/line.ts. */
  readonly thins?: readonly number[];
}
