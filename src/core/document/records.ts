/** The records of a canvas: the words of DESIGN section 2 as types. Values only; nothing here acts. Long because all of them are here. */

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
  /** The person asked: the thread wants an answer, and no edit unless its words ask for one. */
  readonly question?: true;
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
/** "withdrawn": its author took it back, or made a newer one in its place. */
export type ProposalState = "open" | "kept" | "taken" | "both" | "edited" | "rejected" | "accepted" | "withdrawn";

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
  /** The baseline: the text without those of the person's edits that the model has not taken up. */
  readonly claudeContent: string;
  readonly approval: Approval | null;
  readonly settings: CanvasSettings;
  /** How much of the person's doing the model has been told, and surely got. */
  readonly told: Told;
  /** Kept from a stopped write, and the person has not worked on it since: nothing shows that any of it is theirs. */
  readonly kept?: true;
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

/** What one model has been told. Fingerprints name edits, comments, decisions and the like. */
export interface Told {
  /** The program of the model that this is about, as it named itself. Null: no model has come to this canvas yet. */
  readonly client: string | null;
  /** What it surely got. */
  readonly seen: readonly string[];
  /** What stood in a result that no later call has proven to have arrived, or went with a message. */
  readonly offered: readonly string[];
  /** The newest version that it can know whole; 0: none. The one to name while a newer one may still be typed on. */
  readonly knownVersion: number;
  /** The revision that the person sent last, by whatever way; none: they have sent nothing yet. */
  readonly sent?: number;
  /** What other models have written since it came, by version. */
  readonly others?: readonly OtherWrite[];
  /** Edits and rules that it has heard of, in words. */
  readonly heard?: readonly HeardWords[];
  /** Proposals whose decision it has heard of, and which wait again. */
  readonly reopened?: readonly string[];
}

/** What a model was told of something that the person may take back. */
export interface HeardWords {
  readonly mark: string;
  /** In one line. */
  readonly text: string;
  /** Some words by which a later change of the same place is known. */
  readonly words: string;
}

export interface OtherWrite {
  readonly version: number;
  readonly client: string;
}

/** What one model, by the name of its program, has had to do with a canvas. */
export interface Book {
  /** Empty: a program without a name. */
  readonly client: string;
  /** What the person's edits are measured against: the text without those of them that this model has not taken up. */
  readonly baseline: string;
  /** What it last submitted, with its own later edits made to it. None: it has submitted nothing. */
  readonly submitted?: string;
  /** The version that its last change of the text made; 0: none. */
  readonly writtenVersion: number;
  /** The newest version whose whole text it was surely shown, or wrote; 0: none. */
  readonly shownVersion: number;
  /** The newest version that it can know whole: by its text, or by its own text and all the news since. */
  readonly knownVersion: number;
  /** The newest version of a result that surely arrived. */
  readonly provenVersion: number;
  /** The newest revision that a result for it was made of. */
  readonly offeredRevision: number;
  /** The number of the person's last answer that it surely got. */
  readonly seenReview: number;
  readonly seen: readonly string[];
  readonly offers: readonly Offer[];
  readonly others: readonly OtherWrite[];
  readonly heard: readonly HeardWords[];
  readonly reopened: readonly string[];
  /** A whole text that is being read page by page: so far up to this line. */
  readonly reading?: { readonly version: number; readonly upTo: number };
  /** A rewrite that looked incomplete, until it is confirmed or forgotten. */
  readonly held?: HeldRewrite;
}

/** What one result told a model, until a later call proves that it arrived. */
export interface Offer {
  readonly marks: readonly string[];
  /** Of the edits and rules among them. */
  readonly words?: readonly HeardWords[];
  readonly version: number;
  /** What went with a message of the person's is never proven: nobody knows what the host passed on. */
  readonly by: "result" | "message";
  /** The whole text; all news without a gap; or less than that. */
  readonly shows: "text" | "news" | "part";
  /** The number of the person's answer that stood in it; 0: none. */
  readonly review: number;
  /** Its connection, and the number of the call that it answers: one that came after the answer proves that it arrived. */
  readonly connection?: string;
  readonly call: number;
  /** ISO time. Where there are no connections, a call received after it is the proof. */
  readonly at: string;
  /** The client may have given up waiting for it: then only a call that names its version is a proof. */
  readonly isSure: boolean;
}

