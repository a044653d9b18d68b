import { trimEnd } from "./characters.ts";
import { lineEnd, nextLine } from "./split-lines.ts";

export const MAX_FRONT_MATTER = 16_000;
/** How its first line begins. */
export const FRONT_MATTER_KEY = /^(?:#|[\w"'][^\n\r:]{0,80}:(?:\s|$))/;

/**
 * Where the front matter at the start of a text ends (after its closing line), or 0 if there is none: "---", a first line
 * that names a key or is a comment, and a closing "---" or "..." within 16,000 characters. Without the closing line it is
 * ordinary markdown.
 */
export function frontMatterEnd(text: string): number {
  if (!text.startsWith("---")) return 0;
  const firstEnd = lineEnd(text, 3, Math.min(text.length, 200));
  if (trimEnd(text, 3, firstEnd) !== 3 || firstEnd >= text.length) return 0;
  let start = nextLine(text, firstEnd);
  const limit = Math.min(text.length, MAX_FRONT_MATTER);
  if (!FRONT_MATTER_KEY.test(text.slice(start, lineEnd(text, start, Math.min(limit, start + 200))))) return 0;
  while (start < limit) {
    const end = lineEnd(text, start, limit);
    const content = trimEnd(text, start, end) - start;
    if (content === 3 && (text.startsWith("---", start) || text.startsWith("...", start))) {
      return end < text.length ? nextLine(text, end) : text.length;
    }
    if (end >= limit) return 0;
    start = nextLine(text, end);
  }
  return 0;
}
