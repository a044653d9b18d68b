import { FRONT_MATTER_KEY, frontMatterEnd, MAX_FRONT_MATTER } from "../text/front-matter-end.ts";
import { RawBlock } from "./blocks/raw-block.ts";
import { sourceLines } from "./source-lines.ts";
import type { TextNode } from "./tree.ts";

const PERHAPS_KEY = /^(?:[#\w"'][^\n\r]{0,80})?$/;

/** The lines of front matter that has begun and not ended, for display while the text streams in; null if there is none. */
export function openFrontMatter(text: string): readonly TextNode[] | null {
  if (!text.startsWith("---") || text.length > MAX_FRONT_MATTER || frontMatterEnd(text) > 0) return null;
  const lines = sourceLines(text, 0, 0, text.length);
  if (lines[0]!.value.trimEnd() !== "---") return null;
  const first = lines[1]?.value ?? "";
  const isKey = FRONT_MATTER_KEY.test(first) || (lines.length < 3 && PERHAPS_KEY.test(first));
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
