import type { TextChange } from "../diff/hunk.ts";
import { unescapeBeforeArrow, unescapeMarks } from "./critic-escapes.ts";
import type { CriticComment, CriticDocument } from "./critic-markup.ts";

const OPENER = /\{(\+\+|--|~~|>>|==)/g;
const CLOSERS: Readonly<Record<string, string>> = { "++": "++}", "--": "--}", "~~": "~~}", ">>": "<<}", "==": "==}" };

/** The text without its CriticMarkup, and what the marks said. A mark that is never closed is text. */
export function readCritic(text: string): CriticDocument {
  const suggestions: TextChange[] = [];
  const comments: CriticComment[] = [];
  const parts: string[] = [];
  let length = 0;
  let at = 0;
  let passage: { readonly from: number; readonly to: number; readonly end: number } | null = null;
  const put = (part: string): void => {
    parts.push(part);
    length += part.length;
  };
  const next = createSeeker(text);
  for (const opener of text.matchAll(OPENER)) {
    if (opener.index < at) continue;
    const mark = opener[1]!;
    const start = opener.index + 3;
    const end = next(CLOSERS[mark]!, start);
    if (end < 0) continue;
    const arrow = mark === "~~" ? next("~>", start) : start;
    if (mark === "~~" && (arrow < 0 || arrow + 2 > end)) continue;
    const inner = text.slice(start, end);
    put(unescapeMarks(text.slice(at, opener.index)));
    at = end + 3;
    const from = length;
    switch (mark) {
      case "++":
        suggestions.push({ from, to: from, insert: unescapeMarks(inner) });
        break;
      case "--":
        put(unescapeMarks(inner));
        suggestions.push({ from, to: length, insert: "" });
        break;
      case "~~":
        put(unescapeBeforeArrow(inner.slice(0, arrow - start)));
        suggestions.push({ from, to: length, insert: unescapeMarks(inner.slice(arrow - start + 2)) });
        break;
      case "==":
        put(unescapeMarks(inner));
        passage = { from, to: length, end: at };
        break;
      default: {
        const belongs = passage !== null && passage.end === opener.index;
        const place: { readonly from: number; readonly to: number } = belongs ? passage! : { from, to: from };
        comments.push({ from: place.from, to: place.to, body: unescapeMarks(inner) });
        // Several notes may follow one passage.
        if (belongs) passage = { ...passage!, end: at };
      }
    }
  }
  put(unescapeMarks(text.slice(at)));
  return { content: parts.join(""), suggestions, comments };
}

/** `indexOf` for positions that only grow: what was found ahead is not sought again, so a hostile text costs no more. */
function createSeeker(text: string): (sought: string, from: number) => number {
  const found = new Map<string, number>();
  return (sought, from) => {
    const known = found.get(sought);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    const at = text.indexOf(sought, from);
    found.set(sought, at);
    return at;
  };
}
