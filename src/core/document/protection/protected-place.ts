import { createRangeMap, isAttached } from "../../comments/map-anchors.ts";
import type { TextChange } from "../../diff/hunk.ts";
import { parseMarkdown } from "../../markdown/parse-markdown.ts";
import { blockText, inlineText } from "../../markdown/plain-text.ts";
import { blockIndexAt, rangeInText } from "../../markdown/source-map.ts";
import { type ElementText, textsInElements } from "../../markdown/texts-in-elements.ts";
import type { MarkdownDocument } from "../../markdown/tree.ts";
import type { Protection } from "../../records/canvas.ts";
import { splitSentences } from "../../text/split-sentences.ts";

/** What would happen to a protected passage: why a model may not write this. */
export type PlaceFault = "changed" | "joined" | "reworded" | "reshaped" | "hidden" | "moved";

/** Words before and behind a passage, in its sentence, by which it is known to be the same sentence. */
const CONTEXT = 3;
/** A passage of so many words says by itself what it says. */
const LONG_PASSAGE = 6;
/** Of equal words elsewhere so many are looked at. */
const MOST_PLACES = 50;

/**
 * What `after` does to each protected passage of `before`; those that stand as they stood are left out. A passage stands
 * where its words do, with nothing joined to them, in the same sentence and the same kind of block, as visible as before,
 * and in the order of all passages. Its whole block may move under its heading.
 */
export function placeFaults(
  before: string,
  after: string,
  changes: readonly TextChange[],
  protections: readonly Protection[],
): ReadonlyMap<Protection, PlaceFault> {
  const faults = new Map<Protection, PlaceFault>();
  const attached = protections
    .filter(({ anchor }) => isAttached(anchor, before))
    .toSorted((a, b) => a.anchor.offset - b.anchor.offset);
  if (attached.length === 0 || before === after) return faults;
  const was = createPlaces(before);
  const is = createPlaces(after);
  const map = createRangeMap(changes);
  let last = 0;
  for (const protection of attached) {
    const { offset, quotedText } = protection.anchor;
    const stood = was(offset, offset + quotedText.length);
    const mapped = map.range(offset, offset + quotedText.length);
    let first: PlaceFault | null = null;
    let found: number | null = null;
    for (const from of candidates(after, quotedText, mapped)) {
      const isMapped = from === mapped.from && mapped.to - mapped.from === quotedText.length;
      const fault = from < last ? "moved" : faultOf(stood, is(from, from + quotedText.length), isMapped);
      first ??= fault;
      if (fault !== null) continue;
      found = from;
      break;
    }
    if (found === null) faults.set(protection, first ?? "changed");
    else last = found;
  }
  return faults;
}

/** Where the words stand: where the changes have put them first, then from there on and back. */
function* candidates(text: string, words: string, mapped: { readonly from: number }): Generator<number> {
  const isThere = text.startsWith(words, mapped.from);
  if (isThere) yield mapped.from;
  let behind = text.indexOf(words, mapped.from + (isThere ? 1 : 0));
  let ahead = mapped.from === 0 ? -1 : text.lastIndexOf(words, mapped.from - 1);
  for (let n = 0; n < MOST_PLACES && (behind >= 0 || ahead >= 0); n++) {
    const isBehind = behind >= 0 && (ahead < 0 || behind - mapped.from <= mapped.from - ahead);
    yield isBehind ? behind : ahead;
    if (isBehind) behind = text.indexOf(words, behind + 1);
    else ahead = ahead === 0 ? -1 : text.lastIndexOf(words, ahead - 1);
  }
}

/** Where a passage stands, as far as it matters. */
interface Place {
  /** What is written right beside it, without a space between; marks that end or begin a sentence are no part of it. */
  readonly joined: readonly [string, string];
  /** The nearest words of its sentence on both sides. */
  readonly context: readonly [readonly string[], readonly string[]];
  readonly isLong: boolean;
  /** What is shown of it, each part with the elements that it stands in. */
  readonly shown: string;
  /** What is shown of it alone. */
  readonly visible: string;
  readonly heading: () => string;
  readonly block: () => string;
}

