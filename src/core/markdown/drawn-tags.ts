import { skipSpaces, trimEnd } from "../text/characters.ts";
import type { AlertKind, Span, TagMark } from "./tree.ts";

/**
 * The few forms of HTML that are drawn, letter by letter: no attributes, no other case, no spaces but those shown. All
 * other HTML is text.
 */

const BREAKS: readonly string[] = ["<br>", "<br/>", "<br />"];
const MARKS: readonly TagMark[] = ["kbd", "sub", "sup", "mark"];
const OPENING = new Map<string, TagMark>(MARKS.map((name) => [`<${name}>`, name]));
const CLOSING = new Map<string, TagMark>(MARKS.map((name) => [`</${name}>`, name]));
const LONGEST = "</mark>".length;

export type DrawnTag =
  | { readonly kind: "break" }
  | { readonly kind: "open"; readonly mark: TagMark }
  | { readonly kind: "close"; readonly mark: TagMark };

/** The drawn tag that s[from, to) is, or null. */
export function drawnTag(s: string, from: number, to: number): DrawnTag | null {
  if (to - from > LONGEST) return null;
  const tag = s.slice(from, to);
  if (BREAKS.includes(tag)) return { kind: "break" };
  const opened = OPENING.get(tag);
  if (opened) return { kind: "open", mark: opened };
  const closed = CLOSING.get(tag);
  return closed ? { kind: "close", mark: closed } : null;
}

const INLINE_FORMS: readonly string[] = [...BREAKS, ...OPENING.keys(), ...CLOSING.keys()];

/** Where a text ends without the beginning of a drawn tag at its end, or an opening one that nothing follows yet. */
export function endWithoutTag(s: string): number {
  const tail = s.slice(-LONGEST);
  const at = tail.lastIndexOf("<");
  if (at < 0) return s.length;
  const begun = tail.slice(at);
  const isBegun = INLINE_FORMS.some((form) => form.length > begun.length && form.startsWith(begun));
  return isBegun || OPENING.has(begun) ? s.length - begun.length : s.length;
}

const OPENED = "<details>";
const OPENED_OPEN = "<details open>";
const CLOSED = "</details>";
const SUMMARY = "<summary>";
const SUMMARY_END = "</summary>";

/** `<details>` or `<details open>`, alone on its line or with `<summary>…</summary>` behind it. */
export interface DetailsOpening {
  readonly open: boolean;
  /** Where the tag itself ends. */
  readonly to: number;
  readonly summary: Span | null;
}

/** The line text[from, end) as the opening of a foldable part. */
export function detailsOpening(text: string, from: number, end: number): DetailsOpening | null {
  const open = text.startsWith(OPENED_OPEN, from);
  if (!open && !text.startsWith(OPENED, from)) return null;
  const to = from + (open ? OPENED_OPEN : OPENED).length;
  if (to > end) return null;
  const rest = skipSpaces(text, to, end);
  if (rest >= end) return { open, to, summary: null };
  const summary = summaryIn(text, rest, end);
  return summary && { open, to, summary };
}

/** What `<summary>…</summary>` says, if text[from, end) is that and nothing else. */
export function summaryIn(text: string, from: number, end: number): Span | null {
  const to = trimEnd(text, from, end) - SUMMARY_END.length;
  if (to < from + SUMMARY.length || !text.startsWith(SUMMARY, from) || !text.startsWith(SUMMARY_END, to)) return null;
  const start = skipSpaces(text, from + SUMMARY.length, to);
  if (text.slice(start, to).includes(SUMMARY_END)) return null;
  return { from: start, to: trimEnd(text, start, to) };
}

export function isDetailsClosing(text: string, from: number, end: number): boolean {
  const to = from + CLOSED.length;
  return to <= end && text.startsWith(CLOSED, from) && skipSpaces(text, to, end) >= end;
}

/** Whether a line that is still being written may become one of a foldable part. */
export function mayBecomeDetails(line: string): boolean {
  const begins = (form: string): boolean => form.startsWith(line);
  if (begins(OPENED) || begins(OPENED_OPEN) || begins(CLOSED) || begins(SUMMARY)) return true;
  if (line.charCodeAt(0) !== 60) return false;
  const rest = line.replace(/^<details(?: open)?>/, "").trim();
  return rest === "" || SUMMARY.startsWith(rest) || rest.startsWith(SUMMARY) || rest === CLOSED;
}

const ALERTS = new Map<string, AlertKind>([
  ["[!NOTE]", "note"],
  ["[!TIP]", "tip"],
  ["[!IMPORTANT]", "important"],
  ["[!WARNING]", "warning"],
  ["[!CAUTION]", "caution"],
]);
const LONGEST_ALERT = "[!IMPORTANT]".length;

/** What a quote is whose first line, text[from, end), says nothing else. */
export function alertOf(text: string, from: number, end: number): AlertKind | null {
  if (text.charCodeAt(from) !== 91 || text.charCodeAt(from + 1) !== 33) return null;
  const close = text.slice(from, Math.min(end, from + LONGEST_ALERT)).indexOf("]");
  if (close < 0 || skipSpaces(text, from + close + 1, end) < end) return null;
  return ALERTS.get(text.slice(from, from + close + 1)) ?? null;
}
