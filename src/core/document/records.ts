/** The records of a canvas: the words of DESIGN section 2 as types. Values only; nothing here acts. */

export const STATUSES = ["draft", "in_review", "approved", "archived"] as const;
export type Status = (typeof STATUSES)[number];

/** Who did something. `client` names the program it came through ("claude-ai", "widget"). */
export interface Author {
  readonly kind: "person" | "model";
  readonly name?: string;
  readonly subject?: string;
  readonly client?: string;
}

/** What the specification says on the wire for the two kinds of author. */
export type WireAuthor = "user" | "claude";

export interface CanvasDocument {
  readonly id: string;
  /** The given title, or the first H1, or "Untitled". Never empty. */
  readonly title: string;
  /** True once the model or the person named it: then the first H1 no longer does. */
  readonly titleGiven: boolean;
  readonly content: string;
  readonly status: Status;
  /** ISO times. */
  readonly createdAt: string;
  readonly updatedAt: string;
  /** What people and models see: v1, v2, … */
  readonly version: number;
  /** +1 on every save by anybody. */
  readonly revision: number;
  readonly lastEditor: WireAuthor;
}

/**
 * Where a comment or proposal is attached: UTF-16 offsets into `content` at `revision`.
 * It is attached when `content.slice(offset, offset + length) === quotedText`; otherwise it is an orphan, which
 * keeps its last quote and its last known place. So being orphaned is derived, never stored.
 */
export interface Anchor {
  readonly quotedText: string;
  readonly offset: number;
  readonly length: number;
  /** Up to 32 characters before and after the quote. */
  readonly prefix: string;
  readonly suffix: string;
  readonly revision: number;
}

export interface CanvasComment {
  readonly id: string;
  /** null: on the whole document (a reply has the anchor of its thread's first comment: null here). */
  readonly anchor: Anchor | null;
  readonly body: string;
  readonly author: WireAuthor;
  readonly by: Author;
  readonly createdAt: string;
  readonly editedAt?: string;
  readonly resolved: boolean;
  /** The id of the first comment of the thread that this answers. */
  readonly replyTo?: string;
  /** The version in which the model says it dealt with this. */
  readonly addressedIn?: number;
  /** A tombstone: the body is emptied, the id never comes back. */
  readonly deleted?: true;
}

export type ProposalKind = "conflict" | "suggestion";
export type ProposalState = "open" | "kept" | "taken" | "both" | "edited" | "rejected" | "accepted";

/** Text offered but not in force. `anchor` marks the text in force that `text` would replace (length 0: an insertion). */
export interface Proposal {
  readonly id: string;
  readonly kind: ProposalKind;
  readonly by: Author;
  readonly anchor: Anchor;
  /** The offered text. */
  readonly text: string;
  /** For a conflict: what both started from. */
  readonly base?: string;
  readonly reason?: string;
  readonly createdAt: string;
  /** The version whose making raised it. */
  readonly version: number;
  readonly state: ProposalState;
  readonly settledAt?: string;
  /** What the person wrote in its place, when they settled it with words of their own. */
  readonly used?: string;
}

/** A range no model write may change. */
export interface Protection {
  readonly id: string;
  readonly anchor: Anchor;
  readonly createdAt: string;
}

/** All that is needed to show and continue a canvas. */
export interface Checkpoint {
  readonly document: CanvasDocument;
  readonly comments: readonly CanvasComment[];
  readonly proposals: readonly Proposal[];
  readonly protections: readonly Protection[];
  /** The baseline: the text as the model last submitted it, before anything was merged into it. */
  readonly claudeContent: string;
  readonly approval: Approval | null;
  readonly settings: CanvasSettings;
  /** How much of the person's doing the model has been told, and has shown to know. */
  readonly told: Told;
}

/** The approval, with the revision that the person saw. */
export interface Approval {
  readonly revision: number;
  readonly version: number;
  readonly at: string;
  readonly by: Author;
  readonly note?: string;
}

export interface CanvasSettings {
  /** "Claude suggests instead of changing". */
  readonly suggestOnly: boolean;
}

