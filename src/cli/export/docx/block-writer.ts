import {
  AlignmentType,
  BorderStyle,
  CheckBox,
  HeadingLevel,
  type IParagraphOptions,
  LevelFormat,
  type NumberingDefinition,
  Paragraph,
  type ParagraphChild,
  Tab,
  type Table,
  TextRun,
} from "docx";
import { isRightToLeft } from "../../../core/markdown/direction.ts";
import { blockText, inlineText } from "../../../core/markdown/plain-text.ts";
import { ALERT_NAMES } from "../../../core/markdown/print-html.ts";
import type { Block, Inline, ListItem, MarkdownDocument, TextNode } from "../../../core/markdown/tree.ts";
import { type InlineSurroundings, inlineRuns, plainRuns } from "./inline-runs.ts";
import type { NotePlacer } from "./place-notes.ts";
import { CODE_BLOCK, LINE, QUOTE } from "./styles.ts";
import { tableOf } from "./table.ts";
import type { ChangeTracker } from "./track-changes.ts";

const STEP = 400;
/** Word knows nine levels of lists. */
const DEEPEST = 8;
const BULLETS = "bullets";
const SYMBOLS = ["•", "◦", "▪"];
const HEADINGS = [
  HeadingLevel.HEADING_1,
  HeadingLevel.HEADING_2,
  HeadingLevel.HEADING_3,
  HeadingLevel.HEADING_4,
  HeadingLevel.HEADING_5,
  HeadingLevel.HEADING_6,
];
const BOX_FONT = "Segoe UI Symbol";

type ParagraphLooks = Omit<IParagraphOptions, "children" | "text">;
type Written = readonly (Paragraph | Table)[];

/** Where a block stands. */
interface Place {
  readonly base: number;
  /** Twentieths of a point from the margin. */
  readonly indent: number;
  readonly quoted: boolean;
  readonly level: number;
  readonly tight: boolean;
  readonly inFootnote: boolean;
}

/** What stands before the first paragraph of a list's item. */
interface Marker {
  readonly looks: ParagraphLooks;
  readonly children: readonly ParagraphChild[];
}

/** Turns the closed tree of a markdown text into the paragraphs, tables, numberings and footnotes of a Word document. */
export class BlockWriter {
  readonly numberings: NumberingDefinition[] = [bullets()];
  readonly footnotes: Record<string, { readonly children: readonly Paragraph[] }> = {};
  private readonly defined = new Set<number>();
  private readonly referred = new Set<number>();
  private readonly notes: NotePlacer;
  private readonly changes: ChangeTracker | null;
  /** Of the text on a page, in twentieths of a point. */
  private readonly width: number;

  constructor(notes: NotePlacer, changes: ChangeTracker | null, width: number) {
    this.notes = notes;
    this.changes = changes;
    this.width = width;
  }

  document({ blocks }: MarkdownDocument): Written {
    const notes = blocks.filter(({ node }) => node.type === "footnote");
    for (const { node } of notes) if (node.type === "footnote" && node.number > 0) this.defined.add(node.number);
    const written: (Paragraph | Table)[] = [];
    let before: Block | undefined;
    for (const { from, node } of blocks) {
      if (node.type === "footnote") continue;
      if (before && isShaded(before) && isShaded(node)) written.push(gap());
      written.push(...this.block(node, topLevel(from)));
      before = node;
    }
    for (const { from, node } of notes) {
      if (node.type !== "footnote") continue;
      if (node.number > 0) this.footnotes[node.number] = { children: this.footnote(node, from) };
      else written.push(...this.unusedFootnote(node, from));
    }
    const rest = this.notes.rest();
    if (rest.length > 0) written.push(new Paragraph({ children: rest }));
    // A document must not end in a table: Word would call it damaged.
    if (!(written.at(-1) instanceof Paragraph)) written.push(new Paragraph({}));
    return written;
  }

