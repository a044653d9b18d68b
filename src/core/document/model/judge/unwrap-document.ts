import { fenceMark, isRunOf } from "./prose-lines.ts";

export interface Unwrapped {
  readonly text: string;
  /** A sentence for each wrapping that was taken off. */
  readonly notes: readonly string[];
}

type Unwrap = (text: string, known: readonly string[]) => { readonly text: string; readonly note: string } | null;

/** A fence around tags around a JSON string is as deep as any model has gone. */
const DEEPEST = 4;

/**
 * The text without what a model put around all of it: a markdown fence, `<canvas-text>` tags, the quotation marks and
 * escapes of a JSON string. Where a text in `known` begins the same way it is the document's own and stays.
 */
export function unwrapDocument(given: string, known: readonly string[]): Unwrapped {
  const notes: string[] = [];
  let text = given;
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const unwrapped = outOfJson(text, known) ?? outOfTags(text, known) ?? outOfFence(text, known);
    if (unwrapped === null) break;
    text = unwrapped.text;
    notes.push(unwrapped.note);
  }
  return notes.length === 0 ? { text, notes } : { text: endAs(text, known.at(-1)), notes };
}

/** With the line breaks at its end that the text has which it replaces: what was around it took them or added some. */
function endAs(text: string, replaced: string | undefined): string {
  if (replaced === undefined || replaced.trim() === "" || text.trim() === "") return text;
  const end = replaced.slice(replaced.trimEnd().length);
  return text.trimEnd() + (text.includes("\r") ? end : end.replaceAll("\r", ""));
}

const outOfJson: Unwrap = (text, known) => {
  const string = jsonString(text);
  if (string === null || known.some((one) => jsonString(one) !== null)) return null;
  return { text: string, note: "Read the text out of the JSON string that it was sent as." };
};

/** What a JSON string of several lines says; a quoted sentence is none. */
function jsonString(text: string): string | null {
  const trimmed = text.trim();
  if (trimmed.length < 2 || !trimmed.startsWith('"') || !trimmed.endsWith('"') || !trimmed.includes("\\n")) return null;
  try {
    const value: unknown = JSON.parse(trimmed);
    return typeof value === "string" ? value : null;
  } catch {
    // No JSON: then it is the document's own text.
    return null;
  }
}

const TAG = /^\s*<(canvas-text(?:-\d{1,9})?)>/;

const outOfTags: Unwrap = (text, known) => {
  const name = TAG.exec(text)?.[1];
  if (name === undefined || known.some((one) => TAG.test(one))) return null;
  const trimmed = text.trim();
  const close = `</${name}>`;
  const inner = trimmed.slice(name.length + 2);
  if (inner.indexOf(close) !== inner.length - close.length) return null;
  return {
    text: inner
      .slice(0, -close.length)
      .replace(/^\r?\n/, "")
      .replace(/\r?\n$/, ""),
    note: `Removed the <${name}> tags around the text.`,
  };
};

const OPENING = /^(`{3,}|~{3,})[ \t]*(markdown|md|)[ \t]*\r?\n/i;

const outOfFence: Unwrap = (text, known) => {
  const trimmed = text.trim();
  const opening = OPENING.exec(trimmed);
  if (opening === null || known.some((one) => fenceMark(firstLine(one)) !== null)) return null;
  const [whole, mark = "", info = ""] = opening;
  const last = trimmed.lastIndexOf("\n") + 1;
  const closing = trimmed.slice(last).trim();
  if (last < whole.length || closing.length < mark.length || !isRunOf(closing, mark[0]!)) return null;
  const inner = trimmed.slice(whole.length, last);
  const reading = readFences(inner, mark);
  const isSameStart = info !== "" && known.some((one) => firstLine(one) === firstLine(inner) && firstLine(one) !== "");
  const isWrapped = reading === "none closes it" || reading === "nested" || (reading === "either" && isSameStart);
  return isWrapped ? { text: inner, note: `Removed the ${mark}${info} fence around the text.` } : null;
};

/**
 * What the fences inside say of the outer one. By markdown's rules the first bare fence closes it; where that leaves the
 * last line of all without a block to close, and the fences inside go in pairs, the writer meant them as nested.
 * "either": both readings come out even, so the text may as well begin and end with code blocks of its own.
 */
function readFences(inner: string, outer: string): "none closes it" | "nested" | "either" | "not around the text" {
  let strict: number | null = outer.length;
  let hasClosed = false;
  let nested: number | null = null;
  for (const [, indent = "", mark = "", info = ""] of inner.matchAll(
    /^([ \t]*)(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?(`{3,}|~{3,})([^\n]*)$/gm,
  )) {
    if (mark[0] !== outer[0] || info.includes("`")) continue;
    const isBare = info.trim() === "";
    if (strict === null) strict = mark.length;
    else if (isBare && indent.length <= 3 && mark.length >= strict) {
      strict = null;
      hasClosed = true;
    }
    if (nested === null) nested = mark.length;
    else if (isBare && mark.length >= nested) nested = null;
  }
  if (!hasClosed) return "none closes it";
  if (nested !== null) return "not around the text";
  return strict === null ? "nested" : "either";
}

function firstLine(text: string): string {
  const start = text.search(/\S/);
  if (start < 0) return "";
  const end = text.indexOf("\n", start);
  return text.slice(start, end < 0 ? text.length : end).trimEnd();
}
