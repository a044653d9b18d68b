import type { RawBlock } from "./blocks/raw-block.ts";
import { isSpaceOrTab } from "./characters.ts";
import { InlineBuilder } from "./inline/build-inline.ts";
import type { Environment } from "./inline/environment.ts";
import { InlineScan } from "./inline/scan-inline.ts";
import { SourceText } from "./source-text.ts";
import type { Inline } from "./tree.ts";

export interface InlineResult {
  readonly nodes: readonly Inline[];
  readonly labels: Set<string> | null;
  readonly tooDeep: boolean;
}

/** Parses the text of one leaf. */
export function parseInline(source: SourceText, environment: Environment): InlineResult {
  const labels = new Set<string>();
  const scan = new InlineScan(source.s, environment, labels);
  scan.run();
  const builder = new InlineBuilder(source, environment);
  const nodes = builder.build(scan.tokens);
  return { nodes, labels: labels.size > 0 ? labels : null, tooDeep: builder.tooDeep };
}

/** The text of a paragraph or heading from its line `first` on, without the task box and the spaces at its end. */
export function leafSource(text: string, raw: RawBlock, base: number, first: number): SourceText {
  const { segments } = raw;
  const last = segments.length - 1;
  let from: number | undefined;
  if (first === 0 && raw.parent?.kind === "item" && raw.parent.taskAt === segments[0] && raw.kind === "paragraph") {
    from = segments[0]! + 3;
    while (from < segments[1]! && isSpaceOrTab(text.charCodeAt(base + from))) from++;
  }
  const start = from ?? segments[first * 2]!;
  let end = segments[last]!;
  const lineStart = first * 2 === last - 1 ? start : segments[last - 1]!;
  while (end > lineStart && isSpaceOrTab(text.charCodeAt(base + end - 1))) end--;
  if (end === segments[last]) return SourceText.ofLines(text, base, segments, first, from);
  const trimmed = segments.slice();
  trimmed[last] = end;
  return SourceText.ofLines(text, base, trimmed, first, from);
}
