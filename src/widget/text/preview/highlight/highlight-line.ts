/** What a piece of code is, for its colour. */
export type TokenKind =
  | "keyword"
  | "literal"
  | "string"
  | "number"
  | "comment"
  | "function"
  | "type"
  | "name"
  | "meta"
  | "added"
  | "removed"
  | "strong";

export interface Token {
  /** null: plain. */
  readonly kind: TokenKind | null;
  readonly text: string;
}

/**
 * One thing to find in a state of a grammar. `kind` may look at the match; `next` is the state after it (absent: the
 * same). Patterns hold no capturing groups.
 */
export interface Rule {
  readonly find: RegExp;
  readonly kind: TokenKind | null | ((match: string, rest: string) => TokenKind | null);
  readonly next?: number;
}

export interface State {
  readonly rules: readonly Rule[];
  /** What text is that no rule finds. */
  readonly otherwise?: TokenKind;
  /** The state in which a line after this one starts; absent: this state. Used for what ends with its line. */
  readonly afterLine?: number;
}

export interface Grammar {
  readonly states: readonly { readonly finder: RegExp; readonly state: State }[];
}

/** Longer lines are data rather than code: they are shown plain, and cost nothing. */
const LONGEST_LINE = 2000;

export function grammar(states: readonly State[]): Grammar {
  return {
    states: states.map((state) => ({
      state,
      finder: new RegExp(state.rules.map((rule) => `(${rule.find.source})`).join("|") || "(?!)", "gu"),
    })),
  };
}

/**
 * The tokens of one line, and the state in which the next line starts. The tokens' texts together are the line. A line
 * depends only on its text and on the state before it, so a line that is finished is never looked at again.
 */
export function highlightLine(
  language: Grammar,
  line: string,
  startState: number,
): { readonly tokens: readonly Token[]; readonly endState: number } {
  if (line.length > LONGEST_LINE) return { tokens: [{ kind: null, text: line }], endState: startState };
  const tokens: Token[] = [];
  let current = startState;
  let position = 0;
  while (position < line.length) {
    const { finder, state } = language.states[current]!;
    finder.lastIndex = position;
    const match = finder.exec(line);
    if (!match) break;
    if (match.index > position) push(tokens, state.otherwise ?? null, line.slice(position, match.index));
    const rule = state.rules[matchedGroup(match)]!;
    const text = match[0];
    position = match.index + text.length;
    push(
      tokens,
      typeof rule.kind === "function" ? rule.kind(text, line.slice(position, position + 40)) : rule.kind,
      text,
    );
    const after = rule.next ?? current;
    // An empty match that stays where it is would never end.
    if (text === "" && after === current) {
      push(tokens, state.otherwise ?? null, line.charAt(position));
      position++;
    }
    current = after;
  }
  const { state } = language.states[current]!;
  if (position < line.length) push(tokens, state.otherwise ?? null, line.slice(position));
  return { tokens, endState: state.afterLine ?? current };
}

function push(tokens: Token[], kind: TokenKind | null, text: string): void {
  if (text === "") return;
  const last = tokens.at(-1);
  if (last && last.kind === kind) tokens[tokens.length - 1] = { kind, text: last.text + text };
  else tokens.push({ kind, text });
}

function matchedGroup(match: RegExpExecArray): number {
  for (let group = 1; group < match.length; group++) if (match[group] !== undefined) return group - 1;
  throw new Error(`No rule matched "${match[0]}"`);
}
