/** What stands before the words of a line: quote marks, indent, then a heading's, a list item's or a task's marker. */
export interface LinePrefix {
  /** The quote marks with their spaces, e.g. "> > ". */
  readonly quote: string;
  /** White space between the quote marks and the marker. */
  readonly indent: string;
  readonly marker: Marker | null;
  /** How long everything before the words is. */
  readonly length: number;
}

export type Marker =
  | { readonly kind: "heading"; readonly level: number; readonly text: string }
  | { readonly kind: "bullet"; readonly sign: string; readonly text: string; readonly task: Task | null }
  | {
      readonly kind: "ordered";
      readonly number: number;
      readonly sign: string;
      readonly text: string;
      readonly task: Task | null;
    };

/** `text` is the box with the space after it. */
export interface Task {
  readonly done: boolean;
  readonly text: string;
}

const QUOTE = /^(?: {0,3}> ?)+/;
const HEADING = /^(#{1,6})(?:[ \t]+|$)/;
const ITEM = /^(?:([-*+])|(\d{1,9})([.)]))(?:[ \t]+|$)/;
const TASK = /^\[([ xX])\](?:[ \t]+|$)/;

/** Reads one line, without its terminator. A thematic break ("---", "* * *") has no marker. */
export function parseLinePrefix(line: string): LinePrefix {
  const quote = QUOTE.exec(line)?.[0] ?? "";
  const afterQuote = line.slice(quote.length);
  const indent = /^[ \t]*/.exec(afterQuote)![0];
  const rest = afterQuote.slice(indent.length);
  const marker = isThematicBreak(rest) ? null : parseMarker(rest);
  const task = marker !== null && marker.kind !== "heading" ? (marker.task?.text.length ?? 0) : 0;
  return {
    quote,
    indent,
    marker,
    length: quote.length + indent.length + (marker?.text.length ?? 0) + task,
  };
}

function parseMarker(rest: string): Marker | null {
  const heading = HEADING.exec(rest);
  if (heading !== null) return { kind: "heading", level: heading[1]!.length, text: heading[0] };
  const item = ITEM.exec(rest);
  if (item === null) return null;
  const box = TASK.exec(rest.slice(item[0].length));
  const task = box === null ? null : { done: box[1] !== " ", text: box[0] };
  if (item[1] !== undefined) return { kind: "bullet", sign: item[1], text: item[0], task };
  return { kind: "ordered", number: Number(item[2]), sign: item[3]!, text: item[0], task };
}

function isThematicBreak(rest: string): boolean {
  return /^(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,})$/.test(rest);
}
