import type { Environment } from "../environment.ts";
import { addPiece, type SourceText, textNode } from "../source-text.ts";
import type { Inline, Piece, TagMark, TextNode } from "../tree.ts";
import type { Token } from "./token.ts";

/** Inline nodes inside each other, beyond which the block is shown as plain text. */
const MAX_NESTING = 100;

interface Frame {
  readonly type: "root" | "emphasis" | "strong" | "strike" | "link" | "image" | TagMark;
  readonly from: number;
  readonly children: Inline[];
  readonly token: Token | null;
}

/** Makes the tree of a leaf's inline content from its tokens. */
export class InlineBuilder {
  tooDeep = false;
  private readonly source: SourceText;
  private readonly environment: Environment;
  private readonly frames: Frame[] = [{ type: "root", from: 0, children: [], token: null }];
  private links = 0;
  /** Text that is not yet a node: an exact run of s, or pieces once it is more than that. */
  private runFrom = -1;
  private runTo = -1;
  private pieces: Piece[] = [];
  private value = "";

  constructor(source: SourceText, environment: Environment) {
    this.source = source;
    this.environment = environment;
  }

  /** Builds tokens[first, last); `end` is where what is still open then ends. */
  build(tokens: readonly Token[], first: number, last: number, end: number): readonly Inline[] {
    for (let i = first; i < last && !this.tooDeep; i++) this.add(tokens[i]!);
    this.flush();
    while (this.frames.length > 1) {
      this.links = 0;
      this.pop(end);
    }
    return this.frames[0]!.children;
  }

  private get children(): Inline[] {
    return this.frames[this.frames.length - 1]!.children;
  }

  private add(token: Token): void {
    const { source, environment } = this;
    switch (token.kind) {
      case "text":
      case "bracket":
        this.exact(token.from, token.to);
        return;
      case "value":
        this.mapped(token.value, token.from, token.to);
        return;
      case "delimiter":
        this.delimiter(token);
        return;
      case "code":
        this.flush();
        this.children.push({
          type: "code",
          from: source.at(token.from),
          to: source.end(token.to),
          text: this.code(token),
        });
        return;
      case "html":
        this.flush();
        this.children.push({
          type: "html",
          from: source.at(token.from),
          to: source.end(token.to),
          text: source.text(token.from, token.to, "\n"),
        });
        return;
      case "break": {
        this.flush();
        // Behind a tag the line goes on; otherwise the next one's indent is part of the break.
        const to = token.title === "tag" ? source.end(token.to) : source.at(token.to);
        this.children.push({ type: "break", from: source.at(token.from), to, hard: token.canOpen });
        return;
      }
      case "tagStart":
        this.flush();
        this.frame({ type: token.value as TagMark, from: token.from, children: [], token });
        return;
      case "tagEnd":
        this.flush();
        this.pop(token.to);
        return;
      case "linkStart":
      case "imageStart":
        this.flush();
        if (token.kind === "linkStart") this.links++;
        this.frame({ type: token.kind === "linkStart" ? "link" : "image", from: token.from, children: [], token });
        return;
      case "linkEnd":
        this.flush();
        if (this.frames.at(-1)!.type === "link") this.links--;
        this.pop(token.to);
        return;
      case "autolink":
        this.autolink(token);
        return;
      case "footnoteRef": {
        this.flush();
        const number = environment.footnoteNumber(`^${token.value.toLowerCase()}`);
        this.children.push({
          type: "footnoteRef",
          from: source.at(token.from),
          to: source.end(token.to),
          label: token.value,
          number,
        });
      }
    }
  }

  private exact(from: number, to: number): void {
    if (to <= from) return;
    if (this.runTo === from) this.runTo = to;
    else {
      this.settle();
      this.runFrom = from;
      this.runTo = to;
    }
  }

  private mapped(value: string, from: number, to: number): void {
    this.settle();
    this.pieces.push({
      from: this.source.at(from),
      to: this.source.end(to),
      at: this.value.length,
      length: value.length,
      exact: false,
    });
    this.value += value;
  }

