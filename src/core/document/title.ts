/** Names of canvases: the first H1 until one is given, never empty, one line, no control characters. */
export const UNTITLED = "Untitled";
const LONGEST = 200;

/** A given name on one line, at most 200 characters; null when nothing is left of it. */
export function cleanTitle(given: string): string | null {
  // Bidirectional controls could turn the words around the title on screen and in the feedback.
  const line = given
    .replace(/[\p{Cs}\p{Cc}\p{Zl}\p{Zp}\u061c\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  if (line === "") return null;
  if (line.length <= LONGEST) return line;
  return `${line
    .slice(0, LONGEST - 1)
    .replace(/\p{Cs}$/u, "")
    .trimEnd()}…`;
}

/** The first H1 outside code, without its markup; "Untitled" where there is none. */
export function titleFromContent(content: string): string {
  let fence: string | null = null;
  let previous = "";
  let start = 0;
  while (start <= content.length) {
    const newline = content.indexOf("\n", start);
    const end = newline < 0 ? content.length : newline;
    // A line that long is no heading that anyone could use as a name; reading all of it would cost.
    const line = content.slice(start, Math.min(end, start + 2_000)).replace(/\r$/, "");
    start = end + 1;
    const mark: string | undefined = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (mark !== undefined && mark[0] === fence[0] && mark.length >= fence.length && line.trim() === mark)
        fence = null;
      continue;
    }
    if (mark !== undefined) {
      fence = mark;
      previous = "";
      continue;
    }
    const heading = /^ {0,3}#[ \t]/.test(line) ? headingText(line) : undefined;
    const underlined = /^ {0,3}=+[ \t]*$/.test(line) && previous !== "" ? previous : undefined;
    const title = cleanTitle(withoutMarkup((heading ?? underlined ?? "").slice(0, 2 * LONGEST)));
    if (title !== null) return title;
    previous = /^ {0,3}[^\s#>]/.test(line) ? line.trim() : "";
    if (newline < 0) break;
  }
  return UNTITLED;
}

/** What stands between the opening `#` and the closing ones, if any. */
function headingText(line: string): string {
  const text = line.trim().slice(1).trim();
  const open = text.replace(/#+$/, "");
  return open === "" || /[ \t]$/.test(open) ? open.trim() : text;
}

function withoutMarkup(text: string): string {
  return text
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|~~|`)(.+?)\1/g, "$2")
    .replace(/(^|\W)[*_](\S(?:.*?\S)?)[*_](?=\W|$)/g, "$1$2")
    .replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
