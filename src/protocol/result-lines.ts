import { parseCanvasId } from "../core/document/ids.ts";

/**
 * The first line of a result that made a canvas. Where a host hands a widget nothing but the text, this is where it
 * finds the canvas's id, so the forms are written and read here alone. Titles come quoted: they cannot end the line or
 * the quotation.
 */
export function createdLine(id: string, quotedTitle: string): string {
  return `Created canvas ${id} ${quotedTitle} at v1.`;
}

/** The same for a call that came twice: the canvas is that of the first. */
export function repeatedLine(id: string, quotedTitle: string, version: number): string {
  return `Canvas ${id} ${quotedTitle} was created by the same call a moment ago: it is at v${version}.`;
}

/** A title has 200 characters at most, and an escape six. What is longer is none of these lines, and not worth reading. */
const LONGEST_LINE = 2_000;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const CREATED = new RegExp(String.raw`^Created canvas (\w+) (${QUOTED}) at v1\.$`);
const REPEATED = new RegExp(
  String.raw`^Canvas (\w+) (${QUOTED}) was created by the same call a moment ago: it is at v[1-9]\d{0,8}\.$`,
);

/** The id of the canvas that a call made, by the exact form of its result's first line; null for any other text. */
export function readCreatedId(text: string): string | null {
  const line = text.slice(0, LONGEST_LINE).split("\n", 1)[0] ?? "";
  const [, id = "", title = ""] = CREATED.exec(line) ?? REPEATED.exec(line) ?? [];
  return parseCanvasId(id) === id && isJson(title) ? id : null;
}

/** The version that the result leaves the canvas at, by its last line; null where that says something else. */
export function readVersion(text: string): number | null {
  const line = text.slice(text.lastIndexOf("\n") + 1);
  const version = line.length <= LONGEST_LINE ? /^base_version: ([1-9]\d{0,8})$/.exec(line)?.[1] : undefined;
  return version === undefined ? null : Number(version);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
