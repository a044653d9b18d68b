import { RawBlock } from "./blocks/raw-block.ts";
import { trimEnd } from "./characters.ts";
import { lineEnd, nextLine, sourceLines } from "./source-lines.ts";
import type { TextNode } from "./tree.ts";

const MAX_LENGTH = 16_000;
const KEY = /^(?:#|[\w"'][^\n\r:]{0,80}:(?:\s|$))/;

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
  const limit = Math.min(text.length, MAX_LENGTH);
  if (!KEY.test(text.slice(start, lineEnd(text, start, Math.min(limit, start + 200))))) return 0;
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

const PERHAPS_KEY = /^(?:[#\w"'][^\n\r]{0,80})?$/;

/** The lines of front matter that has begun and not ended, for display while the text streams in; null if there is none. */
export function openFrontMatter(text: string): readonly TextNode[] | null {
  if (!text.startsWith("---") || text.length > MAX_LENGTH || frontMatterEnd(text) > 0) return null;
  const lines = sourceLines(text, 0, 0, text.length);
  if (lines[0]!.value.trimEnd() !== "---") return null;
  const first = lines[1]?.value ?? "";
  const isKey = KEY.test(first) || (lines.length < 3 && PERHAPS_KEY.test(first));
  if (!isKey) return null;
  // A last line that is empty or may be the closing one is not shown yet.
  return lines.slice(1, /^(?:-{0,2}|\.{0,2})$/.test(lines.at(-1)!.value) ? -1 : undefined);
}

/** The block for text[0, end), lines without the two marks. */
export function frontMatterBlock(text: string, end: number, root: RawBlock): RawBlock {
  const raw = new RawBlock("frontMatter", root, 0, 0);
  const lines = sourceLines(text, 0, 0, end);
  const marks = lines.filter((line) => line.value.trimEnd() === "---" || line.value.trimEnd() === "...");
  const closing = lines.indexOf(marks[1]!);
  raw.lines = lines.slice(1, closing);
  raw.to = lines[closing]!.to;
  raw.clean = false;
  raw.closed = true;
  return raw;
}
