import { lineEdits } from "../../core/diff/line-edits.ts";
import { splitLines } from "../../core/text/split-lines.ts";
import { printable } from "../terminal/printable.ts";

const AROUND = 2;
const SECRET = /((?:key|token|secret|password|credential|authorization)\w*["']?\s*[:=]\s*)\S.*/i;

/** What changes between two texts, as lines with - and +, with a few lines around each place, without their secrets. */
export function showChange(before: string, after: string): string {
  const a = splitLines(before);
  const b = splitLines(after);
  const shown: string[] = [];
  let said = 0;
  const edits = lineEdits(a, b);
  edits.forEach(({ aFrom, aTo, bFrom, bTo }, i) => {
    const from = Math.max(said, aFrom - AROUND);
    if (from > said) shown.push("  …");
    said = Math.min(edits[i + 1]?.aFrom ?? a.length, aTo + AROUND);
    shown.push(
      ...a.slice(from, aFrom).map((line) => `  ${around(line)}`),
      ...a.slice(aFrom, aTo).map((line) => `- ${bare(line)}`),
      ...b.slice(bFrom, bTo).map((line) => `+ ${bare(line)}`),
      ...a.slice(aTo, said).map((line) => `  ${around(line)}`),
    );
  });
  if (said < a.length) shown.push("  …");
  return shown.map((line) => `${line}\n`).join("");
}

const bare = (line: string): string => printable(line.replace(/[\r\n]+$/, ""), { lines: true });
const around = (line: string): string => bare(line).replace(SECRET, "$1…");
