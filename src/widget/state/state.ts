import type { ChangeMark } from "../../core/diff/change-marks.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import type { Status, TextMark } from "../../core/records/canvas.ts";
import type {
  CommentOperation,
  MadeDecision,
  ProposalDecision,
  ProtectionOperation,
} from "../../core/records/operations.ts";
import { hashText } from "../../core/text/hash-text.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import type { BlockInteraction } from "../../protocol/widget-inputs.ts";
import type { Stream } from "../host/read-model-call.ts";

/** A text the server does not have, and the person's wish to keep it. */
export type Keeping =
  | { readonly kind: "offered" }
  | { readonly kind: "working" }
  | { readonly kind: "failed"; readonly why: string };

/** What work grew from, and by revision and hash the newest text of the store that it is known to follow. */
export interface Base extends TextMark {
  readonly content: string;
  /** The content is not that text, but something older or made of several: it must go with the save. */
  readonly apart?: true;
}

/** `hash`: of the content, where it is known. */
export function baseAt(revision: number, content: string, hash: string = hashText(content)): Base {
  return { revision, content, hash };
}

/** The store's text at that revision is known, and the work grew from another. */
export function baseApart(content: string, known: TextMark): Base {
  return { revision: known.revision, hash: known.hash, content, apart: true };
}

/** Its words stand in the draft, or the server puts them in. */
export type LocalDecision = ProposalDecision & Pick<MadeDecision, "was" | "put">;

/** The person's changes that are not text and not yet in a save. Offsets are into the draft. */
export interface LocalChanges {
  readonly title: string | null;
  readonly comments: readonly CommentOperation[];
  readonly decisions: readonly LocalDecision[];
  readonly suggestOnly: boolean | null;
  readonly protect: readonly ProtectionOperation[];
  /** What they did in blocks of the canvas. */
  readonly interactions: readonly BlockInteraction[];
}

export interface StatusWish {
  readonly to: Status;
  readonly note?: string;
}

/** One save as it went out, kept until it is answered: a retry is the same save with the same key. */
export interface Outgoing {
  readonly saveKey: string;
  readonly base: Base;
  /** The whole draft when it went out; absent when the text was as the server had it. */
  readonly content: string | null;
  /** What makes it of the base's content. */
  readonly changes: readonly TextChange[];
  /** This server has read no changes, or the save went out before they could be named: it goes with its whole text. */
  readonly isWhole?: true;
  readonly local: LocalChanges;
  readonly status: StatusWish | null;
  readonly sent: boolean;
  /** The text is what the person suggests: its changes become proposals. */
  readonly suggest: boolean;
  /** A message is about to name this version. */
  readonly seal: boolean;
  /** The person left with this text. */
  readonly left?: boolean;
  /** The server asked for the base text. */
  readonly withBase: boolean;
}

/** How safe the draft is. `kept`: does the browser hold what the server does not? */
export type SaveState =
  | { readonly kind: "saved" }
  | { readonly kind: "edited" }
  | { readonly kind: "saving" }
  | { readonly kind: "browser"; readonly why: BrowserOnly }
  /**
   * `gone`: the server has this canvas no more; only a copy can be saved. `tooLong`: it takes no text of this length, and is
   * asked again once it is shorter.
   */
  | {
      readonly kind: "failed";
      readonly why: string;
      readonly kept: boolean;
      readonly gone: boolean;
      readonly tooLong?: true;
      /** They may not, any more: it is not tried again. */
      readonly forbidden?: true;
    };
/** "no_storage": nor does the browser keep anything: the text is there as long as the page. */
export type BrowserOnly = "no_server" | "no_key" | "no_storage" | "unreachable";

/** Send to the assistant. `prompt`: the host takes no message, so the person gets the words to copy. */
export type Sending =
  | { readonly kind: "none" }
  | { readonly kind: "working" }
  /** Not sent: the text has become another than the one that the person saw, which this is. */
  | { readonly kind: "moved"; readonly seen: string }
  /** The host has the message and has not answered: it may be asking its person. */
  | { readonly kind: "asked"; readonly text: string }
  | {
      readonly kind: "prompt";
      readonly text: string;
      readonly refused: string | null;
      /** The host may still answer. */
      readonly asked?: true;
    };

export interface Incoming {
  readonly stream: Stream;
  /** All of it has arrived; the tool has not answered yet. */
  readonly settled: boolean;
}

