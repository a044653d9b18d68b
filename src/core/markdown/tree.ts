/**
 * The closed tree that every markdown text becomes. Nothing outside these types ever reaches a renderer.
 *
 * Positions: offsets are UTF-16 code units, relative to the start of the TOP-LEVEL block that holds the node, so that a
 * block keeps its identity (`===`) when text before it grows or shrinks. `MarkdownDocument.blocks[i].from` is where the
 * block starts in the source; absolute = blocks[i].from + node.from.
 */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** A piece of a text's value and the source it came from: value[at, at+length) ↔ source[from, to). When `exact`, they are equal character by character; otherwise (an entity, an escape, a tab) the piece maps as a whole. */
export interface Piece extends Span {
  readonly at: number;
  readonly length: number;
  readonly exact: boolean;
}

export interface TextNode extends Span {
  readonly type: "text";
  readonly value: string;
  /** Absent: value is exactly source[from, to). */
  readonly pieces?: readonly Piece[];
}

/** Marks that are written as tags without attributes: `<kbd>`, `<sub>`, `<sup>`, `<mark>`. */
export type TagMark = "kbd" | "sub" | "sup" | "mark";

export type Inline =
  | TextNode
  | (Span & { readonly type: "emphasis" | "strong" | "strike" | TagMark; readonly children: readonly Inline[] })
  | (Span & { readonly type: "code"; readonly text: TextNode })
  /** `href` is "" when its scheme is not allowed: shown as text, not as a link. `refused` is then the address as it was written. */
  | (Span & {
      readonly type: "link";
      readonly href: string;
      readonly refused?: string;
      readonly title: string;
      readonly children: readonly Inline[];
    })
  | (Span & {
      readonly type: "image";
      readonly src: string;
      readonly refused?: string;
      readonly title: string;
      readonly alt: TextNode;
    })
  | (Span & { readonly type: "break"; readonly hard: boolean })
  | (Span & { readonly type: "footnoteRef"; readonly label: string; readonly number: number })
  /** Raw HTML, shown as the text that it is. */
  | (Span & { readonly type: "html"; readonly text: TextNode });

export type Alignment = "left" | "center" | "right" | null;
export interface TableCell extends Span {
  readonly type: "cell";
  readonly children: readonly Inline[];
}
export interface TableRow extends Span {
  readonly type: "row";
  readonly cells: readonly TableCell[];
}
export interface ListItem extends Span {
  readonly type: "item";
  /** null: no task. `box` is the source of "[ ]" or "[x]". */
  readonly checked: boolean | null;
  readonly box?: Span;
  readonly children: readonly Block[];
}

/** What `> [!NOTE]` and its kin make of a quote. */
export type AlertKind = "note" | "tip" | "important" | "warning" | "caution";

export type Block =
  | (Span & { readonly type: "heading"; readonly level: 1 | 2 | 3 | 4 | 5 | 6; readonly children: readonly Inline[] })
  | (Span & { readonly type: "paragraph"; readonly children: readonly Inline[] })
  | (Span & { readonly type: "quote"; readonly alert: AlertKind | null; readonly children: readonly Block[] })
  /**
   * A part that can be folded; its first child may be a summary. `closed`: its closing line is there. Without it, at the
   * end of a text that is complete, its lines are text: `folds` is false, and the children begin with them.
   */
  | (Span & {
      readonly type: "details";
      readonly open: boolean;
      readonly closed: boolean;
      readonly folds: boolean;
      readonly children: readonly Block[];
    })
  | (Span & { readonly type: "summary"; readonly children: readonly Inline[] })
  | (Span & {
      readonly type: "list";
      readonly ordered: boolean;
      readonly start: number;
      readonly tight: boolean;
      readonly items: readonly ListItem[];
    })
  /** `lines` without terminators; `language` is the first word of the info string, lower case. */
  | (Span & {
      readonly type: "code";
      readonly fenced: boolean;
      readonly closed: boolean;
      readonly language: string;
      readonly info: string;
      readonly lines: readonly TextNode[];
    })
  | (Span & {
      readonly type: "table";
      readonly align: readonly Alignment[];
      readonly head: TableRow;
      readonly rows: readonly TableRow[];
    })
  | (Span & { readonly type: "rule" })
  | (Span & { readonly type: "html"; readonly lines: readonly TextNode[] })
  | (Span & {
      readonly type: "footnote";
      readonly label: string;
      readonly number: number;
      readonly children: readonly Block[];
    })
  | (Span & { readonly type: "frontMatter"; readonly lines: readonly TextNode[] })
  /** Too deep or too long to parse within a frame: shown as plain text, and says so. */
  | (Span & { readonly type: "plain"; readonly reason: string; readonly lines: readonly TextNode[] });

export interface PlacedBlock {
  readonly from: number;
  readonly node: Block;
}

export interface MarkdownDocument {
  /** The exact text this is the tree of. */
  readonly text: string;
  readonly blocks: readonly PlacedBlock[];
}
