import { isAsciiPunctuation } from "../../text/characters.ts";
import { ENTITY_DATA } from "./entity-data.ts";

function readEntities(): ReadonlyMap<string, string> {
  const entities = new Map<string, string>();
  let at = 0;
  while (at < ENTITY_DATA.length) {
    const comma = ENTITY_DATA.indexOf(",", at);
    const next = ENTITY_DATA.indexOf(";", comma + 2);
    const end = next < 0 ? ENTITY_DATA.length : next;
    entities.set(ENTITY_DATA.slice(at, comma), ENTITY_DATA.slice(comma + 1, end));
    at = end + 1;
  }
  return entities;
}

const ENTITIES = readEntities();
const REFERENCE = /&(?:#[xX]([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([A-Za-z][A-Za-z0-9]{1,31}));/y;

export interface Decoded {
  readonly value: string;
  readonly end: number;
}

/** The character reference that starts at `at`, or null if there is none of that name. */
export function decodeReference(text: string, at: number): Decoded | null {
  REFERENCE.lastIndex = at;
  const match = REFERENCE.exec(text);
  if (!match) return null;
  const end = REFERENCE.lastIndex;
  if (match[3] !== undefined) {
    const value = ENTITIES.get(match[3]);
    return value === undefined ? null : { value, end };
  }
  const code = match[1] !== undefined ? Number.parseInt(match[1], 16) : Number.parseInt(match[2]!, 10);
  const valid = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  return { value: valid ? String.fromCodePoint(code) : "\ufffd", end };
}

/** The text of a destination, title or info string: backslash escapes and references resolved. */
export function unescapeText(text: string): string {
  if (!text.includes("\\") && !text.includes("&")) return text;
  let out = "";
  let at = 0;
  while (at < text.length) {
    const char = text[at]!;
    if (char === "\\" && at + 1 < text.length && isAsciiPunctuation(text.charCodeAt(at + 1))) {
      out += text[at + 1];
      at += 2;
      continue;
    }
    const decoded = char === "&" ? decodeReference(text, at) : null;
    out += decoded ? decoded.value : char;
    at = decoded ? decoded.end : at + 1;
  }
  return out;
}
