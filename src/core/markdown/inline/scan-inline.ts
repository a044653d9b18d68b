import { isAsciiPunctuation, isSpaceOrTab, LINE_FEED, SPACE } from "../../text/characters.ts";
import { type DrawnTag, drawnTag } from "../drawn-tags.ts";
import type { Environment } from "../environment.ts";
import { angleLink, BARE_LINK, bareEmail, bareUrl, Domains, type FoundLink } from "./autolink.ts";
import { Backticks } from "./backticks.ts";
import { Brackets } from "./brackets.ts";
import { DelimiterStack, delimiterRun } from "./emphasis.ts";
import { decodeReference } from "./entities.ts";
import { RawHtmlScan } from "./html-tag.ts";
import { OpenTags } from "./open-tags.ts";
import { Token } from "./token.ts";

const SPECIAL = new Uint8Array(128);
for (const char of "\n\\`*_~[]!<&") SPECIAL[char.charCodeAt(0)] = 1;

const FOOTNOTE = /\[\^([^\s[\]]{1,200})\]/y;

/** How far back from its end an unfinished text is completed for display. */
const REPAIR_REACH = 400;
/** Marks in one leaf, beyond which it is shown as plain text. */
export const MAX_MARKS = 10_000;

/** Delimiters after which they are paired, so that a long text can be cut between them. */
const PAIR_AT = 16;

/** A place after which nothing before it can change, whatever text follows. */
export interface SafePoint {
  readonly at: number;
  readonly tokens: number;
  readonly marks: number;
}

/** Reads a leaf's text once, left to right, into tokens. */
export class InlineScan {
  readonly tokens: Token[] = [];
  readonly delimiters = new DelimiterStack();
  readonly labels: Set<string>;
  /** Something was left open that later text could close: what comes after it may change what it means. */
  open = false;
  safe: SafePoint | null = null;
  /** Something was completed for display. */
  repaired = false;
  /** Tokens that are not plain text. */
  marks: number;
  /** Characters that might have been a token. */
  specials = 0;
  private readonly s: string;
  private readonly repair: boolean;
  private readonly environment: Environment;
  private readonly brackets: Brackets;
  private readonly backticks: Backticks;
  private readonly tags = new OpenTags();
  private readonly html = new RawHtmlScan();
  private readonly domains = new Domains();
  private at = 0;
  private textFrom = 0;
  private bare: FoundLink | null = null;
  private bareFrom: number;
  private bareSearch = 0;
  /** So much is left open that trying to pair it again and again would cost too much. */
  private crowded = false;

  /** With `repair` what is begun at the end of the text and not ended is taken as if it were. `marks`: those before it. */
  constructor(s: string, environment: Environment, labels: Set<string>, repair: boolean, marks: number) {
    this.s = s;
    this.marks = marks;
    this.repair = repair;
    this.environment = environment;
    this.labels = labels;
    this.brackets = new Brackets(s, this.tokens, this.delimiters, this.tags, environment, labels, repair);
    this.backticks = new Backticks(s);
    this.bareFrom = -1;
    this.findBare(0);
  }

  run(): void {
    const { s } = this;
    const { length } = s;
    while (this.at < length) {
      let at = this.at;
      const stop = this.bareFrom >= at ? this.bareFrom : length;
      while (at < stop) {
        const code = s.charCodeAt(at);
        if (code < 128 && SPECIAL[code] === 1) break;
        at++;
      }
      this.at = at;
      if (at >= length) break;
      this.specials++;
      if (at === this.bareFrom) this.takeBare();
      else this.special(s.charCodeAt(at));
      if (this.bareFrom >= 0 && this.bareFrom < this.at) this.findBare(this.at);
      if (this.marks > MAX_MARKS) return;
    }
    const space = s.lastIndexOf(" ", length - 1) + 1;
    if (space > this.textFrom && this.isSettled()) {
      this.flushText(space);
      this.safe = { at: space, tokens: this.tokens.length, marks: this.marks };
    }
    this.flushText(length);
    if (this.repair) this.openUnpaired();
    this.delimiters.resolve(null);
  }

