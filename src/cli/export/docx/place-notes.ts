import { CommentRangeEnd, CommentRangeStart, CommentReference, type ParagraphChild, TextRun } from "docx";
import type { TextNode } from "../../../core/markdown/tree.ts";

/** A comment's place in the markdown source: from = to where it is about a point, or about the whole. */
export interface PlacedNote {
  readonly id: number;
  readonly from: number;
  readonly to: number;
}

/**
 * Puts the marks of comments between the runs of a document that is written in the order of its source. What stands on
 * words that are not shown (the marks of markdown itself) moves to the next that are; nothing is left out.
 */
export class NotePlacer {
  private readonly toOpen: PlacedNote[];
  private open: PlacedNote[] = [];

  constructor(notes: readonly PlacedNote[]) {
    this.toOpen = [...notes].sort((a, b) => a.from - b.from || b.to - a.to);
  }

  /** The runs of a text that begins at `base + node.from` of the source, with the marks that fall on it. */
  around(node: TextNode, base: number, runs: (value: string) => readonly ParagraphChild[]): readonly ParagraphChild[] {
    const end = base + node.to;
    if (this.open.length === 0 && (this.toOpen[0]?.from ?? Number.POSITIVE_INFINITY) >= end) return runs(node.value);
    const children: ParagraphChild[] = [];
    let at = 0;
    const goTo = (offset: number) => {
      const index = Math.max(at, indexOf(node, offset - base));
      if (index > at) children.push(...runs(node.value.slice(at, index)));
      at = index;
    };
    for (;;) {
      const closing = this.nextToClose();
      const opening = this.toOpen[0];
      if (closing && closing.to <= end && (!opening || closing.to <= opening.from)) {
        goTo(closing.to);
        children.push(...this.close(closing));
      } else if (opening && opening.from < end) {
        goTo(opening.from);
        this.toOpen.shift();
        this.open.push(opening);
        children.push(new CommentRangeStart(opening.id));
      } else break;
    }
    if (at < node.value.length) children.push(...runs(node.value.slice(at)));
    return children;
  }

  /** What is still to be placed once all text is written. */
  rest(): readonly ParagraphChild[] {
    const children: ParagraphChild[] = [];
    for (const note of this.open) children.push(...this.close(note));
    for (const note of this.toOpen.splice(0)) children.push(new CommentRangeStart(note.id), ...endOf(note));
    return children;
  }

  private nextToClose(): PlacedNote | undefined {
    return this.open.reduce<PlacedNote | undefined>(
      (first, each) => (first && first.to <= each.to ? first : each),
      undefined,
    );
  }

  private close(note: PlacedNote): readonly ParagraphChild[] {
    this.open = this.open.filter((each) => each !== note);
    return endOf(note);
  }
}

function endOf({ id }: PlacedNote): readonly ParagraphChild[] {
  return [new CommentRangeEnd(id), new TextRun({ children: [new CommentReference(id)] })];
}

/** Where in the node's value the source's offset stands. */
function indexOf({ value, from, to, pieces }: TextNode, offset: number): number {
  if (offset <= from) return 0;
  if (offset >= to) return value.length;
  if (!pieces) return offset - from;
  const piece = pieces.find((each) => offset < each.to);
  if (!piece) return value.length;
  return piece.exact ? piece.at + Math.max(0, offset - piece.from) : piece.at;
}
