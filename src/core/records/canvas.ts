/** A canvas as a record: document, comments, proposals, protections and what only the server keeps. Values only; nothing here acts. */
import type { Book, Told } from "./books.ts";
import type { HeadVersion } from "./history.ts";
import type { Interactions } from "./interactions.ts";
import type { Person, Sharing, Touch } from "./sharing.ts";

export const STATUSES = ["draft", "in_review", "approved", "archived"] as const;

export type Status = (typeof STATUSES)[number];

/** Who did something. `client` names the program it came through ("claude-ai", "widget"). */
export interface Author {
  readonly kind: "person" | "model";
  readonly name?: string;
  readonly subject?: string;
  readonly client?: string;
}

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
  readonly lastEditor: Author["kind"];
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
  /** The hash of what it said, where the canvas's owner deleted what another had written: with these words they may bring it back. */
  readonly said?: string;
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
  /** Who decided on it, where the server knows them. */
  readonly settledBy?: Person;
  /** What the person wrote in its place, when they settled it with words of their own. */
  readonly used?: string;
}

/** A range no model write may change. */
export interface Protection {
  readonly id: string;
  readonly anchor: Anchor;
  readonly createdAt: string;
  /** Who protected it, where the server knows them. */
  readonly by?: Person;
}

/** All that is needed to show and continue a canvas. */
export interface Checkpoint {
  readonly document: CanvasDocument;
  readonly comments: readonly CanvasComment[];
  readonly proposals: readonly Proposal[];
  readonly protections: readonly Protection[];
  /** The text without those of the person's edits that the model has not taken up. */
  readonly baseline: string;
  readonly approval: Approval | null;
  /** Those of whoever was asked, one each, of whichever text it was; none where nobody was. */
  readonly approvals?: readonly Approval[];
  /** Who is asked to approve; none: whoever may edit approves alone. */
  readonly approvers?: readonly Person[];
  /** Whose words are whose, as far as the server knows people; in the order of their places. */
  readonly touches?: readonly Touch[];
  /** Who gave it its name, where that is a person whom the server knows. */
  readonly namedBy?: Person;
  readonly settings: CanvasSettings;
  /** What the person did in its blocks, or in a dashboard that shows it; none before the first time. */
  readonly interactions?: Interactions;
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

/** A canvas as whatever is done to it needs it, wherever it is kept: a checkpoint, what every model has had of it, and what rules ask for. */
export interface Canvas extends Omit<Checkpoint, "baseline" | "told" | "kept" | "approvers"> {
  /** One for every model that came to it, the last active at the end. */
  readonly books: readonly Book[];
  readonly owner: string;
  /** Whom it is shared with; left out: nobody. */
  readonly sharing?: Sharing;
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
  /** How often people did something that agents are to hear of: events of people carry the number of their turn. */
  readonly turn?: number;
  /** The texts that it had last, the newest at the end, by the revision in which each came to be. */
  readonly pastTexts?: readonly TextMark[];
  /** Notes of whoever keeps it. Of these only `kept` is known to what is done to it. */
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** A canvas as the server keeps it. */
export interface CanvasRecord extends Canvas {
  /** The per-canvas key that widget-only tools must show. */
  readonly widgetKey: string;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** A text by its revision and its hash. */
export interface TextMark {
  readonly revision: number;
  readonly hash: string;
}

/** Send, a message, a form of a block, approval or leaving: the person has answered. Each answer has the next number. */
export interface Review {
  readonly number: number;
  readonly kind: "sent" | "approved" | "closed" | "message" | "interaction";
  /** Who answered, where the server knows them. */
  readonly by?: Person;
  readonly at: string;
  readonly version: number;
  readonly revision: number;
}

export interface PersonMessage {
  readonly id: string;
  /** Who said it, where the server knows them. */
  readonly by?: Person;
  readonly text: string;
  readonly at: string;
  /** The number of the answer that it was. */
  readonly review: number;
}
