import { createLineIndex } from "../document/line-index.ts";
import { quoted } from "./quote-text.ts";

/** A long passage is named by its beginning and end: the model can read the rest. */
const LONGEST_QUOTE = 2_000;

export interface Asked {
  readonly canvasId: string;
  readonly version: number;
  readonly content: string;
  readonly from: number;
  readonly to: number;
  /** What the person wants, in words. */
  readonly wish: string;
}

/** The message that asks for one passage to be changed, and for nothing else. */
export function askAbout({ canvasId, version, content, from, to, wish }: Asked): string {
  const lineOf = createLineIndex(content);
  const first = lineOf(from);
  const last = lineOf(Math.max(from, to - 1));
  const lines = first === last ? `line ${first}` : `lines ${first}-${last}`;
  const asked = wish
    .trim()
    .replace(/\s+/g, " ")
    .replace(/[.!?…]$/u, "");
  return (
    `On canvas ${canvasId} (v${version}), ${lines}: ${asked}. ` +
    `The passage is ${quoted(content.slice(from, to), LONGEST_QUOTE)}. ` +
    "Change just this passage with edit_canvas and leave the rest as it is."
  );
}
