import type { FileText } from "./file-text.ts";
import type { Trouble } from "./trouble.ts";

/** What lies on the disk. */
export type Disk =
  | ({ readonly kind: "text" } & FileText)
  | { readonly kind: "missing" }
  | { readonly kind: "trouble"; readonly trouble: Trouble };

/** The last text that file and canvas both had: what a merge starts from. */
export interface Seen {
  readonly text: string;
  readonly hash: string;
}

export type Action =
  /** Nothing to do: both are the same. */
  | { readonly kind: "rest" }
  /** Both came to the same text by themselves. */
  | { readonly kind: "agree"; readonly seen: Seen }
  /** The file is as we last saw it, and the canvas has moved on. */
  | { readonly kind: "write"; readonly text: string; readonly over: { readonly hash: string; readonly bom: boolean } }
  /** There is no file, and the person asked for one. */
  | { readonly kind: "write_new"; readonly text: string }
  /** The file has changed: its text goes into the canvas, merged from `base` (null: nothing in common is known). */
  | { readonly kind: "take"; readonly text: string; readonly hash: string; readonly base: string | null }
  | { readonly kind: "hold"; readonly trouble: Trouble };

/**
 * What has to happen next so that file and canvas say the same. A file is only ever written over when it is byte for byte
 * what we last saw: any other text on the disk goes into the canvas first. A file that is gone stays gone until asked for.
 */
export function decideSync(state: {
  readonly disk: Disk;
  readonly seen: Seen | null;
  /** The canvas's text; null: there is no canvas (any more). */
  readonly canvas: string | null;
  readonly writeAgain: boolean;
}): Action {
  const { disk, seen, canvas } = state;
  if (canvas === null) {
    const message =
      "stays as it is: its canvas was deleted. Bring it back in the page, or end this and open the file anew";
    return { kind: "hold", trouble: { code: "no_canvas", message } };
  }
  switch (disk.kind) {
    case "trouble":
      return { kind: "hold", trouble: disk.trouble };
    case "missing":
      if (state.writeAgain) return { kind: "write_new", text: canvas };
      return { kind: "hold", trouble: { code: "missing", message: "is gone; the canvas keeps its text" } };
    case "text": {
      const { text, hash, bom } = disk;
      if (text === canvas) return seen?.hash === hash ? { kind: "rest" } : { kind: "agree", seen: { text, hash } };
      if (seen?.hash === hash) return { kind: "write", text: canvas, over: { hash, bom } };
      // A byte order mark came or went: no change of the text.
      if (seen?.text === text) return { kind: "agree", seen: { text, hash } };
      return { kind: "take", text, hash, base: seen?.text ?? null };
    }
  }
}
