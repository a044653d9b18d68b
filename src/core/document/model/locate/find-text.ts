import { ELLIPSIS, isEllipsis, plainCode } from "../../../comments/fold-text.ts";

/** A place where a sought text stands. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** How a passage was found: exactly, by any white space between its words, or by any kind of quotation marks and dashes too. */
export type Match = "exact" | "spacing" | "signs";

const MOST = 1_000;

/** Every place where `sought` stands exactly; overlapping ones too, since each could be meant. At most 1,000. */
function findExact(text: string, sought: string): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf(sought); at >= 0 && found.length < MOST; at = text.indexOf(sought, at + 1)) {
    found.push({ from: at, to: at + sought.length });
  }
  return found;
}

/** Finds many passages in one text, which is prepared once. */
export interface TextFinder {
  /** Every place where it stands, in the strictest of the three ways in which it stands anywhere; null: nowhere. */
  readonly find: (sought: string) => { readonly how: Match; readonly places: readonly Found[] } | null;
}

export function createFinder(text: string): TextFinder {
  const squeezed = new Map<Match, Squeezed>();
  const loosely = (how: "spacing" | "signs", sought: string): Found[] => {
    const wanted = squeeze(sought, how).text.trim();
    if (wanted === "") return [];
    const known = squeezed.get(how) ?? squeeze(text, how);
    squeezed.set(how, known);
    return findExact(known.text, wanted).map(({ from, to }) => ({
      from: known.starts[from]!,
      to: known.ends[to - 1]!,
    }));
  };
  return {
    find: (sought) => {
      const exact = findExact(text, sought);
      if (exact.length > 0) return { how: "exact", places: exact };
      for (const how of ["spacing", "signs"] as const) {
        const places = loosely(how, sought);
        if (places.length > 0) return { how, places };
      }
      return null;
    },
  };
}

/** A text made comparable: character i of `text` stands for source[starts[i], ends[i]). */
export interface Squeezed {
  readonly text: string;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
}

/** The text with every run of white space as one space; by signs, with plain quotation marks and dashes too. */
export function squeeze(source: string, how: "spacing" | "signs"): Squeezed {
  const bySigns = how === "signs";
  const codes = new Uint16Array(source.length);
  const starts = new Uint32Array(source.length);
  const ends = new Uint32Array(source.length);
  let length = 0;
  let afterSpace = false;
  for (let at = 0; at < source.length; ) {
    let code = source.charCodeAt(at);
    let to = at + 1;
    if (bySigns && code === FULL_STOP && isEllipsis(source, at)) {
      code = ELLIPSIS;
      to = at + 3;
    } else if (bySigns) code = plainCode(code);
    const isSpace = isWhite(code);
    if (isSpace && afterSpace) ends[length - 1] = to;
    else if (code !== 0) {
      codes[length] = isSpace ? SPACE : code;
      starts[length] = at;
      ends[length] = to;
      length += 1;
      afterSpace = isSpace;
    }
    at = to;
  }
  return { text: textOf(codes.subarray(0, length)), starts, ends };
}

const SPACE = 0x20;
const FULL_STOP = 0x2e;

/** As `\s` has it. */
function isWhite(code: number): boolean {
  if (code < 0xa0) return code === SPACE || (code >= 9 && code <= 13);
  if (code < 0x1680) return code === 0xa0;
  return (code >= 0x2000 && code <= 0x200a) || [0x1680, 0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff].includes(code);
}

function textOf(codes: Uint16Array): string {
  const parts: string[] = [];
  // All at once would be too many arguments for one call.
  for (let at = 0; at < codes.length; at += 8_192) parts.push(String.fromCharCode(...codes.subarray(at, at + 8_192)));
  return parts.join("");
}