  /** Whether nothing before the present place is still open. */
  private isSettled(): boolean {
    if (this.open || this.crowded || this.tags.isOpen() || this.brackets.mayChange()) return false;
    if (this.delimiters.top && this.unpaired() > 0) return false;
    this.delimiters.cut(null);
    return true;
  }

  private unpaired(): number {
    const left = this.delimiters.unpaired().length;
    if (left > PAIR_AT / 2) this.crowded = true;
    return left;
  }

  /** Emphasis and links that the end of the text leaves open reach to it. */
  private openUnpaired(): void {
    const reach = this.s.length - REPAIR_REACH;
    for (let tag = this.tags.pop(); tag; tag = this.tags.pop()) {
      if (tag.token.from < reach) break;
      this.repaired = true;
      tag.token.kind = "tagStart";
      this.openDelimiters(tag.below, reach);
      this.delimiters.cut(tag.below);
    }
    this.openDelimiters(null, reach);
    if (this.brackets.openLast(reach)) this.repaired = true;
  }

  private openDelimiters(bottom: Token | null, reach: number): void {
    for (const token of this.delimiters.unpaired(bottom)) {
      if (token.from < reach || token.count > 3 || token.to >= this.s.length) continue;
      this.repaired = true;
      token.opens ??= [];
      token.opens.push(...(token.count === 3 ? [2, 1] : [token.count]));
      token.count = 0;
      token.canOpen = false;
    }
  }

  private special(code: number): void {
    const { s, at } = this;
    switch (code) {
      case 10:
        this.lineEnding();
        return;
      case 92:
        this.backslash();
        return;
      case 96: {
        const run = this.backticks.runAt(at);
        const close = this.backticks.closing(at + run, run);
        if (close < 0 && this.repair && at + run < s.length && at > s.length - REPAIR_REACH) {
          const token = new Token("code", at, s.length);
          this.repaired = true;
          token.title = "open";
          this.push(token, run);
          return;
        }
        if (close < 0) {
          this.open = true;
          this.at += run;
          return;
        }
        this.push(new Token("code", at, close + run), run);
        return;
      }
      case 42:
      case 95:
      case 126: {
        const token = delimiterRun(s, at);
        this.push(token);
        if (token.canOpen || token.canClose) this.delimiters.push(token);
        if (this.delimiters.size >= PAIR_AT && !this.crowded && !this.brackets.isOpen() && !this.tags.isOpen()) {
          this.unpaired();
        }
        return;
      }
      case 91:
        this.openBracket(at);
        return;
      case 33:
        if (s.charCodeAt(at + 1) !== 91) this.at++;
        else if (this.footnoteAt(at + 1)) this.at++;
        else this.openBracket(at);
        return;
      case 93: {
        this.flushText(at);
        this.marks++;
        this.at = this.brackets.close(at);
        if (this.repair && this.at === s.length) this.repaired = true;
        this.textFrom = this.at;
        return;
      }
      case 60:
        this.angle();
        return;
      default: {
        const decoded = decodeReference(s, at);
        if (!decoded) this.at++;
        else {
          const token = new Token("value", at, decoded.end);
          token.value = decoded.value;
          this.push(token);
        }
      }
    }
  }

  private flushText(to: number): void {
    if (to > this.textFrom) this.tokens.push(new Token("text", this.textFrom, to));
    this.textFrom = to;
  }

  private push(token: Token, count = 0): void {
    this.flushText(token.from);
    token.count ||= count;
    this.marks++;
    this.tokens.push(token);
    this.at = token.to;
    this.textFrom = token.to;
  }

  private lineEnding(): void {
    const { s, at } = this;
    let from = at;
    while (from > this.textFrom && s.charCodeAt(from - 1) === SPACE) from--;
    const hard = at - from >= 2;
    while (from > this.textFrom && isSpaceOrTab(s.charCodeAt(from - 1))) from--;
    const token = new Token("break", from, at + 1);
    token.canOpen = hard;
    this.push(token);
    this.pass();
  }

  /** Notes the place after a line ending, if nothing is open there. */
  private pass(): void {
    if (this.s.length > 500 && this.isSettled())
      this.safe = { at: this.at, tokens: this.tokens.length, marks: this.marks };
  }