  private footnote(node: Block & { readonly type: "footnote" }, base: number): Paragraph[] {
    const place = { ...topLevel(base), inFootnote: true };
    const written = node.children.flatMap((child) => this.block(child, place));
    const paragraphs = written.filter((each) => each instanceof Paragraph);
    return paragraphs.length > 0 ? paragraphs : [new Paragraph({})];
  }

  private unusedFootnote(node: Block & { readonly type: "footnote" }, base: number): Written {
    const label = new Paragraph({ children: plainRuns(`[^${node.label}]`, false), keepNext: true });
    return [label, ...node.children.flatMap((child) => this.block(child, { ...topLevel(base), indent: STEP }))];
  }

  private block(node: Block, place: Place, marker?: Marker): Written {
    if (marker && node.type !== "paragraph" && node.type !== "heading") {
      return [this.paragraph([], "", place, {}, marker), ...this.block(node, place)];
    }
    switch (node.type) {
      case "heading":
        return [this.inlines(node.children, place, { heading: HEADINGS[node.level - 1]! }, marker)];
      case "paragraph":
        return [this.inlines(node.children, place, place.tight ? { spacing: { after: 60 } } : {}, marker)];
      case "quote": {
        const inner = { ...place, indent: place.indent + STEP, quoted: true, tight: false };
        const name = node.alert === null ? "" : ALERT_NAMES[node.alert];
        const runs = plainRuns(name, false, { bold: true });
        return [
          ...(name === "" ? [] : [this.paragraph(runs, name, inner, { keepNext: true, spacing: { after: 60 } })]),
          ...node.children.flatMap((child) => this.block(child, inner)),
        ];
      }
      case "details":
        return node.children.flatMap((child) => this.block(child, { ...place, tight: false }));
      case "summary":
        return [this.inlines(node.children, place, { keepNext: true, spacing: { before: 120 } }, undefined, true)];
      case "list":
        return this.list(node, place);
      case "table":
        return this.table(node, place);
      case "rule":
        return [new Paragraph({ border: { bottom: edge(6) }, spacing: { before: 60, after: 260 } })];
      case "code":
      case "html":
      case "frontMatter":
      case "plain":
        return [this.lines(node.lines, place)];
      case "footnote":
        return [];
    }
  }

  private list(node: Block & { readonly type: "list" }, place: Place): Written {
    const level = Math.min(place.level, DEEPEST);
    const reference = node.ordered ? this.newNumbering(node.start, level) : BULLETS;
    const digits = node.ordered ? String(node.start + node.items.length - 1).length : 1;
    const hanging = STEP + Math.max(0, digits - 2) * 120;
    const inner = { ...place, indent: place.indent + hanging, level: place.level + 1, tight: node.tight };
    return node.items.flatMap((item) => {
      const numbered = { numbering: { reference, level }, indent: { start: inner.indent, hanging } };
      const marker = markerOf(item, node.ordered ? numbered : { indent: numbered.indent }, numbered);
      const [first, ...others] = item.children;
      if (!first) return [this.paragraph([], "", inner, {}, marker)];
      return [...this.block(first, inner, marker), ...others.flatMap((child) => this.block(child, inner))];
    });
  }

  // One for each list: lists that share a numbering go on counting where the last one stopped.
  private newNumbering(start: number, level: number): string {
    const reference = `ordered-${this.numberings.length}`;
    const levels = Array.from({ length: level + 1 }, (_, each) => ({
      level: each,
      format: LevelFormat.DECIMAL,
      text: `%${each + 1}.`,
      alignment: AlignmentType.START,
      start: each === level ? start : 1,
    }));
    this.numberings.push({ reference, levels });
    return reference;
  }

  private table(node: Block & { readonly type: "table" }, place: Place): Written {
    if (place.inFootnote) {
      return blockText(node)
        .split("\n")
        .map((line) => this.paragraph(plainRuns(line, isRightToLeft(line)), line, place, {}));
    }
    const table = tableOf(node, {
      width: this.width - place.indent,
      indent: place.indent,
      cell: (inlines, looks, isHead) =>
        this.inlines(inlines, { ...place, indent: 0, quoted: false }, looks, undefined, isHead),
    });
    // Without it the next block would touch the table, and two tables would become one.
    return [table, gap()];
  }

