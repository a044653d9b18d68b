import { LINE_FEED, skipSpaces } from "../../text/characters.ts";
import { labelEnd, linkDestination, linkTitle, normalizeLabel, skipSpaceAndLine } from "../inline/link-parts.ts";
import type { Definition } from "./raw-block.ts";

interface ReadDefinition {
  readonly definition: Definition;
  readonly end: number;
}

/** After optional spaces the line ends: the offset of the next line, else -1. */
function endOfLine(s: string, at: number): number {
  const i = skipSpaces(s, at, s.length);
  if (i >= s.length) return s.length;
  return s.charCodeAt(i) === LINE_FEED ? i + 1 : -1;
}

/** The link definition that starts at `at` in a paragraph's text. */
function readDefinition(s: string, at: number): ReadDefinition | null {
  const afterLabel = labelEnd(s, at);
  if (afterLabel < 0 || s.charCodeAt(afterLabel) !== 58) return null;
  const label = normalizeLabel(s.slice(at + 1, afterLabel - 1));
  if (label === "") return null;
  const destinationAt = skipSpaceAndLine(s, afterLabel + 1);
  if (destinationAt >= s.length) return null;
  const destination = linkDestination(s, destinationAt);
  if (!destination || destination.end === destinationAt) return null;
  const titleAt = skipSpaceAndLine(s, destination.end);
  const title = titleAt > destination.end ? linkTitle(s, titleAt) : null;
  const afterTitle = title ? endOfLine(s, title.end) : -1;
  if (title && afterTitle >= 0) {
    const span = { from: at, to: title.end };
    const definition = { label, href: destination.value, title: title.value, footnote: null, ...span };
    return { definition, end: afterTitle };
  }
  const end = endOfLine(s, destination.end);
  if (end < 0) return null;
  const span = { from: at, to: destination.end };
  return { definition: { label, href: destination.value, title: "", footnote: null, ...span }, end };
}

export interface ReadDefinitions {
  /** Their spans are offsets in the paragraph's text. */
  readonly definitions: readonly Definition[];
  /** Where the paragraph's own text starts; at the start of one of its lines, or its end. */
  readonly end: number;
}

/** The link definitions at the start of a paragraph's text. */
export function readDefinitions(s: string): ReadDefinitions {
  const definitions: Definition[] = [];
  let end = 0;
  while (end < s.length && s.charCodeAt(end) === 91) {
    const read = readDefinition(s, end);
    if (!read) break;
    definitions.push(read.definition);
    end = read.end;
  }
  return { definitions, end };
}