  /** Turns the exact run into pieces. */
  private settle(): void {
    if (this.runFrom < 0) return;
    this.value += this.source.addPieces(this.pieces, this.value.length, this.runFrom, this.runTo, "");
    this.runFrom = -1;
    this.runTo = -1;
  }

  private flush(): void {
    this.settle();
    if (this.pieces.length === 0) return;
    this.children.push(textNode(this.value, this.pieces, 0, 0));
    this.pieces = [];
    this.value = "";
  }

  private frame(frame: Frame): void {
    if (this.frames.length > MAX_NESTING) this.tooDeep = true;
    this.frames.push(frame);
  }

  private pop(end: number): void {
    const { source } = this;
    const { type, from, children, token } = this.frames.pop()!;
    const span = { from: source.at(from), to: source.end(end) };
    if (type === "link") {
      const href = this.environment.safeLink(token!.value);
      this.children.push({ type, ...span, href, ...refused(href, token!.value), title: token!.title, children });
    } else if (type === "image") {
      const src = this.environment.safeImage(token!.value);
      const alt = flatten(children, span.from + 2);
      this.children.push({ type, ...span, src, ...refused(src, token!.value), title: token!.title, alt });
    } else if (type !== "root") this.children.push({ type, ...span, children });
  }

  private delimiter(token: Token): void {
    let at = token.from;
    for (const used of token.closes ?? []) {
      this.flush();
      at += used;
      this.pop(at);
    }
    this.exact(at, at + token.count);
    at += token.count;
    for (let i = (token.opens?.length ?? 0) - 1; i >= 0; i--) {
      const used = token.opens![i]!;
      this.flush();
      const type = token.char === 126 ? "strike" : used === 2 ? "strong" : "emphasis";
      this.frame({ type, from: at, children: [], token: null });
      at += used;
    }
  }

  private code(token: Token): TextNode {
    const { s } = this.source;
    let from = token.from + token.count;
    let to = token.title === "open" ? token.to : token.to - token.count;
    const isSpace = (at: number): boolean => s[at] === " " || s[at] === "\n";
    if (to - from > 2 && isSpace(from) && isSpace(to - 1) && /[^ \n]/.test(s.slice(from, to))) {
      from++;
      to--;
    }
    return this.source.text(from, to, " ");
  }

  private autolink(token: Token): void {
    const from = token.from + token.count;
    const to = token.to - token.count;
    if (this.links > 0) {
      this.exact(token.from, token.to);
      return;
    }
    this.flush();
    const { source, environment } = this;
    const text = source.text(from, to, "");
    const href = environment.safeLink(token.value);
    this.children.push({
      type: "link",
      from: source.at(token.from),
      to: source.end(token.to),
      href,
      title: "",
      children: [text],
    });
  }
}

/** What an address was that may not be followed. */
const refused = (allowed: string, written: string): { readonly refused?: string } =>
  allowed === "" && written !== "" ? { refused: written } : {};

/** The text of inline nodes as one node: what an image is called. */
function flatten(nodes: readonly Inline[], at: number): TextNode {
  const pieces: Piece[] = [];
  let value = "";
  const add = (text: TextNode): void => {
    for (const piece of text.pieces ?? [
      { from: text.from, to: text.to, at: 0, length: text.value.length, exact: true },
    ]) {
      addPiece(pieces, { ...piece, at: piece.at + value.length });
    }
    value += text.value;
  };
  const walk = (node: Inline): void => {
    switch (node.type) {
      case "text":
        add(node);
        return;
      case "code":
      case "html":
        add(node.text);
        return;
      case "image":
        add(node.alt);
        return;
      case "break":
        pieces.push({ from: node.from, to: node.to, at: value.length, length: 1, exact: false });
        value += "\n";
        return;
      case "footnoteRef":
        return;
      default:
        for (const child of node.children) walk(child);
    }
  };
  for (const node of nodes) walk(node);
  return textNode(value, pieces, at, at);
}