/** What the model changed and the person has not yet said "Got it" to. Offsets are into the draft. */
export interface Marked {
  readonly marks: readonly ChangeMark[];
  /** Texts before the person's own changes took marks away, the newest at the end: with undo these come back. */
  readonly removed: readonly { readonly text: string; readonly marks: readonly ChangeMark[] }[];
}

export const NOTHING_MARKED: Marked = { marks: [], removed: [] };

/** A canvas that can be read and edited. */
export interface Ready {
  readonly phase: "ready";
  /** The canvas as the server (or, without one, this widget) last knew it. */
  readonly view: CanvasView;
  /** "browser": this host lets no widget reach its server, or has handed over no key to the canvas. */
  readonly home: "server" | "browser";
  /** What the draft grew from; the next save names it. */
  readonly base: Base;
  /** The texts that the draft has grown from in this life, the newest at the end. */
  readonly past: readonly TextMark[];
  /** The text on screen, with its own line endings. */
  readonly draft: string;
  /** What was done to the base's content, as one list: it makes the draft of it. */
  readonly fromBase: readonly TextChange[];
  /** The same since the save that is under way went out, from the text that this save has; without one it says nothing. */
  readonly fromSent: readonly TextChange[];
  /** A text that the person put there otherwise than by typing (they restored it): undo takes it back. Null: none. */
  readonly ownText: string | null;
  readonly marked: Marked;
  readonly local: LocalChanges;
  readonly outgoing: Outgoing | null;
  readonly save: SaveState;
  /** The person changed something since this widget opened. Until then nothing is published. */
  readonly touched: boolean;
  readonly editing: boolean;
  /** "Suggest my edits": what is typed is offered, not put in force, when the person is done. */
  readonly suggesting: boolean;
  /** The model is writing this canvas again, in this widget. */
  readonly incoming: Incoming | null;
  /** The version that this widget, which stands for an older call of the model's, has followed to. */
  readonly superseded: number | null;
  /** Nobody could be asked whether this is the newest text: the server cannot be reached, or no widget may call it. */
  readonly unsure: boolean;
  readonly sending: Sending;
}

/** Why a call's text has no canvas here. "partial": the host hands over too little to open it, and it is well. */
export type DetachedReason = "refused" | "unknown" | "unreachable" | "partial";

export type WidgetState =
  | { readonly phase: "connecting" }
  | { readonly phase: "failed"; readonly why: string }
  | { readonly phase: "idle" }
  | { readonly phase: "streaming"; readonly stream: Stream }
  | { readonly phase: "settling"; readonly stream: Stream }
  /** The first write was stopped: what had arrived stands here, nowhere else. */
  | { readonly phase: "stopped"; readonly stream: Stream; readonly keeping: Keeping }
  /** The text of a call whose canvas is not there: the server refused it, forgot it, or cannot be asked. */
  | {
      readonly phase: "detached";
      readonly stream: Stream;
      readonly reason: DetachedReason;
      readonly message: string;
      readonly keeping: Keeping;
    }
  /** Somebody else's canvas that is not there for this person any more. `words`: what they wrote and never saved. */
  | {
      readonly phase: "unshared";
      readonly id: string;
      readonly title: string;
      readonly owner: string;
      readonly words: string;
    }
  /** The board of show_board, which is kept beside the canvas. */
  | { readonly phase: "board" }
  | Ready;

export const NO_CHANGES: LocalChanges = {
  title: null,
  comments: [],
  decisions: [],
  suggestOnly: null,
  protect: [],
  interactions: [],
};

export function hasLocalChanges(local: LocalChanges): boolean {
  const { title, comments, decisions, suggestOnly, protect, interactions } = local;
  const listed = comments.length + decisions.length + protect.length + interactions.length;
  return listed > 0 || title !== null || suggestOnly !== null;
}

/** Where a canvas rests that is saved. */
export function savedIn(home: Ready["home"], view: CanvasView): SaveState {
  return home === "server" ? { kind: "saved" } : { kind: "browser", why: whyInBrowser(view) };
}

/** Without a key no server would listen, whatever the host lets through. */
export function whyInBrowser(view: CanvasView): BrowserOnly {
  return view.key === "" ? "no_key" : "no_server";
}

/** Is there anything that no answered save holds? */
export function isDirty(ready: Ready): boolean {
  return ready.draft !== ready.base.content || hasLocalChanges(ready.local) || ready.outgoing !== null;
}

export function isReadOnly(ready: Ready): boolean {
  return ready.view.checkpoint.document.status === "archived";
}