/** What has stood in a result or an accepted message. `marks` are the fingerprints of hunks, comments and decisions told. */
export interface Told {
  /** The newest revision whose feedback was offered to the model. 0: none. */
  readonly offeredRevision: number;
  /** The newest revision that a later call of the model named. 0: none. */
  readonly seenRevision: number;
  readonly marks: readonly string[];
  /** The version of the newest offer: a call that names it or a newer one has seen the offer. */
  readonly offeredVersion?: number;
}

/** A checkpoint with what only the server needs. */
export interface CanvasRecord extends Checkpoint {
  readonly owner: string;
  /** The per-canvas key that widget-only tools must show. */
  readonly widgetKey: string;
  /** The head version: open while one author keeps editing. */
  readonly head: HeadVersion;
  /** Who named it, once somebody did: the person's name for it outlives the model's. */
  readonly titledBy?: Author["kind"];
  /** Who set the status last, and in which revision: the person wins a tie. */
  readonly statusSet?: { readonly by: Author["kind"]; readonly revision: number };
  /** What the model really submitted last, once accepted suggestions have moved the baseline on from it. */
  readonly submitted?: string;
  /** The person's last answer to whoever waits for a review; none before the first. */
  readonly review?: Review;
  /** What the person said outside of text and comments, until a model was told; a few that were told are kept. */
  readonly messages?: readonly PersonMessage[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Send, a message, approval or leaving: the person has answered. Each answer has the next number. */
export interface Review {
  readonly number: number;
  readonly kind: "sent" | "approved" | "closed" | "message";
  readonly at: string;
  readonly version: number;
  readonly revision: number;
  readonly shown: Shown;
}

/** Whether a model was shown it. "perhaps": it stood in an answer that the client may have given up waiting for. */
export type Shown = "no" | "perhaps" | "yes";

export interface PersonMessage {
  readonly id: string;
  readonly text: string;
  readonly at: string;
  /** The number of the answer that it was. */
  readonly review: number;
  readonly shown: Shown;
}

export interface HeadVersion {
  readonly by: Author;
  /** ISO time at which this version was opened. */
  readonly openedAt: string;
  readonly sealed: boolean;
  /** The revision in which the content last changed: a save based on it or on a newer one needs no merge. */
  readonly contentRevision?: number;
  /** Becomes the version's label when it is sealed. */
  readonly label?: string;
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
  | "deleted";
export interface CanvasEvent extends NewEvent {
  readonly sequence: number;
}

/** What a pure operation asks the store to write, all in one transaction. */
export interface Change {
  readonly record: CanvasRecord;
  /** Versions sealed by this change: from now on readable for ever. */
  readonly sealed: readonly VersionRecord[];
  readonly events: readonly NewEvent[];
}

/** Operations on comments, as they travel in a save. Ids of new comments are the client's, checked by the server. */
export type CommentOperation =
  | {
      readonly op: "add";
      readonly id: string;
      readonly body: string;
      readonly anchor: { readonly offset: number; readonly length: number; readonly quotedText: string } | null;
    }
  | { readonly op: "reply"; readonly id: string; readonly replyTo: string; readonly body: string }
  | { readonly op: "edit"; readonly id: string; readonly body: string }
  | { readonly op: "delete"; readonly id: string }
  | { readonly op: "undelete"; readonly id: string; readonly body: string }
  | { readonly op: "resolve"; readonly id: string }
  | { readonly op: "reopen"; readonly id: string }
  | { readonly op: "attach"; readonly id: string; readonly offset: number; readonly length: number };

/** `reopen` takes a decision back; the text that goes with it is the save's own. */
export type ProposalDecision =
  | { readonly id: string; readonly decision: "keep" | "take" | "both" | "accept" | "reject" }
  | { readonly id: string; readonly decision: "reopen" }
  | { readonly id: string; readonly decision: "edit"; readonly text: string };

/** What the person protects and frees, as it travels in a save. */
export type ProtectionOperation =
  | {
      readonly op: "add";
      readonly id: string;
      readonly offset: number;
      readonly length: number;
      readonly quotedText: string;
    }
  | { readonly op: "remove"; readonly id: string };
