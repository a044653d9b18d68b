import { isWhitespace } from "../../text/characters.ts";
import { labelEnd } from "../inline/link-parts.ts";
import { SourceText } from "../source-text.ts";
import { readDefinitions } from "./definitions.ts";
import type { Definition, RawBlock } from "./raw-block.ts";

/** What closing a block needs of the parser. */
export interface Definer {
  readonly text: string;
  steps: number;
  define(definition: Definition, top: RawBlock): void;
}

/** Ends a block: reads definitions and task boxes, and tells the parent where it ended. */
export function closeBlock(definer: Definer, raw: RawBlock, base: number): void {
  raw.closed = true;
  switch (raw.kind) {
    case "paragraph":
      takeDefinitions(definer, raw, base);
      if (raw.segments.length === 0) {
        raw.kind = "definitions";
        return;
      }
      findTask(definer.text, raw, base);
      break;
    case "quote":
    case "details":
    case "footnote":
    case "item":
    case "list": {
      if (raw.lastEndLine >= 0) {
        const hasOwnLines = raw.kind === "quote" || raw.kind === "details";
        raw.endLine = hasOwnLines ? Math.max(raw.endLine, raw.lastEndLine) : raw.lastEndLine;
      }
      for (let i = raw.children.length - 1; i >= 0; i--) {
        const child = raw.children[i]!;
        if (child.to > raw.to) raw.to = child.to;
        if (child.kind !== "definitions") break;
      }
      break;
    }
  }
  const { parent } = raw;
  if (!parent) return;
  const gap = parent.lastEndLine >= 0 && raw.startLine > parent.lastEndLine + 1;
  if (gap && parent.kind === "list") parent.loose = true;
  if (gap && parent.kind === "item" && parent.parent) parent.parent.loose = true;
  parent.lastEndLine = raw.endLine;
}

/**
 * Moves the definitions at the start of a paragraph out of it. With `whole` (the paragraph's text) only if there is
 * nothing else in it.
 */
export function takeDefinitions(definer: Definer, raw: RawBlock, base: number, whole?: SourceText): void {
  const { segments } = raw;
  if (segments.length === 0 || definer.text.charCodeAt(base + segments[0]!) !== 91) return;
  if (whole === undefined && !startsWithLabel(definer.text, segments, base)) return;
  const source = whole ?? SourceText.ofLines(definer.text, base, segments, 0);
  const { s } = source;
  definer.steps += s.length;
  const { definitions, end } = readDefinitions(s);
  if (end === 0 || (whole !== undefined && end < s.length)) return;
  let top = raw;
  while (top.parent?.parent) top = top.parent;
  for (const definition of definitions) {
    const span = { from: source.at(definition.from), to: source.end(definition.to) };
    definer.define({ ...definition, ...span }, top);
  }
  let lines = 0;
  for (let at = s.indexOf("\n"); at >= 0 && at < end; at = s.indexOf("\n", at + 1)) lines++;
  if (end >= s.length) lines = segments.length / 2;
  raw.segments = segments.slice(lines * 2);
  if (raw.segments.length > 0) raw.from = raw.segments[0]!;
}

/** Whether a paragraph starts with "[label]:", looking no further than a label can reach. */
function startsWithLabel(text: string, segments: readonly number[], base: number): boolean {
  let lines = 0;
  for (let length = 0; lines * 2 < segments.length && length < 1100; lines++) {
    length += segments[lines * 2 + 1]! - segments[lines * 2]! + 1;
  }
  const { s } = SourceText.ofLines(text, base, segments.slice(0, lines * 2), 0);
  const end = labelEnd(s, 0);
  return end > 0 && s.charCodeAt(end) === 58;
}

/** "[ ] " or "[x] " before other text, at the start of an item's first paragraph. */
function findTask(text: string, raw: RawBlock, base: number): void {
  const item = raw.parent;
  if (item?.kind !== "item" || item.children[0] !== raw || item.taskAt >= 0) return;
  const from = raw.segments[0]!;
  const at = base + from;
  if (text.charCodeAt(at) !== 91 || text.charCodeAt(at + 2) !== 93) return;
  const mark = text[at + 1]!;
  if (mark !== " " && mark !== "x" && mark !== "X") return;
  const lineEnd = base + raw.segments[1]!;
  if (at + 3 > lineEnd) return;
  let next = at + 3;
  while (next < lineEnd && isWhitespace(text.charCodeAt(next))) next++;
  if (next < lineEnd ? next === at + 3 : raw.segments.length <= 2) return;
  item.taskAt = from;
  item.checked = mark !== " ";
}
