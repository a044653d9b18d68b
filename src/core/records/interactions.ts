/** What the person did in a canvas that is no text: in a block that runs in it, or in a dashboard that shows it. Values only. */
import type { Person } from "./sharing.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** The verbs that agents know. Any other may be used, too. */
export const STANDARD_ACTIONS = [
  "click",
  "submit",
  "change",
  "select",
  "toggle",
  "dismiss",
  "navigate",
  "custom",
] as const;

/** One thing that was done, as a block or a dashboard says it. */
export interface Interaction {
  /** A UUID: done twice under one id it is done once. */
  readonly id: string;
  readonly action: string;
  /** What it was done to, by its id, name or label. */
  readonly element?: string;
  /** Left out: none. Every other value counts, 0, false and "" too. */
  readonly data?: Json;
  /** What the block is called that it was done in. */
  readonly block?: string;
  /** It was done in no block of the canvas, but in a dashboard that shows it. */
  readonly isPosted?: true;
}

/** The same as the canvas keeps it until a model surely got it; the whole of it stands in the log. */
export interface PersonInteraction {
  readonly id: string;
  /** Who it was, where the server knows them. */
  readonly by?: Person;
  /** ISO time. */
  readonly at: string;
  readonly action: string;
  readonly element?: string;
  /** As JSON, without what looks like a credential; cut where it is long. */
  readonly data?: string;
  readonly block?: string;
  readonly isPosted?: true;
}

export interface Interactions {
  /** The newest at the end. */
  readonly list: readonly PersonInteraction[];
  /** Those before them that no model surely got, and for which there was no room: so many, and what was done most. */
  readonly earlier?: {
    readonly count: number;
    /** The id of the newest of them: the next so many are others. */
    readonly last: string;
    readonly of: readonly { readonly action: string; readonly element?: string; readonly count: number }[];
  };
}
