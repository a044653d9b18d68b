import { wholeEnd } from "../../core/text/quote-text.ts";
import { type PageRoom, sizeIn } from "../../server/actions/reading/page-room.ts";

/**
 * The runtime replaces a result whose JSON is longer than 20 KB by the name of a file. A part, with what is said about it and
 * what the runtime puts around it, stays well below.
 */
const PART: PageRoom = { most: 18_000, in: "JSON bytes" };

/** A page of a text, so that the news, and the comments where they are few, have room beside it. */
export const PAGE: PageRoom = { most: 9_000, in: "JSON bytes" };

const MOST_KEPT = 50;
const TOKEN_LENGTH = 12;

/** Long results, passed on a part at a time. */
export interface Parts {
  /** The text, or its beginning and how to get the rest. */
  begin(text: string): string;
  /** The next part; null: it is not kept (any more). A part may be asked for again. */
  more(token: string): string | null;
}

export function createParts(randomId: (length: number) => string): Parts {
  const kept = new Map<string, string>();
  const give = (text: string): string => {
    if (sizeIn(PART, text) <= PART.most) return text;
    const cut = cutOf(text);
    const token = randomId(TOKEN_LENGTH);
    kept.set(token, text.slice(cut));
    // The oldest go: whoever still wants them can ask for the whole again.
    for (const old of [...kept.keys()].slice(0, -MOST_KEPT)) kept.delete(old);
    return `${text.slice(0, cut)}\n[This is not all: call the action more with part: "${token}" for what follows.]`;
  };
  return {
    begin: give,
    more: (token) => {
      const rest = kept.get(token);
      return rest === undefined ? null : give(rest);
    },
  };
}

/** Where a part ends: behind the last whole line that has room, or inside a line that is longer than a part. */
function cutOf(text: string): number {
  let [fits, tooLong] = [1, Math.min(text.length, PART.most) + 1];
  while (tooLong - fits > 1) {
    const middle = Math.floor((fits + tooLong) / 2);
    if (sizeIn(PART, text.slice(0, middle)) <= PART.most) fits = middle;
    else tooLong = middle;
  }
  const line = text.lastIndexOf("\n", fits - 1) + 1;
  return line > 0 ? line : Math.max(wholeEnd(text, fits), 1);
}
