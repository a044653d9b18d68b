import { characterName, codeName, mayHoldUnseen, unseenRuns } from "../text/unseen-characters.ts";

/** Different characters, and lines of each, that are named; the rest is counted. */
const MOST_NAMED = 6;
const MOST_LINES = 8;

/** One line about the characters in these lines that nobody sees, where the text itself must stay exact; none if there are none. */
export function unseenNote(lines: readonly string[], firstLine: number): string[] {
  const found = new Map<number, { count: number; readonly lines: number[] }>();
  lines.forEach((line, i) => {
    for (const { from, to } of mayHoldUnseen(line) ? unseenRuns(line) : []) {
      for (const char of line.slice(from, to)) {
        const code = char.codePointAt(0)!;
        // All tags count as one: a hidden sentence has many different ones.
        const name = code >= 0xe0000 && code < 0xe0100 ? 0xe0000 : code;
        const known = found.get(name) ?? { count: 0, lines: [] };
        known.count++;
        if (known.lines.at(-1) !== firstLine + i) known.lines.push(firstLine + i);
        found.set(name, known);
      }
    }
  });
  if (found.size === 0) return [];
  const named = [...found].slice(0, MOST_NAMED).map(([code, { count, lines: at }]) => {
    const { name } = characterName(code);
    const range = code === 0xe0000 ? "U+E0000 to U+E007F" : codeName(code);
    return `${count} × ${name} (${range}) in ${listed(at)}`;
  });
  const more = found.size > MOST_NAMED ? `; and ${found.size - MOST_NAMED} others` : "";
  return [`Characters in it that cannot be seen: ${named.join("; ")}${more}.`];
}

function listed(lines: readonly number[]): string {
  const shown = lines.slice(0, MOST_LINES).join(", ");
  const more = lines.length > MOST_LINES ? ` and ${lines.length - MOST_LINES} more` : "";
  return `${lines.length === 1 ? "line" : "lines"} ${shown}${more}`;
}