  private lines(lines: readonly TextNode[], place: Place): Paragraph {
    const children = lines.flatMap((line, i) => {
      const runs = (value: string) => plainRuns(value, false);
      const content = place.inFootnote ? runs(line.value) : this.notes.around(line, place.base, runs);
      return [...(i > 0 ? [new TextRun({ break: 1 })] : []), ...content];
    });
    return new Paragraph({
      style: CODE_BLOCK,
      children,
      // The frame stands outside the text: drawn in, it ends where the other paragraphs do.
      indent: { start: place.indent + 120, end: 120 },
      keepLines: lines.length <= 30,
    });
  }

  private inlines(
    nodes: readonly Inline[],
    place: Place,
    looks: ParagraphLooks,
    marker?: Marker,
    bold = false,
  ): Paragraph {
    const text = inlineText(nodes);
    const surroundings: InlineSurroundings = {
      base: place.base,
      rightToLeft: isRightToLeft(text),
      notes: place.inFootnote ? null : this.notes,
      changes: place.inFootnote ? null : this.changes,
      width: Math.floor((this.width - place.indent) / 15),
      referFirst: (number) => !place.inFootnote && this.referFirst(number),
    };
    return this.paragraph(inlineRuns(nodes, surroundings, bold ? { bold } : {}), text, place, looks, marker);
  }

  private referFirst(number: number): boolean {
    if (!this.defined.has(number) || this.referred.has(number)) return false;
    this.referred.add(number);
    return true;
  }

  private paragraph(
    children: readonly ParagraphChild[],
    text: string,
    place: Place,
    looks: ParagraphLooks,
    marker?: Marker,
  ): Paragraph {
    const bidirectional = isRightToLeft(text);
    return new Paragraph({
      ...(place.quoted ? { style: QUOTE, border: { [bidirectional ? "right" : "left"]: edge(18) } } : {}),
      ...(place.inFootnote ? { style: "FootnoteText" } : {}),
      ...(place.indent > 0 ? { indent: { start: place.indent } } : {}),
      ...looks,
      ...(bidirectional ? { bidirectional, ...turned(looks.alignment) } : {}),
      ...marker?.looks,
      children: [...(marker?.children ?? []), ...children],
    });
  }
}

/** In a paragraph from right to left Word takes "left" for the side where lines begin. */
function turned(alignment: ParagraphLooks["alignment"]): Pick<ParagraphLooks, "alignment"> {
  if (alignment === AlignmentType.LEFT) return { alignment: AlignmentType.RIGHT };
  return alignment === AlignmentType.RIGHT ? { alignment: AlignmentType.LEFT } : {};
}

/** Shaded neighbours would run into one another. */
function isShaded({ type }: Block): boolean {
  return type === "code" || type === "html" || type === "frontMatter" || type === "plain";
}

function gap(): Paragraph {
  return new Paragraph({ spacing: { after: 60, line: 200 } });
}

function topLevel(base: number): Place {
  return { base, indent: 0, quoted: false, level: 0, tight: false, inFootnote: false };
}

/** A bullet or number; for a task its box, which can be ticked in Word, in the bullet's stead. */
function markerOf(item: ListItem, task: ParagraphLooks, plain: ParagraphLooks): Marker {
  if (item.checked === null) return { looks: plain, children: [] };
  const box = new CheckBox({
    checked: item.checked,
    checkedState: { value: "2611", font: BOX_FONT },
    uncheckedState: { value: "2610", font: BOX_FONT },
  });
  return { looks: task, children: [box, new TextRun({ children: [new Tab()] })] };
}

function bullets(): NumberingDefinition {
  return {
    reference: BULLETS,
    levels: Array.from({ length: DEEPEST + 1 }, (_, level) => ({
      level,
      format: LevelFormat.BULLET,
      text: SYMBOLS[level % SYMBOLS.length]!,
      alignment: AlignmentType.START,
    })),
  };
}

function edge(size: number) {
  return { style: BorderStyle.SINGLE, color: LINE, size, space: 8 };
}
