/** Lines with their terminators (`\n`, `\r\n` or `\r`), so `splitLines(t).join("") === t`. The empty text has no lines. */
export function splitLines(text: string): string[] {
  const lines: string[] = [];
  if (!text.includes("\r")) {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      lines.push(text.slice(start, end + 1));
      start = end + 1;
    }
    if (start < text.length) lines.push(text.slice(start));
    return lines;
  }
  const terminator = /\r\n?|\n/g;
  let start = 0;
  while (terminator.exec(text)) {
    lines.push(text.slice(start, terminator.lastIndex));
    start = terminator.lastIndex;
  }
  if (start < text.length) lines.push(text.slice(start));
  return lines;
}

/** The terminator of a line that `splitLines` made: "" for a last line without one. */
export function terminatorOf(line: string): "" | "\n" | "\r\n" | "\r" {
  if (line.endsWith("\r\n")) return "\r\n";
  if (line.endsWith("\n")) return "\n";
  return line.endsWith("\r") ? "\r" : "";
}

/** Whether `at` lies inside a `\r\n`. */
export function partsTerminator(text: string, at: number): boolean {
  return text[at - 1] === "\r" && text[at] === "\n";
}

/** A line without its terminator. */
export function bareLine(line: string): string {
  return line.slice(0, line.length - terminatorOf(line).length);
}

/** The offset at which each line starts, and the text's length at the end: one entry more than there are lines. */
export function lineStarts(lines: readonly string[]): number[] {
  const starts: number[] = [0];
  let at = 0;
  for (const line of lines) {
    at += line.length;
    starts.push(at);
  }
  return starts;
}

/** The end of the line that `from` is in, without its terminator, at most `to`. */
export function lineEnd(text: string, from: number, to: number): number {
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return to;
}

/** The offset after the terminator at `at`. */
export const nextLine = (text: string, at: number): number =>
  text.charCodeAt(at) === 13 && text.charCodeAt(at + 1) === 10 ? at + 2 : at + 1;

/** The line (from 1) on which an offset stands; each lookup is a binary search. The text is read for the first one. */
export function createLineIndex(text: string): (offset: number) => number {
  let index: readonly number[] | null = null;
  return (offset) => {
    index ??= startsAfterFeeds(text);
    const starts = index;
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (starts[middle]! <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

function startsAfterFeeds(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