export interface HeldRewrite {
  readonly token: string;
  readonly content: string;
  /** ISO time at which it was sent. */
  readonly at: string;
  readonly baseVersion?: number;
  /** What else the call asked for. */
  readonly title?: string;
  readonly status?: Status;
  readonly addresses: readonly string[];
  readonly comments: readonly { readonly body: string; readonly quote?: string; readonly replyTo?: string }[];
}

/** A canvas as the server keeps it: what every model has had of it, and what only the server needs. */
export interface CanvasRecord extends Omit<Checkpoint, "claudeContent" | "told" | "kept"> {
  /** One for every model that came to it, the last active at the end. */
  readonly books: readonly Book[];
  readonly owner: string;
  /** The per-canvas key that widget-only tools must show. */
  readonly widgetKey: string;
  /** The head version: open while one author keeps editing. */
  readonly head: HeadVersion;
  /** Who named it, once somebody did: the person's name for it outlives the model's. */
  readonly titledBy?: Author["kind"];
  /** Who set the status last, and in which revision: the person wins a tie. */
  readonly statusSet?: { readonly by: Author["kind"]; readonly revision: number };
  /** The person's last answer to whoever waits for a review; none before the first. */
  readonly review?: Review;
  /** What the person said outside of text and comments, until a model surely got it; a few later ones are kept. */
  readonly messages?: readonly PersonMessage[];
  /** The texts that it had last, the newest at the end, by the revision in which each came to be. */
  readonly pastTexts?: readonly TextMark[];
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A text by its revision and its hash. */
export interface TextMark {
  readonly revision: number;
  readonly hash: string;
}

/** Send, a message, approval or leaving: the person has answered. Each answer has the next number. */
export interface Review {
  readonly number: number;
  readonly kind: "sent" | "approved" | "closed" | "message";
  readonly at: string;
  readonly version: number;
  readonly revision: number;
}

export interface PersonMessage {
  readonly id: string;
  readonly text: string;
  readonly at: string;
  /** The number of the answer that it was. */
  readonly review: number;
}

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
  /** Becomes the version's label when it is sealed. */
  readonly label?: string;
}

/**
 * Why a text that stood inside a version was kept: much of it went with the next save; nobody had touched it for a while;
 * the person had left the page with it; or simply that some time had passed.
 */
export type PointReason = "removal" | "rest" | "left" | "interval";

/** A recovery point: a text that stood inside a version, without a number of its own. */
export interface PointSummary {
  /** That of the text: it names the point within its version. */
  readonly revision: number;
  /** ISO time at which the text came to stand. */
  readonly at: string;
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
  /** Texts of the head to keep as points. The store thins them out: see thin-points.ts. */
  readonly points?: readonly PointRecord[];
}

/** Operations on comments, as they travel in a save. Ids of new comments are the client's, checked by the server. */
export type CommentOperation =
  | {
      readonly op: "add";
      readonly id: string;
      readonly body: string;
      readonly anchor: { readonly offset: number; readonly length: number; readonly quotedText: string } | null;
      readonly question?: true | undefined;
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
  | ({ readonly id: string; readonly decision: "keep" | "take" | "both" | "accept" | "reject" } & Drawn)
  | { readonly id: string; readonly decision: "reopen" }
  | ({ readonly id: string; readonly decision: "edit"; readonly text: string } & Drawn);

/** What the person could read: `proposalMark` of the proposal as it was drawn. Left out by older widgets. */
interface Drawn {
  readonly seen?: string | undefined;
}

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
