import { isSpaceOrTab } from "../text/characters.ts";
import type { RawBlock } from "./blocks/raw-block.ts";
import { endWithoutTag } from "./drawn-tags.ts";
import type { Environment } from "./environment.ts";
import { InlineBuilder } from "./inline/build-inline.ts";
import { InlineScan, MAX_MARKS } from "./inline/scan-inline.ts";
import { joinInline } from "./join-inline.ts";
import { SourceText } from "./source-text.ts";
import type { Inline } from "./tree.ts";

export interface InlineResult {
  readonly nodes: readonly Inline[];
  readonly labels: Set<string> | null;
  /** Something was held back or completed. */
  readonly repaired: boolean;
  /** Why the text is to be shown as it is, or "". */
  readonly trouble: string;
  /** Nodes up to a place (an offset in the text) after which later text cannot change them. */
  readonly settled: { readonly at: number; readonly nodes: readonly Inline[]; readonly marks: number } | null;
}

const LONGEST_ENTITY = 32;

/**
 * Where the text ends without the marks at its very end that may be the first half of something longer. Looked for from
 * behind, so that a long run of marks is read once.
 */
function wholeEnd(s: string): number {
  let at = s.length;
  while (at > 0 && "*_~`".includes(s[at - 1]!)) at--;
  if (at > 0 && s[at - 1] === "\\") at--;
  else if (at === s.length && (s.endsWith("[") || s.endsWith("!"))) at -= s.endsWith("![") ? 2 : 1;
  const entity = /&[#\w]*$/.exec(s.slice(-LONGEST_ENTITY));
  if (entity !== null) at = Math.min(at, s.length - entity[0].length);
  at = Math.min(at, endWithoutTag(s));
  let label = s.length;
  while (label > 0 && s[label - 1] !== "]" && !/\s/.test(s[label - 1]!)) label--;
  const note = s.indexOf("[^", label);
  return note < 0 ? at : Math.min(at, note);
}

// Nothing in such a text can mean anything but itself.
const MARKS = /[\n\\`*_~[\]<&@]|:\/\/|www\./i;
const PLAIN_LENGTH = 400;
/** What a token, and a character that may be one, cost, counted in characters that are looked at. */
const TOKEN_STEPS = 32;
const SPECIAL_STEPS = 4;

/**
 * Parses the text of one leaf, or the rest of it after `marks` marks. With `repair` what is begun at its end and not ended
 * is shown as if it were.
 */
export function parseInline(source: SourceText, environment: Environment, repair = false, marks = 0): InlineResult {
  if (source.s.length <= PLAIN_LENGTH && !MARKS.test(source.s) && !(repair && wholeEnd(source.s) < source.s.length)) {
    environment.steps += source.s.length + TOKEN_STEPS;
    const nodes = source.s === "" ? [] : [source.text(0, source.s.length, "")];
    return { nodes, labels: null, repaired: false, trouble: "", settled: null };
  }
  const labels = new Set<string>();
  environment.steps += source.s.length;
  const s = repair ? source.s.slice(0, wholeEnd(source.s)) : source.s;
  const scan = new InlineScan(s, environment, labels, repair, marks);
  scan.run();
  environment.steps += scan.tokens.length * TOKEN_STEPS + scan.specials * SPECIAL_STEPS;
  const found = labels.size > 0 ? labels : null;
  const repaired = scan.repaired || s.length < source.s.length;
  if (scan.marks > MAX_MARKS) return { nodes: [], labels: found, repaired, trouble: "too many marks", settled: null };
  const { safe, tokens } = scan;
  const split = safe !== null && s.length > 200 ? safe.tokens : 0;
  const builder = new InlineBuilder(source, environment);
  const before = split > 0 ? builder.build(tokens, 0, split, 0) : [];
  const rest = split > 0 ? new InlineBuilder(source, environment) : builder;
  const after = rest.build(tokens, split, tokens.length, s.length);
  const tooDeep = builder.tooDeep || rest.tooDeep;
  return {
    nodes: joinInline(before, after),
    labels: found,
    repaired,
    trouble: tooDeep ? "nested too deep" : "",
    settled: split > 0 && !tooDeep ? { at: safe!.at, nodes: before, marks: safe!.marks } : null,
  };
}

/** The text of a paragraph or heading without the task box and the spaces at its end; or from its line `first`, offset `from` on. */
export function leafSource(text: string, raw: RawBlock, base: number, first = 0, from?: number): SourceText {
  const { segments } = raw;
  const last = segments.length - 1;
  const start = from ?? (first === 0 ? leafStart(text, raw, base) : segments[first * 2]!);
  let end = segments[last]!;
  const lineStart = first * 2 === last - 1 ? start : segments[last - 1]!;
  while (end > lineStart && isSpaceOrTab(text.charCodeAt(base + end - 1))) end--;
  if (end === segments[last]) return SourceText.ofLines(text, base, segments, first, start);
  const trimmed = segments.slice();
  trimmed[last] = end;
  return SourceText.ofLines(text, base, trimmed, first, start);
}

/** Where a leaf's text starts: after the task box, if it has one. */
export function leafStart(text: string, raw: RawBlock, base: number): number {
  const { segments } = raw;
  let from = segments[0]!;
  if (raw.kind === "paragraph" && raw.parent?.kind === "item" && raw.parent.taskAt === from) {
    from += 3;
    while (from < segments[1]! && isSpaceOrTab(text.charCodeAt(base + from))) from++;
  }
  return from;
}
