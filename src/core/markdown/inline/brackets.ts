import type { Environment } from "../environment.ts";
import type { DelimiterStack } from "./emphasis.ts";
import { inlineTarget, labelEnd, mayBecomeTarget, normalizeLabel } from "./link-parts.ts";
import type { OpenTags } from "./open-tags.ts";
import { Token } from "./token.ts";

interface OpenBracket {
  readonly token: Token;
  readonly index: number;
  /** The delimiter below: what lies above it is inside the bracket. */
  readonly below: Token | null;
  active: boolean;
  /** Another bracket opened inside, so that this one's text cannot be a label. */
  nested: boolean;
}

/** What stands after "]" while a link's target is still being written. */
const UNFINISHED = /^(?:|\((?:<[^>\n]*|[^\s)<]*)(?:\s+(?:["'(][^"')]*["']?)?)?|\[[^\]]*)$/;

/** The brackets that may become links or images. */
export class Brackets {
  private readonly s: string;
  private readonly tokens: Token[];
  private readonly delimiters: DelimiterStack;
  private readonly tags: OpenTags;
  private readonly environment: Environment;
  private readonly labels: Set<string>;
  private readonly stack: OpenBracket[] = [];
  /** Below this index every bracket that is not an image is inactive already. */
  private inactiveBelow = 0;
  private unfinished = false;

  private readonly repair: boolean;

  constructor(
    s: string,
    tokens: Token[],
    delimiters: DelimiterStack,
    tags: OpenTags,
    environment: Environment,
    labels: Set<string>,
    repair: boolean,
  ) {
    this.repair = repair;
    this.s = s;
    this.tokens = tokens;
    this.delimiters = delimiters;
    this.tags = tags;
    this.environment = environment;
    this.labels = labels;
  }

  isOpen(): boolean {
    return this.stack.length > 0;
  }

  /** Whether text to come could make a link of something that is none yet. */
  mayChange(): boolean {
    return this.unfinished || this.stack.length > 0;
  }

  open(token: Token, index: number): void {
    const outer = this.stack.at(-1);
    if (outer) outer.nested = true;
    this.stack.push({ token, index, below: this.delimiters.top, active: true, nested: false });
  }

  /** Handles the "]" at `at`; returns where to read on. */
  close(at: number): number {
    const bracket = this.stack.pop();
    if (bracket && this.stack.length < this.inactiveBelow) this.inactiveBelow = this.stack.length;
    const target = bracket?.active ? this.target(bracket, at) : null;
    if (!bracket || !target) {
      this.tokens.push(new Token("text", at, at + 1));
      return at + 1;
    }
    const { token } = bracket;
    const image = this.s.charCodeAt(token.from) === 33;
    token.kind = image ? "imageStart" : "linkStart";
    token.value = target.href;
    token.title = target.title;
    this.delimiters.resolve(bracket.below);
    this.tags.cut(token.from);
    this.tokens.push(new Token("linkEnd", at, target.end));
    if (!image) {
      // No link holds another: the links around this one are off.
      for (let i = this.stack.length - 1; i >= this.inactiveBelow; i--) {
        const outer = this.stack[i]!;
        if (this.s.charCodeAt(outer.token.from) !== 33) outer.active = false;
      }
      this.inactiveBelow = this.stack.length;
    }
    return target.end;
  }

  /** Forgets the brackets that were opened after a place: something that began there has ended. */
  cut(from: number): void {
    while (this.stack.length > 0 && this.stack.at(-1)!.token.from > from) this.stack.pop();
    if (this.stack.length < this.inactiveBelow) this.inactiveBelow = this.stack.length;
  }

  /** The last bracket that is open at the end of the text is taken for a link that is being written. */
  openLast(reach: number): boolean {
    const bracket = this.stack.at(-1);
    if (!bracket?.active || bracket.token.from < reach || bracket.token.to >= this.s.length) return false;
    bracket.token.kind = this.s.charCodeAt(bracket.token.from) === 33 ? "imageStart" : "linkStart";
    return true;
  }

  private target(bracket: OpenBracket, at: number): { href: string; title: string; end: number } | null {
    const { s } = this;
    if (
      this.repair &&
      s.length - at < 2000 &&
      s.charCodeAt(bracket.token.to) !== 94 &&
      UNFINISHED.test(s.slice(at + 1))
    ) {
      const whole = this.lookUpWhole(bracket, at);
      return whole ?? { href: "", title: "", end: s.length };
    }
    const next = s.charCodeAt(at + 1);
    const inline = next === 40 ? inlineTarget(s, at + 1) : null;
    if (inline) return inline;
    if (next === 40 && !this.unfinished) this.unfinished = mayBecomeTarget(s, at + 1);
    const labelled = next === 91 ? labelEnd(s, at + 1) : -1;
    if (labelled >= 0) return this.lookUp(s.slice(at + 2, labelled - 1), labelled);
    if (bracket.nested || at - bracket.token.to > 999) return null;
    const collapsed = next === 91 && s.charCodeAt(at + 2) === 93;
    return this.lookUp(s.slice(bracket.token.to, at), collapsed ? at + 3 : at + 1);
  }

  private lookUpWhole(bracket: OpenBracket, at: number): { href: string; title: string; end: number } | null {
    return at + 1 < this.s.length || bracket.nested || at - bracket.token.to > 999
      ? null
      : this.lookUp(this.s.slice(bracket.token.to, at), at + 1);
  }

  private lookUp(text: string, end: number): { href: string; title: string; end: number } | null {
    const label = normalizeLabel(text);
    if (label === "") return null;
    this.labels.add(label);
    const definition = this.environment.definition(label);
    return definition ? { href: definition.href, title: definition.title, end } : null;
  }
}
