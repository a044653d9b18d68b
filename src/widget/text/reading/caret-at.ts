/** A line that begins something of its own: typed text must not run into it. */
const OWN = /^\s*(?:[#>|`~<]|[-*+]\s|\d+[.)]\s)/;

/**
 * Where typing goes on in the block at `offset`: behind its last word. A paragraph that is broken into lines ends with
 * the last of them; an item, a row, a heading or a line of code with its own.
 */
export function caretAt(text: string, offset: number): number {
  const start = text.lastIndexOf("\n", Math.max(0, offset) - 1) + 1;
  let end = endOfLine(text, start);
  if (OWN.test(text.slice(start, Math.min(end, start + 200)))) return end;
  while (end < text.length) {
    const next = text.indexOf("\n", end) + 1;
    if (next === 0) break;
    const nextEnd = endOfLine(text, next);
    const head = text.slice(next, Math.min(nextEnd, next + 200));
    if (head.trim() === "" || OWN.test(head)) break;
    end = nextEnd;
  }
  return end;
}

/** Before the line's own break, whichever kind that is. */
function endOfLine(text: string, from: number): number {
  const feed = text.indexOf("\n", from);
  const end = feed < 0 ? text.length : feed;
  return end > from && text[end - 1] === "\r" ? end - 1 : end;
}
