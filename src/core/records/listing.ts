import type { Author, Status } from "./canvas.ts";

/** A canvas as lists show it. */
export interface CanvasListing {
  readonly id: string;
  /** Whose it is. */
  readonly owner: string;
  /** How many people it is shared with, and links that lead to it; left out: none. */
  readonly shared?: number;
  readonly title: string;
  readonly status: Status;
  readonly version: number;
  readonly revision: number;
  readonly updatedAt: string;
  readonly createdAt: string;
  readonly lastEditor: Author["kind"];
  readonly words: number;
  /** Conflicts, and suggestions of models, that wait for the person. */
  readonly openProposals: number;
  /** The version that the person approved, as long as the status says so; an older one than `version`: the text has changed since. */
  readonly approved?: number;
  /** Kept from a stopped write, and the person has not worked on it since. */
  readonly kept?: true;
  /** What the model has not surely got of the person's doing: edits, comments, and the rest (decisions, messages, rules). */
  readonly newEdits: number;
  readonly newComments: number;
  readonly newOthers: number;
  /** The source around the first place in the text where something of the query stands, where that was asked for. */
  readonly passage?: string;
}
