import type { RawBlock } from "./blocks/raw-block.ts";
import { joinInline } from "./join-inline.ts";
import { leafSource, leafStart, parseInline } from "./project-inline.ts";
import type { Growing, Projection } from "./projection.ts";
import { sourceLines } from "./source-lines.ts";
import type { Block } from "./tree.ts";

/** The source of a block as it is, with the reason why it is not shown otherwise. */
export function plainBlock(raw: RawBlock, base: number, projection: Projection, reason: string): Block {
  const lines = sourceLines(projection.text, base, raw.from, raw.to);
  projection.steps += raw.to - raw.from;
  return { type: "plain", from: raw.from, to: raw.to, reason, lines };
}

/** Characters of a paragraph, beyond which it is shown as plain text. */
const MAX_LEAF = 100_000;

/** A paragraph, heading or summary. One that grows at the end of the text is read on from where it can still change. */
export function projectLeaf(raw: RawBlock, base: number, projection: Projection): Block {
  const { text, version } = projection;
  const { segments } = raw;
  if (raw.to - raw.from > MAX_LEAF) return plainBlock(raw, base, projection, "too long");
  const start = leafStart(text, raw, base);
  const isLast = base + segments[segments.length - 1]! + 2 >= text.length;
  const repair = isLast && projection.repair;
  const known = usable(projection, raw, base, start);
  const from = known?.from ?? start;
  const source = leafSource(text, raw, base, known ? lineOf(segments, from) : 0, from);
  const mode = repair ? "repaired" : "exact";
  if ((raw.nodeMode === "same" || raw.nodeMode === mode) && isCurrent(raw, source.s, from, projection)) {
    raw.nodeVersion = version;
    return raw.node!;
  }
  const result = parseInline(source, projection, repair, known?.marks ?? 0);
  const labels = known?.labels ?? raw.labels ?? result.labels;
  // Added in place: a paragraph of thousands of labels grows by one at a time.
  if (labels && result.labels && labels !== result.labels) for (const label of result.labels) labels.add(label);
  const { settled } = result;
  if (isLast && settled) {
    projection.growing = {
      start: base + start,
      from: source.at(settled.at),
      nodes: known ? joinInline(known.nodes, settled.nodes) : settled.nodes,
      labels,
      version,
      marks: settled.marks,
    };
  }
  raw.labels = labels;
  raw.nodeKey = source.s;
  raw.nodeFrom = from;
  raw.nodeMode = repair && !result.repaired ? "same" : mode;
  raw.nodeVersion = version;
  const span = { from: raw.from, to: raw.to };
  const children = known ? joinInline(known.nodes, result.nodes) : result.nodes;
  if (result.trouble !== "") raw.node = plainBlock(raw, base, projection, result.trouble);
  else if (raw.kind === "heading") {
    raw.node = { type: "heading", ...span, level: raw.level as 1 | 2 | 3 | 4 | 5 | 6, children };
  } else if (raw.kind === "summary") raw.node = { type: "summary", ...span, children };
  else raw.node = { type: "paragraph", ...span, children };
  return raw.node;
}

function isCurrent(raw: RawBlock, s: string, from: number, projection: Projection): boolean {
  const { node } = raw;
  return (
    node !== null &&
    raw.nodeFrom === from &&
    raw.nodeKey === s &&
    (node.type === raw.kind || node.type === "plain") &&
    (node.type !== "heading" || node.level === raw.level) &&
    node.from === raw.from &&
    node.to === raw.to &&
    !projection.changedSince(raw.labels, raw.nodeVersion)
  );
}

/** What is known of this paragraph's beginning from the last time, if it still holds. */
function usable(projection: Projection, raw: RawBlock, base: number, start: number): Growing | null {
  const { growing } = projection;
  if (growing?.start !== base + start || growing.from > raw.segments[raw.segments.length - 1]!) return null;
  if (growing.from < start || projection.changedSince(growing.labels, growing.version)) return null;
  const line = lineOf(raw.segments, growing.from);
  return line < 0 ? null : growing;
}

/** The line that an offset is in, from the end on; -1 if it is between lines. */
function lineOf(segments: readonly number[], offset: number): number {
  for (let i = segments.length - 2; i >= 0; i -= 2) {
    if (segments[i]! <= offset) return offset <= segments[i + 1]! ? i / 2 : -1;
  }
  return -1;
}
