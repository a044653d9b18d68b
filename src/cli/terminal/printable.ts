import type { Writable } from "node:stream";

const ACTING = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Text that others wrote, safe for a terminal: control characters and those that reverse the reading direction become
 * visible instead of acting. Line breaks and tabs stay where `lines` says so.
 */
export function printable(text: string, { lines = false } = {}): string {
  return text.replace(ACTING, (character) => {
    if (lines && (character === "\n" || character === "\t")) return character;
    if (lines && character === "\r") return "";
    return `\\u{${character.charCodeAt(0).toString(16)}}`;
  });
}

/** JSON for programs that is harmless on a terminal too: JSON's own escapes leave out the higher control characters. */
export function printableJson(value: unknown): string {
  return harmless(JSON.stringify(value, null, 2));
}

/** The same on one line. */
export function printableJsonLine(value: unknown): string {
  return harmless(JSON.stringify(value));
}

function harmless(json: string): string {
  const escaped = json.replace(ACTING, (character) =>
    character === "\n" ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}

export function sizeInWords(bytes: number): string {
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

export type Log = (line: string) => void;

/** Lines for whoever watches; stdout belongs to the protocol. */
export function logTo(stderr: Writable): Log {
  return (line) => void stderr.write(textLine(line));
}

/** A line of the log as it is shown. */
export function textLine(line: string): string {
  return `writing-canvas: ${printable(line, { lines: true })}\n`;
}
