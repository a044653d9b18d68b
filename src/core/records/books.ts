/** What each model has been told of a canvas, and what it has had to do with it. */
import type { Status } from "./canvas.ts";
import type { Person } from "./sharing.ts";

/** What one model has been told. Fingerprints name edits, comments, decisions and the like. */
export interface Told {
  /** The program of the model that this is about, as it named itself. Null: no model has come to this canvas yet. */
  readonly client: string | null;
  /** Whose model it is, where the server knows its people. */
  readonly subject?: string;
  /** What it surely got. */
  readonly seen: readonly string[];
  /** What stood in a result that no later call has proven to have arrived, or went with a message. */
  readonly offered: readonly string[];
  /** The newest version that it can know whole; 0: none. The one to name while a newer one may still be typed on. */
  readonly knownVersion: number;
  /** The version that its last change of the text made; left out: none, or an earlier release does not say. */
  readonly writtenVersion?: number;
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
  /** Whose model it was, where the server knows its people. */
  readonly by?: Person;
}

/** What one model, by the name of its program and by whose it is, has had to do with a canvas. */
export interface Book {
  /** Empty: a program without a name. */
  readonly client: string;
  /** Whose model it is. Left out where the server knows no people, or did not when it was begun: then it is the owner's. */
  readonly subject?: string;
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
  /** The newest turn of the person's that it surely got all of. */
  readonly seenTurn?: number;
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
  /** The person's newest turn, where all that was new stood in it. */
  readonly turn?: number;
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
