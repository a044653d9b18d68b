import { countLiteralBreaks, literalBreaksOf } from "./literal-breaks.ts";
import { proseLines, withoutCodeSpans } from "./prose-lines.ts";

/**
 * How many line breaks of an edit's replacement are written out as a backslash and an "n", where that is a fault: at
 * least two, no real line break, none in the canvas, and the passage that it replaces is not code. Otherwise 0.
 */
export function literalBreaks(
  { find, replace }: { readonly find: string; readonly replace: string },
  content: string,
): number {
  const count = literalBreaksOf(replace);
  if (count === 0 || countLiteralBreaks(content) > 0 || isInCode(content, find)) return 0;
  return count;
}

const firstLine = (text: string): string => text.split("\n", 1)[0]!.trim();

/** Whether the first place of a passage lies in a code block or a code span. */
function isInCode(content: string, find: string): boolean {
  const from = find === "" ? -1 : content.indexOf(find);
  if (from < 0) return false;
  const line = content.slice(0, from).split("\n").length;
  for (const one of proseLines(content)) {
    if (one.line === line) return one.code || !withoutCodeSpans(one.text).includes(withoutCodeSpans(firstLine(find)));
  }
  return false;
}
