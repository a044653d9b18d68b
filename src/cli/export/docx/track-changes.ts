import { DeletedTextRun, InsertedTextRun, type IRunOptions } from "docx";
import type { MarkdownDocument, TextNode } from "../../../core/markdown/tree.ts";
import { visitBlock } from "../../../core/markdown/visit.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import { xmlText } from "./xml-text.ts";

/** Text whose words stand for themselves: in it no mark of markdown begins, ends or changes anything. */
const PLAIN = /^[^\r\n\t*_`~[\]()<>#|\\&!{}]*$/;

export interface TrackedChange {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly author: string;
  readonly at: string;
}

/**
 * Suggestions that a reader takes or leaves in Word itself: plain words in place of plain words, within one run of text.
 * Whatever touches markdown's own marks cannot be shown so, and is told in a comment instead.
 */
export class ChangeTracker {
  private readonly changes: readonly TrackedChange[];
  private lastId = 0;
  /** The open proposals that can be shown as changes. */
  readonly tracked: ReadonlySet<Proposal>;

  constructor(document: MarkdownDocument, proposals: readonly Proposal[], nameOf: (by: Proposal["by"]) => string) {
    const texts = plainTexts(document);
    const open = proposals
      .filter((proposal) => canBeTracked(proposal, document.text, texts))
      .sort((a, b) => a.anchor.offset - b.anchor.offset || a.anchor.length - b.anchor.length);
    // Of two for the same words only one can be a change.
    const apart = open.filter((each, i) => i === 0 || endOf(open[i - 1]!) < each.anchor.offset);
    this.tracked = new Set(apart);
    this.changes = apart.map((proposal) => ({
      from: proposal.anchor.offset,
      to: endOf(proposal),
      insert: proposal.text,
      author: xmlText(nameOf(proposal.by)),
      at: proposal.createdAt,
    }));
  }

  /** Words to be left out, struck. */
  removal(text: string, { author, at }: TrackedChange, style: IRunOptions): DeletedTextRun {
    return new DeletedTextRun({ ...style, author, date: at, id: ++this.lastId, text: xmlText(text) });
  }

  /** Words to come in. */
  insertion({ author, at, insert }: TrackedChange, style: IRunOptions): readonly InsertedTextRun[] {
    if (insert === "") return [];
    return [new InsertedTextRun({ ...style, author, date: at, id: ++this.lastId, text: xmlText(insert) })];
  }

  /** The text cut into what stays and what is to change; each piece with how it is written. */
  cut(node: TextNode, base: number): readonly { readonly node: TextNode; readonly change: TrackedChange | null }[] {
    const inside = this.changes.filter(({ from, to }) => from >= base + node.from && to <= base + node.to);
    if (inside.length === 0 || node.pieces) return [{ node, change: null }];
    const pieces: { node: TextNode; change: TrackedChange | null }[] = [];
    let at = node.from;
    const add = (to: number, change: TrackedChange | null) => {
      const value = node.value.slice(at - node.from, to - node.from);
      if (value !== "" || change) pieces.push({ node: { type: "text", from: at, to, value }, change });
      at = to;
    };
    for (const change of inside) {
      add(change.from - base, null);
      add(change.to - base, change);
    }
    add(node.to, null);
    return pieces;
  }
}

const endOf = ({ anchor }: Proposal): number => anchor.offset + anchor.length;

function canBeTracked(proposal: Proposal, text: string, texts: readonly { from: number; to: number }[]): boolean {
  const { anchor, state, text: offered } = proposal;
  if (state !== "open" || !text.startsWith(anchor.quotedText, anchor.offset)) return false;
  if (anchor.quotedText.length !== anchor.length || !PLAIN.test(anchor.quotedText) || !PLAIN.test(offered))
    return false;
  return texts.some(({ from, to }) => from <= anchor.offset && endOf(proposal) <= to);
}

/** The runs of text outside footnotes that are exactly their source. */
function plainTexts({ blocks }: MarkdownDocument): readonly { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { from: base, node } of blocks) {
    if (node.type === "footnote") continue;
    visitBlock(node, {
      inline: (inline) => {
        if (inline.type === "text" && !inline.pieces) found.push({ from: base + inline.from, to: base + inline.to });
      },
    });
  }
  return found;
}