  private backslash(): void {
    const { s, at } = this;
    const next = at + 1 < s.length ? s.charCodeAt(at + 1) : -1;
    if (next === LINE_FEED) {
      const token = new Token("break", at, at + 2);
      token.canOpen = true;
      this.push(token);
      this.pass();
    } else if (isAsciiPunctuation(next)) {
      const token = new Token("value", at, at + 2);
      token.value = s[at + 1]!;
      this.push(token);
    } else this.at++;
  }

  private footnoteAt(at: number): boolean {
    const { s } = this;
    if (s.charCodeAt(at + 1) !== 94) return false;
    FOOTNOTE.lastIndex = at;
    const match = FOOTNOTE.exec(s);
    if (!match) return false;
    const label = `^${match[1]!.toLowerCase()}`;
    this.labels.add(label);
    return this.environment.definition(label) !== undefined;
  }

  private openBracket(at: number): void {
    if (this.s.charCodeAt(at) === 91 && this.footnoteAt(at)) {
      const token = new Token("footnoteRef", at, FOOTNOTE.lastIndex);
      token.value = this.s.slice(at + 2, FOOTNOTE.lastIndex - 1);
      this.push(token);
      return;
    }
    const token = new Token("bracket", at, this.s.charCodeAt(at) === 33 ? at + 2 : at + 1);
    this.push(token);
    this.brackets.open(token, this.tokens.length - 1);
  }

  private angle(): void {
    const { s, at } = this;
    const link = angleLink(s, at);
    if (link) {
      this.pushLink(link, 1);
      return;
    }
    const end = this.html.end(s, at);
    if (end >= 0) {
      const token = new Token("html", at, end);
      this.push(token);
      const drawn = drawnTag(s, at, end);
      if (drawn) this.drawn(token, drawn);
      return;
    }
    const next = s.charCodeAt(at + 1);
    if (next !== SPACE && next !== LINE_FEED) this.open = true;
    this.at++;
  }

  /** A tag that is drawn. One that closes another ends what is open inside: marks do not overlap. */
  private drawn(token: Token, tag: DrawnTag): void {
    if (tag.kind === "break") {
      token.kind = "break";
      token.title = "tag";
      token.canOpen = true;
    } else if (tag.kind === "open") {
      token.value = tag.mark;
      this.tags.open(tag.mark, token, this.delimiters.top);
    } else {
      const opener = this.tags.close(tag.mark);
      if (!opener) return;
      opener.token.kind = "tagStart";
      token.kind = "tagEnd";
      this.delimiters.resolve(opener.below);
      this.brackets.cut(opener.token.from);
    }
  }

  private pushLink(link: FoundLink, inset: number): void {
    const token = new Token("autolink", link.from, link.to);
    token.value = link.href;
    this.push(token, inset);
  }

  /** Looks for the next bare address at or after `from`. */
  private findBare(from: number): void {
    const { s } = this;
    this.bare = null;
    this.bareFrom = -1;
    if (this.bareSearch < from) this.bareSearch = from;
    for (;;) {
      BARE_LINK.lastIndex = this.bareSearch;
      const match = BARE_LINK.exec(s);
      if (!match) {
        this.bareSearch = s.length;
        return;
      }
      this.specials++;
      this.bareSearch = match.index + match[0].length;
      if (match[0] === "@") {
        this.bare = bareEmail(s, match.index, from);
        if (this.bare) {
          this.bareFrom = this.bare.from;
          return;
        }
      } else {
        this.bareFrom = match.index;
        return;
      }
    }
  }

  private takeBare(): void {
    const { s, at } = this;
    let link = this.bare;
    if (!link) {
      BARE_LINK.lastIndex = at;
      const mark = BARE_LINK.exec(s)![0];
      link = bareUrl(s, at, mark, this.brackets.isOpen(), this.domains);
    }
    if (link) this.specials += (link.to - link.from) >> 2;
    if (link) this.pushLink(link, 0);
    else this.at++;
    if (this.bareSearch > at) this.bareSearch = Math.max(this.at, at + 1);
    this.findBare(this.at);
  }
}
