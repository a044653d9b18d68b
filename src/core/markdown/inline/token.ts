/** What the scan of a leaf's text leaves behind for the builder: flat, in order, without nesting. */
export type TokenKind =
  | "text"
  /** Text whose value is not its source: an escape or a character reference. */
  | "value"
  | "code"
  | "html"
  /** Tags that are drawn: a "tagStart" is "html" until its closing tag is found. */
  | "tagStart"
  | "tagEnd"
  | "break"
  | "delimiter"
  /** "[" or "![" that nothing has closed yet: text, unless a link is found. */
  | "bracket"
  | "linkStart"
  | "imageStart"
  | "linkEnd"
  | "autolink"
  | "footnoteRef";

export class Token {
  kind: TokenKind;
  from: number;
  to: number;
  value = "";
  title = "";
  /** Delimiters: the character, how many of the run are left, and how many there were. */
  char = 0;
  count = 0;
  length = 0;
  canOpen = false;
  canClose = false;
  /** Lengths of the marks that this run closes (left to right) and opens (innermost first). */
  closes: number[] | null = null;
  opens: number[] | null = null;
  /** The delimiter stack. */
  previous: Token | null = null;
  next: Token | null = null;

  constructor(kind: TokenKind, from: number, to: number) {
    this.kind = kind;
    this.from = from;
    this.to = to;
  }
}
