import { isAlphanumeric, SPACE } from "../../text/characters.ts";

export interface FoundLink {
  readonly from: number;
  readonly to: number;
  readonly href: string;
}

const EMAIL =
  /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?(?:\.[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?)*$/;

/** `<scheme:…>` or `<name@host>` at `at`. */
export function angleLink(s: string, at: number): FoundLink | null {
  let i = at + 1;
  for (; i < s.length; i++) {
    const code = s.charCodeAt(i);
    if (code === 62) break;
    if (code === 60 || code <= SPACE || code === 127) return null;
  }
  if (i >= s.length || i === at + 1) return null;
  const inner = s.slice(at + 1, i);
  const colon = inner.indexOf(":");
  if (colon >= 2 && colon <= 32 && /^[A-Za-z][A-Za-z0-9+.-]*$/.test(inner.slice(0, colon))) {
    return { from: at, to: i + 1, href: inner };
  }
  return inner.includes("@") && EMAIL.test(inner) ? { from: at, to: i + 1, href: `mailto:${inner}` } : null;
}

/** Where a bare link may begin: found natively, so that text without one costs next to nothing. */
export const BARE_LINK = /https?:\/\/|ftp:\/\/|www\.|@/gi;

const isDomainPart = (code: number): boolean => isAlphanumeric(code) || code === 45 || code === 95 || code > 127;

/** A stretch of characters that a domain may have: where it ends, and what decides whether it is one. */
interface DomainRun {
  readonly from: number;
  readonly to: number;
  readonly lastDot: number;
  readonly dotBefore: number;
  readonly lastUnderscore: number;
}

/** Finds the ends of domains in one text. A stretch that holds many starts of addresses is read once. */
export class Domains {
  private run: DomainRun = { from: 0, to: 0, lastDot: -1, dotBefore: -1, lastUnderscore: -1 };

  /** The end of a valid domain from `at`, or -1: at least one dot unless `short`, no "_" in the last two parts. */
  end(s: string, at: number, short: boolean): number {
    if (at < this.run.from || at >= this.run.to) this.run = readRun(s, at);
    const { to, lastDot, dotBefore, lastUnderscore } = this.run;
    if (to === at || lastUnderscore >= Math.max(at, dotBefore + 1)) return -1;
    return lastDot >= at || short ? to : -1;
  }
}

function readRun(s: string, from: number): DomainRun {
  let to = from;
  let lastDot = -1;
  let dotBefore = -1;
  let lastUnderscore = -1;
  for (; to < s.length; to++) {
    const code = s.charCodeAt(to);
    if (code === 46) {
      dotBefore = lastDot;
      lastDot = to;
    } else if (code === 95) lastUnderscore = to;
    else if (!isDomainPart(code)) break;
  }
  return { from, to, lastDot, dotBefore, lastUnderscore };
}

/** Leaves out trailing punctuation, a closing parenthesis without its opening one, and a trailing reference. */
function trimLink(s: string, from: number, to: number): number {
  let end = to;
  let open = -1;
  for (;;) {
    const code = s.charCodeAt(end - 1);
    if (code === 41) {
      if (open < 0) {
        open = 0;
        for (let i = from; i < end; i++) {
          const c = s.charCodeAt(i);
          if (c === 40) open--;
          else if (c === 41) open++;
        }
        open = Math.max(0, open);
      }
      if (open === 0) return end;
      open--;
      end--;
    } else if (code === 59) {
      let i = end - 2;
      while (i > from && isAlphanumeric(s.charCodeAt(i))) i--;
      if (i < end - 2 && s.charCodeAt(i) === 38) end = i;
      else end--;
    } else if ("?!.,:*_~'\"".includes(s[end - 1]!)) end--;
    else return end;
    if (end <= from) return from;
  }
}

const mayPrecede = (s: string, at: number): boolean => {
  if (at === 0) return true;
  const code = s.charCodeAt(at - 1);
  return (
    code <= SPACE ||
    code === 42 ||
    code === 95 ||
    code === 126 ||
    code === 40 ||
    code === 91 ||
    code === 34 ||
    code === 39
  );
};

/** A bare web address whose scheme or "www." starts at `at`. `inBracket`: it may stand inside a link's text. */
export function bareUrl(s: string, at: number, mark: string, inBracket: boolean, domains: Domains): FoundLink | null {
  if (!mayPrecede(s, at)) return null;
  const www = mark.length === 4 && mark[3] === ".";
  const domain = www ? at : at + mark.length;
  let end = domains.end(s, domain, !www);
  if (end < 0) return null;
  for (; end < s.length; end++) {
    const code = s.charCodeAt(end);
    if (code <= SPACE || code === 60 || (inBracket && code === 93)) break;
  }
  end = trimLink(s, domain, end);
  if (end <= domain + (www ? 4 : 0)) return null;
  const found = s.slice(at, end);
  return { from: at, to: end, href: www ? `http://${found}` : found };
}

const isLocalPart = (code: number): boolean =>
  isAlphanumeric(code) || code === 46 || code === 45 || code === 95 || code === 43;

/** A bare mail address around the "@" at `at`, not reaching before `floor`. */
export function bareEmail(s: string, at: number, floor: number): FoundLink | null {
  let from = at;
  while (from > floor && isLocalPart(s.charCodeAt(from - 1))) from--;
  if (from === at) return null;
  let to = at + 1;
  let dots = 0;
  for (; to < s.length; to++) {
    const code = s.charCodeAt(to);
    if (code === 46) {
      if (to + 1 >= s.length || !isAlphanumeric(s.charCodeAt(to + 1))) break;
      dots++;
    } else if (!isAlphanumeric(code) && code !== 45 && code !== 95) break;
  }
  const last = s.charCodeAt(to - 1);
  if (dots === 0 || last === 45 || last === 95) return null;
  const scheme = from - 7;
  if (scheme >= floor && s.slice(scheme, from).toLowerCase() === "mailto:") {
    return { from: scheme, to, href: s.slice(scheme, to) };
  }
  return { from, to, href: `mailto:${s.slice(from, to)}` };
}
