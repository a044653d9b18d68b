/** 1-based and inclusive, as editors count lines. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** One changed run of lines between two contents. */
export type DiffHunk =
  | {
      readonly type: "added";
      readonly originalRange?: undefined;
      readonly modifiedRange: LineRange;
      readonly original?: undefined;
      readonly modified: string;
      readonly after: number;
      /** The lines of the original that these are, moved here unchanged. */
      readonly movedFrom?: LineRange;
    }
  | {
      readonly type: "removed";
      readonly originalRange: LineRange;
      readonly modifiedRange?: undefined;
      readonly original: string;
      readonly modified?: undefined;
      readonly after: number;
      /** The lines that these became elsewhere, unchanged. */
      readonly movedTo?: LineRange;
    }
  | {
      readonly type: "modified";
      readonly originalRange: LineRange;
      readonly modifiedRange: LineRange;
      readonly original: string;
      readonly modified: string;
      /** Nothing but spaces, indentation or line endings differs. */
      readonly whiteSpaceOnly?: true;
    };

/** Replace source[from, to) by `insert`. A list of them is ordered, disjoint, and all offsets are in the text before. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
}

/** Where two texts that changed the same words meet: `text.slice(from, to)` is mine; `theirs` stands beside it. */
export interface MergeConflict {
  readonly from: number;
  readonly to: number;
  readonly mine: string;
  readonly theirs: string;
  readonly base: string;
}
export interface MergeResult {
  readonly text: string;
  readonly conflicts: readonly MergeConflict[];
}
