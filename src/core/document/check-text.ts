import { type Refusal, refuse } from "../records/refusal.ts";

/** Where the text stops being storable, or null. NUL and half characters cannot be kept exactly by every store. */
export function findBadCharacter(text: string): { readonly offset: number; readonly what: string } | null {
  const nul = text.indexOf("\0");
  if (nul < 0 && !/\p{Cs}/u.test(text)) return null;
  const upTo = nul < 0 ? text.length : nul;
  for (let i = 0; i < upTo; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) continue;
    const next = text.charCodeAt(i + 1);
    if (code <= 0xdbff && next >= 0xdc00 && next <= 0xdfff) i += 1;
    else return { offset: i, what: `half of a character (a lone surrogate, U+${code.toString(16).toUpperCase()})` };
  }
  return nul < 0 ? null : { offset: nul, what: "a NUL character (U+0000)" };
}

/** The text with what cannot be stored left out or marked. */
export function storable(text: string): string {
  return text.replaceAll("\0", "").replace(/\p{Cs}/gu, "\ufffd");
}

/** 1-based, as editors count. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { line, column: offset - start + 1 };
}

/** UTF-8 bytes, without making them. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code < 0x80) continue;
    // Each half of a pair counts 2: together 4.
    bytes += code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return bytes;
}

/** Null when `text` can be kept; otherwise what is wrong, where, and what to do. */
export function checkText(field: string, text: string, maxBytes: number): Refusal | null {
  if (text.length > maxBytes || byteLength(text) > maxBytes) {
    const message =
      maxBytes < 1024 * 1024
        ? `${field} is longer than ${maxBytes.toLocaleString("en")} bytes. Shorten it and call again.`
        : `${field} is larger than ${Math.round(maxBytes / 1024 / 1024)} MB. Split the document over several canvases, and link them by their ids.`;
    return refuse("content_too_large", message).error;
  }
  const bad = findBadCharacter(text);
  if (bad === null) return null;
  const { line, column } = lineAndColumn(text, bad.offset);
  return refuse(
    "invalid_content",
    `${field} has ${bad.what} at line ${line}, column ${column}. Leave it out and call again.`,
  ).error;
}
