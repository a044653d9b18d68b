import { isUnicodePunctuation, isUnicodeWhitespace } from "../../text/characters.ts";
import { Token } from "./token.ts";

const ASTERISK = 42;
const UNDERSCORE = 95;
const TILDE = 126;

const codePointBefore = (s: string, at: number): number => {
  if (at === 0) return 10;
  const code = s.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff && at > 1 ? (s.codePointAt(at - 2) ?? code) : code;
};

/** The run of one delimiter character at `at`, with what the characters around it allow. */
export function delimiterRun(s: string, at: number): Token {
  const char = s.charCodeAt(at);
  let end = at + 1;
  while (end < s.length && s.charCodeAt(end) === char) end++;
  const token = new Token("delimiter", at, end);
  token.char = char;
  token.count = end - at;
  token.length = end - at;
  const before = codePointBefore(s, at);
  const after = end < s.length ? s.codePointAt(end)! : 10;
  const spaceBefore = isUnicodeWhitespace(before);
  const spaceAfter = isUnicodeWhitespace(after);
  const punctuationBefore = isUnicodePunctuation(before);
  const punctuationAfter = isUnicodePunctuation(after);
  const left = !spaceAfter && (!punctuationAfter || spaceBefore || punctuationBefore);
  const right = !spaceBefore && (!punctuationBefore || spaceAfter || punctuationAfter);
  if (char === UNDERSCORE) {
    token.canOpen = left && (!right || punctuationBefore);
    token.canClose = right && (!left || punctuationAfter);
  } else if (char === TILDE && token.count > 2) {
    token.canOpen = false;
    token.canClose = false;
  } else {
    token.canOpen = left;
    token.canClose = right;
  }
  return token;
}

/** The delimiters that may still pair, as a list through the tokens. */
export class DelimiterStack {
  top: Token | null = null;
  /** How many were pushed since they were last paired. */
  size = 0;

  push(token: Token): void {
    this.size++;
    token.previous = this.top;
    if (this.top) this.top.next = token;
    this.top = token;
  }

  private remove(token: Token): void {
    if (token.previous) token.previous.next = token.next;
    if (token.next) token.next.previous = token.previous;
    else this.top = token.previous;
  }

  /** Forgets every delimiter above `bottom`. */
  cut(bottom: Token | null): void {
    this.top = bottom;
    if (bottom) bottom.next = null;
  }

  /** Pairs the delimiters above `bottom`, then forgets them. */
  resolve(bottom: Token | null): void {
    this.pair(bottom);
    this.cut(bottom);
  }

  /** Pairs what can be paired above `bottom`; the delimiters that are left and could open something, first to last. */
  unpaired(bottom: Token | null = null): readonly Token[] {
    this.pair(bottom);
    const left: Token[] = [];
    for (let token = this.top; token && token !== bottom; token = token.previous) if (token.canOpen) left.push(token);
    this.size = left.length;
    return left.reverse();
  }

  /** Each search that failed is not made again. */
  private pair(bottom: Token | null): void {
    if (this.top === bottom) return;
    let closer = this.top;
    while (closer && closer.previous !== bottom) closer = closer.previous;
    const floors = new Map<number, Token | null>();
    while (closer) {
      if (!closer.canClose) {
        closer = closer.next;
        continue;
      }
      const key = floorKey(closer);
      const floor = floors.has(key) ? floors.get(key)! : bottom;
      let opener: Token | null = closer.previous;
      while (opener && opener !== bottom && opener !== floor && !pairs(opener, closer)) opener = opener.previous;
      if (!opener || opener === bottom || opener === floor) {
        floors.set(key, closer.previous);
        const next: Token | null = closer.next;
        if (!closer.canOpen) this.remove(closer);
        closer = next;
        continue;
      }
      const used = closer.char === TILDE ? closer.count : opener.count >= 2 && closer.count >= 2 ? 2 : 1;
      opener.opens ??= [];
      opener.opens.push(used);
      closer.closes ??= [];
      closer.closes.push(used);
      opener.count -= used;
      closer.count -= used;
      opener.next = closer;
      closer.previous = opener;
      if (opener.count === 0) this.remove(opener);
      if (closer.count === 0) {
        const next: Token | null = closer.next;
        this.remove(closer);
        closer = next;
      }
    }
  }
}

const floorKey = (closer: Token): number =>
  closer.char === TILDE
    ? closer.count
    : (closer.char === ASTERISK ? 8 : 16) + (closer.canOpen ? 3 : 0) + (closer.length % 3);

function pairs(opener: Token, closer: Token): boolean {
  if (opener.char !== closer.char || !opener.canOpen) return false;
  if (closer.char === TILDE) return opener.count === closer.count;
  const both = opener.canClose || closer.canOpen;
  return !both || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
}
