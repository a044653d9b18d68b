import type { Environment } from "./environment.ts";
import type { Inline } from "./tree.ts";

/** The inline content of a growing paragraph up to a place after which nothing before it can change. */
export interface Growing {
  /** Where the paragraph's text starts, in the document. */
  readonly start: number;
  /** Where to go on, relative to the top-level block. */
  readonly from: number;
  readonly nodes: readonly Inline[];
  readonly labels: Set<string> | null;
  readonly version: number;
  readonly marks: number;
}

/** What the projection of raw blocks to the tree needs to know of the document. */
export interface Projection extends Environment {
  readonly text: string;
  /** Changes whenever a definition or a footnote's number does. */
  readonly version: number;
  /** What the end of the text leaves open is shown as if it were closed. */
  readonly repair: boolean;
  growing: Growing | null;
  /** Whether one of the labels came to mean something else after that version. */
  changedSince(labels: ReadonlySet<string> | null, version: number): boolean;
}
