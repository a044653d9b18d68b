import { LINE_FEED } from "../text/characters.ts";
import { ownCopy } from "./own-copy.ts";
import type { Piece, TextNode } from "./tree.ts";

/**
 * The text of a leaf block as the inline parser sees it (its lines without indentation and quote marks, joined by line
 * feeds), and the way back from an offset in it to the source.
 */
export class SourceText {
  readonly s: string;
  /** Offset in the source (relative to the top-level block) of s[0], when every offset differs by the same amount. */
  private readonly shift: number;
  /** Otherwise: where each part starts in `s` and in the source. */
  private readonly starts: readonly number[] | null;
  private readonly froms: readonly number[];
  private near = 0;

  private constructor(s: string, shift: number, starts: readonly number[] | null, froms: readonly number[]) {
    this.s = s;
    this.shift = shift;
    this.starts = starts;
    this.froms = froms;
  }

  /** Lines `first`… of from/to pairs. `text` holds them at `base` + offset. */
  static ofLines(text: string, base: number, segments: readonly number[], first: number, from?: number): SourceText {
    const count = segments.length / 2;
    const start = from ?? segments[first * 2]!;
    let contiguous = true;
    for (let i = first + 1; i < count; i++) {
      const before = segments[i * 2 - 1]!;
      if (segments[i * 2] !== before + 1 || text.charCodeAt(base + before) !== LINE_FEED) {
        contiguous = false;
        break;
      }
    }
    if (contiguous) {
      return new SourceText(ownCopy(text, base + start, base + segments[count * 2 - 1]!), start, null, []);
    }
    const starts: number[] = [];
    const froms: number[] = [];
    let s = "";
    for (let i = first; i < count; i++) {
      const lineFrom = i === first ? start : segments[i * 2]!;
      if (i > first) s += "\n";
      starts.push(s.length);
      froms.push(lineFrom);
      s += text.slice(base + lineFrom, base + segments[i * 2 + 1]!);
    }
    return new SourceText(s, 0, starts, froms);
  }

  /** Parts that follow each other directly, as in a table cell whose `\|` lost its backslash. */
  static ofParts(text: string, base: number, parts: readonly number[]): SourceText {
    if (parts.length === 2) {
      return new SourceText(ownCopy(text, base + parts[0]!, base + parts[1]!), parts[0]!, null, []);
    }
    const starts: number[] = [];
    const froms: number[] = [];
    let s = "";
    for (let i = 0; i < parts.length; i += 2) {
      starts.push(s.length);
      froms.push(parts[i]!);
      s += text.slice(base + parts[i]!, base + parts[i + 1]!);
    }
    return new SourceText(s, 0, starts, froms);
  }

  private partAt(offset: number): number {
    const starts = this.starts!;
    let part = this.near;
    while (part > 0 && starts[part]! > offset) part--;
    while (part + 1 < starts.length && starts[part + 1]! <= offset) part++;
    this.near = part;
    return part;
  }

  /** Where the character at `offset` stands in the source. */
  at(offset: number): number {
    if (!this.starts) return offset + this.shift;
    const part = this.partAt(offset);
    return this.froms[part]! + offset - this.starts[part]!;
  }

  /** Where a range that ends before `offset` ends in the source. */
  end(offset: number): number {
    return offset === 0 || !this.starts ? this.at(offset) : this.at(offset - 1) + 1;
  }

  /** The text of s[a, b) as a node; line feeds become `lineEnding`. */
  text(a: number, b: number, lineEnding: string): TextNode {
    const pieces: Piece[] = [];
    const value = this.addPieces(pieces, 0, a, b, lineEnding);
    return textNode(value, pieces, this.at(a), a === b ? this.at(a) : this.end(b));
  }

  /** Appends what s[a, b) shows, from `at` in the value on; returns the added value. `lineEnding` "": there is no line feed. */
  addPieces(pieces: Piece[], at: number, a: number, b: number, lineEnding: string): string {
    const { s, starts } = this;
    let value = "";
    let start = a;
    while (start < b) {
      const part = starts ? this.partAt(start) : 0;
      const partEnd = starts && part + 1 < starts.length ? Math.min(b, starts[part + 1]!) : b;
      let stop = partEnd;
      // In a slice: a search through the rest of a long text for every code span in it would be quadratic.
      const feed = lineEnding === "" ? -1 : s.slice(start, partEnd).indexOf("\n");
      if (feed >= 0) stop = start + feed;
      if (stop > start) {
        const from = this.at(start);
        addPiece(pieces, { from, to: from + stop - start, at: at + value.length, length: stop - start, exact: true });
        value += s.slice(start, stop);
        start = stop;
      }
      if (start < partEnd) {
        const from = this.at(start);
        const to = start + 1 < s.length ? this.at(start + 1) : from + 1;
        addPiece(pieces, { from, to, at: at + value.length, length: lineEnding.length, exact: false });
        value += lineEnding;
        start++;
      }
    }
    return value;
  }
}

/** Adds a piece, as part of the last one where both are exact and follow each other. */
export function addPiece(pieces: Piece[], piece: Piece): void {
  const last = pieces.at(-1);
  if (last?.exact && piece.exact && last.to === piece.from) {
    pieces[pieces.length - 1] = { ...last, to: piece.to, length: last.length + piece.length };
  } else pieces.push(piece);
}

/** A text node that names its pieces only where they say more than from and to do. */
export function textNode(value: string, pieces: readonly Piece[], from: number, to: number): TextNode {
  if (pieces.length === 0) return { type: "text", from, to, value };
  if (pieces.length === 1 && pieces[0]!.exact) {
    return { type: "text", from: pieces[0]!.from, to: pieces[0]!.to, value };
  }
  return { type: "text", from: pieces[0]!.from, to: pieces.at(-1)!.to, value, pieces };
}
