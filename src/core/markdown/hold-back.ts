import type { RawBlock } from "./blocks/raw-block.ts";
import { mayBecomeDetails } from "./drawn-tags.ts";

// Quote marks and list markers that stand before the line's own text.
const PREFIX = /^(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])))*[ \t]*/;
// What a line may begin with and then be something else: a marker, a rule, an underline, a heading's hashes, a fence,
// a task box, a definition. Lines of foldable parts are looked at on their own.
const UNDECIDED =
  /^(?:[-+*_=~`]+[ \t]*|[-*_ \t]+|#{1,6}[ \t]*|\d{1,9}[.)]?|\[[ xX]\][ \t]*|\[[^\]]{0,100}(?:\](?::[ \t]*)?)?|`{3,}[^`]*|~{3,}.*|>)$/;
const DELIMITER_ROW = /^[ \t|:-]+$/;
/** Characters of an unfinished line, beyond which it is shown as what it is so far. */
const MAX_UNDECIDED = 2000;

/**
 * Where to stop reading the unfinished last line while a text streams in: at its end, or before characters of which only
 * the next ones will say what they are, so that nothing is shown and then taken back.
 */
export function shownEnd(text: string, start: number, open: readonly RawBlock[]): number {
  if (text.length - start > MAX_UNDECIDED) return text.length;
  const line = text.slice(start);
  const tip = open[open.length - 1]!;
  if (tip.kind === "fence") {
    const char = String.fromCharCode(tip.marker);
    const content = line.replace(/^[ \t>]+/, "");
    return content !== "" && content === char.repeat(content.length) ? start : text.length;
  }
  if (tip.kind === "indented" || tip.kind === "html") return text.length;
  const prefix = PREFIX.exec(line)![0].length;
  const rest = line.slice(prefix);
  if (tip.kind === "paragraph" && DELIMITER_ROW.test(rest) && /[|]/.test(headLine(text, tip, open))) return start;
  if (rest === "" || !(UNDECIDED.test(rest) || mayBecomeDetails(rest))) return text.length;
  return prefix > 0 && line.slice(0, prefix).trim() !== "" ? start + prefix : start;
}

function headLine(text: string, paragraph: RawBlock, open: readonly RawBlock[]): string {
  const base = open[1]!.base;
  const { segments } = paragraph;
  return text.slice(base + segments[segments.length - 2]!, base + segments[segments.length - 1]!);
}
