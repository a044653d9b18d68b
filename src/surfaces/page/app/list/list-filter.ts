import type { Status } from "../../../../core/records/canvas.ts";

/** What of the canvases is listed. null: all that are not archived. */
export type ListFilter = Status | "bin" | null;

/** What the person looks for, kept while the tab is: who comes back from a canvas finds the list as it was. */
export interface Looking {
  readonly typed: string;
  readonly filter: ListFilter;
}

export const LOOKING_AT_ALL: Looking = { typed: "", filter: null };