function faultOf(was: Place, is: Place, isMapped: boolean): PlaceFault | null {
  if (was.joined[0] !== is.joined[0] || was.joined[1] !== is.joined[1]) return "joined";
  if (was.visible !== is.visible) return "hidden";
  if (was.shown !== is.shown) return "reshaped";
  if (!was.isLong && !isSameSentence(was, is)) return "reworded";
  return isMapped || (was.heading() === is.heading() && was.block() === is.block()) ? null : "moved";
}

/** At least half of the words around it are still there. */
function isSameSentence(was: Place, is: Place): boolean {
  const stay = (side: 0 | 1): number => was.context[side].filter((word) => is.context[side].includes(word)).length;
  const all = was.context[0].length + was.context[1].length;
  return (stay(0) + stay(1)) * 2 >= all;
}

function createPlaces(text: string): (from: number, to: number) => Place {
  const document = parseMarkdown(text);
  const texts = new Map<number, readonly ElementText[]>();
  const textsAt = (index: number): readonly ElementText[] => {
    const known = texts.get(index) ?? textsInElements(document.blocks[index]!.node);
    texts.set(index, known);
    return known;
  };
  return (from, to) => {
    const parts: { path: string; value: string }[] = [];
    const start = Math.max(0, blockIndexAt(document, from));
    for (let i = start; i < document.blocks.length && document.blocks[i]!.from < to; i++) {
      const base = document.blocks[i]!.from;
      for (const { elements: path, node } of textsAt(i)) {
        const range = rangeInText(node, from - base, to - base);
        if (range !== null) parts.push({ path, value: node.value.slice(range.from, range.to) });
      }
    }
    return {
      ...around(text, from, to),
      isLong: (text.slice(from, to).match(/[\p{L}\p{N}]+/gu)?.length ?? 0) >= LONG_PASSAGE,
      shown: JSON.stringify(parts),
      visible: parts.map(({ value }) => value).join(" "),
      heading: () => headingAbove(document, start),
      block: () => blockText(document.blocks[start]?.node ?? { type: "rule", from: 0, to: 0 }),
    };
  };
}

function headingAbove({ blocks }: MarkdownDocument, index: number): string {
  for (let i = index; i >= 0; i--) {
    const node = blocks[i]!.node;
    if (node.type === "heading") return inlineText(node.children);
  }
  return "";
}

/** How far to both sides a line is looked at. */
const REACH = 400;

function around(text: string, from: number, to: number): Pick<Place, "joined" | "context"> {
  const ahead = /[^\r\n]*$/.exec(text.slice(Math.max(0, from - REACH), from))![0];
  const behind = /^[^\r\n]*/.exec(text.slice(to, to + REACH))![0];
  const before = splitSentences(ahead).at(-1) ?? "";
  const isNew = /\s$/.test(before) && splitSentences(`${before}X`).length > 1;
  const after = isEnded(text, to) ? "" : (splitSentences(behind)[0] ?? "");
  const words = (part: string): string[] => part.match(/[\p{L}\p{N}]+/gu) ?? [];
  return {
    joined: [joinedBefore(ahead), joinedBehind(behind)],
    context: [isNew ? [] : words(before).slice(-CONTEXT), words(after).slice(0, CONTEXT)],
  };
}

/** The passage itself ends its sentence. */
function isEnded(text: string, to: number): boolean {
  return /[.!?…。！？]["'”’»)\]*_`]*$/.test(text.slice(Math.max(0, to - 10), to));
}

/** Signs that a script without spaces writes side by side: each is a word. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;

function joinedBehind(line: string): string {
  // The address of a link is looked at apart.
  const run = /^\S{0,100}/.exec(line)![0].split("](", 1)[0]!;
  if (SPACELESS.test(run.slice(0, 2))) return "";
  return run.replace(/[.,;:!?…)\]}"'”’»*_~`|]+$/u, "");
}

function joinedBefore(line: string): string {
  const run = /\S{0,100}$/.exec(line.slice(-100))![0];
  if (SPACELESS.test(run.slice(-2))) return "";
  return run.replace(/^[([{"'“‘„«*_~`|#>]+/u, "");
}
