/** Long because all kinds of blocks are opened and closed here, line by line, by one set of rules. */
import { skipSpaces, trimEnd } from "../../text/characters.ts";
import { alertOf, detailsOpening, drawnTag, isDetailsClosing, summaryIn } from "../drawn-tags.ts";
import { unescapeText } from "../inline/entities.ts";
import { tagEnd } from "../inline/html-tag.ts";
import { ownCopy } from "../own-copy.ts";
import { SourceText } from "../source-text.ts";
import type { Span } from "../tree.ts";
import { closeBlock, takeDefinitions } from "./close-block.ts";
import { canHold, enterItem, footnoteOpening, isContainer, type ListMarker, listMarker } from "./container-starts.ts";
import type { DefinitionList } from "./definition-list.ts";
import {
  atxHeading,
  closesFence,
  endsHtmlBlock,
  fenceOpening,
  htmlBlockKind,
  isRule,
  setextLevel,
} from "./leaf-starts.ts";
import { LineCursor } from "./line-cursor.ts";
import { lineText } from "./line-text.ts";
import { type Definition, NONE, RawBlock, type RawKind } from "./raw-block.ts";
import { delimiterRow, splitRow } from "./table-row.ts";

/** Containers inside each other, beyond which a block is shown as plain text. */
const MAX_DEPTH = 100;
/** What a block costs, counted in characters of inline text; and how many characters of a line cost as much as one. */
const BLOCK_STEPS = 64;
const SCAN_SHIFT = 4;
/** A line that begins with one of these may be read to its end, more than once, to know what it is. */
const SCANNED = new Set([..."-*_=|:<"].map((char) => char.charCodeAt(0)));

/**
 * Reads a text line by line into raw blocks, as CommonMark describes: each line first continues the open blocks, then may
 * open new ones, and what is left of it goes to the innermost. All state is in `stack`, so that lines can be taken back.
 * Long because every step of a line works on that one state.
 */
export class BlockParser {
  readonly root: RawBlock;
  stack: RawBlock[];
  lineNumber = 0;
  text = "";
  readonly definitions: DefinitionList;
  /** Definitions that came into force since the last call of `commit`. */
  pending: Definition[] = [];
  /** The number of a blank line that left all open blocks as they were: so does one that follows it. -1: there is none. */
  idleLine = -1;
  /** Work done, counted: see `Engine.steps`. */
  steps = 0;
  private readonly cursor = new LineCursor();
  private base = 0;

  constructor(root: RawBlock, definitions: DefinitionList) {
    this.root = root;
    this.stack = [root];
    this.definitions = definitions;
  }

  private get tip(): RawBlock {
    return this.stack[this.stack.length - 1]!;
  }

  /** Reads text[start, end), a line without its terminator. */
  line(start: number, end: number): void {
    const { cursor } = this;
    this.lineNumber++;
    cursor.open(this.text, start, end);
    const isBlank = cursor.blank;
    const isScanned = isBlank || SCANNED.has(cursor.peek());
    this.steps += 1 + ((end - start) >> (isScanned ? 1 : SCAN_SHIFT));
    if (isBlank && this.idleLine === this.lineNumber - 1) {
      this.idleLine = this.lineNumber;
      return;
    }
    this.steps += this.stack.length;
    if (this.stack.length > 1) this.base = this.stack[1]!.base;
    const matched = this.continueOpen();
    if (matched >= 0) this.openNew(matched);
    this.idleLine = isBlank && isContainer(this.tip.kind) ? this.lineNumber : -1;
  }

  /** Closes everything: the text ends here. */
  finish(): void {
    if (this.stack.length > 1) this.base = this.stack[1]!.base;
    this.closeTo(1);
  }

  /** How many open blocks the line continues, or -1 if the line is used up. */
  private continueOpen(): number {
    const { cursor, stack } = this;
    for (let i = 1; i < stack.length; i++) {
      const raw = stack[i]!;
      switch (raw.kind) {
        case "quote":
          if (cursor.indent > 3 || cursor.peek() !== 62) return i;
          cursor.toNext();
          cursor.skip(1);
          cursor.skipOptionalSpace();
          raw.endLine = this.lineNumber;
          raw.to = cursor.end - this.base;
          break;
        case "list":
        case "details":
          break;
        case "item":
          if (cursor.blank) {
            if (raw.children.length === 0) return i;
            cursor.toNext();
          } else if (cursor.indent >= raw.padding) cursor.skipColumns(raw.padding);
          else return i;
          break;
        case "footnote":
          if (cursor.blank) cursor.toNext();
          else if (cursor.indent >= 4) cursor.skipColumns(4);
          else return i;
          break;
        case "paragraph":
        case "table":
          if (cursor.blank) return i;
          break;
        case "fence":
          return this.continueFence(raw) ? stack.length : -1;
        case "indented":
          if (cursor.indent >= 4) cursor.skipColumns(4);
          else if (!cursor.blank) return i;
          else cursor.toNext();
          break;
        case "html":
          if (cursor.blank && raw.marker >= 6) return i;
          break;
        default:
          return i;
      }
    }
    return stack.length;
  }

  private continueFence(raw: RawBlock): boolean {
    const { cursor } = this;
    if (
      cursor.indent <= 3 &&
      cursor.peek() === raw.marker &&
      closesFence(this.text, cursor.next, cursor.end, raw.marker, raw.fenceLength)
    ) {
      raw.endLine = this.lineNumber;
      raw.to = cursor.end - this.base;
      raw.level = 1;
      this.closeTo(this.stack.length - 1);
      return false;
    }
    if (raw.markerIndent > 0) cursor.skipColumns(Math.min(raw.markerIndent, cursor.indent));
    return true;
  }

  private openNew(matchedCount: number): void {
    const { cursor } = this;
    let matched = matchedCount;
    let container = this.stack[matched - 1]!;
    const tipIsParagraph = this.tip.kind === "paragraph";
    const lazy = matched < this.stack.length && tipIsParagraph;
    let opened = false;
    while (container.kind !== "fence" && container.kind !== "html" && container.kind !== "indented") {
      if (cursor.blank) break;
      const inParagraph = !opened && tipIsParagraph && (container.kind === "paragraph" || lazy);
      if (cursor.indent >= 4) {
        if (inParagraph) break;
        cursor.skipColumns(4);
        this.addCodeLine(this.open("indented", matched, cursor.at));
        return;
      }
      const found = this.tryStart(matched, container, inParagraph);
      if (found === "none") break;
      if (found === "done") return;
      opened = true;
      matched = this.stack.length;
      container = this.tip;
    }
    this.addRest(matched, lazy && !opened);
  }

  /** Tries every block that may start at the cursor. "container": look on inside it. "done": the line is used up. */
  private tryStart(matched: number, container: RawBlock, inParagraph: boolean): "none" | "container" | "done" | "leaf" {
    const { cursor, text } = this;
    const { next, end } = cursor;
    const first = text.charCodeAt(next);
    switch (first) {
      case 62: {
        if (!this.roomFor(matched)) return "none";
        cursor.toNext();
        this.open("quote", matched, next);
        cursor.skip(1);
        cursor.skipOptionalSpace();
        this.tip.to = end - this.base;
        const alert = cursor.indent < 4 ? alertOf(text, cursor.next, end) : null;
        if (alert === null) return "container";
        this.tip.label = alert;
        return "done";
      }
      case 35: {
        const heading = atxHeading(text, next, end);
        if (!heading) return "none";
        const raw = this.open("heading", matched, next);
        raw.level = heading.level;
        raw.segments.push(heading.from - this.base, heading.to - this.base);
        return this.closeLine(raw);
      }
      case 96:
      case 126: {
        const fence = fenceOpening(text, next, end);
        if (!fence) return "none";
        const indent = cursor.indent;
        const raw = this.open("fence", matched, next);
        raw.marker = fence.char;
        raw.fenceLength = fence.length;
        raw.markerIndent = indent;
        raw.info = unescapeText(ownCopy(text, fence.infoFrom, fence.infoTo));
        raw.to = end - this.base;
        return "done";
      }
      case 60: {
        if (this.tryDetails(matched, container)) return "done";
        const kind = htmlBlockKind(text, next, end, (from) => tagEnd(text, from, end));
        if (kind === 0 || (kind === 7 && (inParagraph || drawnTag(text, next, trimEnd(text, next, end))))) {
          return "none";
        }
        const raw = this.open("html", matched, cursor.at);
        raw.marker = kind;
        this.addCodeLine(raw);
        if (endsHtmlBlock(kind, text.slice(next, end))) this.closeTo(this.stack.length - 1);
        return "done";
      }
      case 91: {
        const footnote = footnoteOpening(text, next, end);
        if (!footnote || !this.roomFor(matched)) return "none";
        cursor.toNext();
        const raw = this.open("footnote", matched, next);
        raw.label = footnote.label;
        raw.to = next + footnote.length - this.base;
        cursor.skip(footnote.length);
        const label = `^${footnote.label.toLowerCase()}`;
        this.define({ label, href: "", title: "", footnote: raw, from: raw.from, to: raw.to }, this.stack[1]!);
        return "container";
      }
    }
    if (container.kind === "paragraph" && inParagraph) {
      if (this.tryTable(matched, container)) return "done";
      if (this.trySetext(container)) return "done";
    }
    if (isRule(text, next, end)) return this.closeLine(this.open("rule", matched, next));
    const marker = listMarker(cursor, container.kind === "paragraph");
    if (!marker || !this.roomFor(matched)) return "none";
    this.openItem(marker, matched, container);
    return "container";
  }

  private openItem(marker: ListMarker, matched: number, container: RawBlock): void {
    const { cursor } = this;
    const { next, indent } = cursor;
    let depth = matched;
    const sameList =
      container.kind === "list" && container.marker === marker.char && container.ordered === marker.ordered;
    if (!sameList) {
      const list = this.open("list", matched, next);
      list.ordered = marker.ordered;
      list.listStart = marker.start;
      list.marker = marker.char;
      depth = this.stack.length;
    }
    const item = this.open("item", depth, next);
    item.to = next + marker.length - this.base;
    item.padding = indent + enterItem(cursor, marker);
  }

  /** The lines of a foldable part: its opening, its summary as the first thing in it, its closing. */
  private tryDetails(matched: number, container: RawBlock): boolean {
    const { cursor, text, stack } = this;
    const { next, end } = cursor;
    if (isDetailsClosing(text, next, end)) {
      let depth = matched - 1;
      while (depth > 0 && stack[depth]!.kind !== "details") depth--;
      if (depth <= 0) return false;
      const raw = stack[depth]!;
      this.closeTo(depth + 1);
      raw.level = 1;
      raw.endLine = this.lineNumber;
      raw.to = trimEnd(text, next, end) - this.base;
      this.closeTo(depth);
      return true;
    }
    if (container.kind === "details" && container.children.length === 0) {
      const summary = summaryIn(text, next, end);
      if (summary) this.addSummary(next, summary);
      if (summary) return true;
    }
    const opening = detailsOpening(text, next, end);
    if (!opening || !this.roomFor(matched)) return false;
    const raw = this.open("details", matched, next);
    const to = opening.to - this.base;
    raw.ordered = opening.open;
    raw.to = to;
    raw.lines.push({ type: "text", from: raw.from, to, value: ownCopy(text, next, opening.to) });
    if (opening.summary) this.addSummary(skipSpaces(text, opening.to, end), opening.summary);
    return true;
  }

  private addSummary(at: number, { from, to }: Span): void {
    const { base, stack } = this;
    const raw = this.open("summary", stack.length, at);
    raw.segments.push(from - base, to - base);
    raw.to = trimEnd(this.text, at, this.cursor.end) - base;
    this.closeTo(this.stack.length - 1);
  }

  private trySetext(paragraph: RawBlock): boolean {
    const { cursor } = this;
    const level = setextLevel(this.text, cursor.next, cursor.end);
    if (level === 0) return false;
    takeDefinitions(this, paragraph, this.base);
    if (paragraph.segments.length === 0) return false;
    paragraph.kind = "heading";
    paragraph.level = level;
    this.closeLine(paragraph);
    return true;
  }

  /** The last line of the paragraph becomes a table's head if this line is its delimiter row. */
  private tryTable(matched: number, paragraph: RawBlock): boolean {
    const { cursor, text, base } = this;
    const align = delimiterRow(text, cursor.next, cursor.end);
    if (!align) return false;
    const { segments } = paragraph;
    const from = segments[segments.length - 2]!;
    const to = segments[segments.length - 1]!;
    if (splitRow(text, base + from, base + to).length / 2 !== align.length) return false;
    let table = paragraph;
    if (segments.length > 2) {
      paragraph.segments = segments.slice(0, -2);
      paragraph.to = paragraph.segments.at(-1)!;
      paragraph.endLine--;
      const lineStart = base + from;
      table = this.open("table", matched - 1, lineStart, this.lineNumber - 1);
      table.clean = false;
    } else paragraph.kind = "table";
    table.align = align;
    table.segments = [from + base - this.base, to + base - this.base];
    table.endLine = this.lineNumber;
    table.to = trimEnd(text, cursor.next, cursor.end) - this.base;
    return true;
  }

  /** Gives what is left of the line to the innermost block. */
  private addRest(matched: number, lazy: boolean): void {
    const { cursor } = this;
    const tip = this.tip;
    if (lazy && !cursor.blank) {
      this.addParagraphLine(tip);
      return;
    }
    this.closeTo(matched);
    const container = this.tip;
    switch (container.kind) {
      case "paragraph":
        this.addParagraphLine(container);
        return;
      case "table":
        container.segments.push(cursor.next - this.base, trimEnd(this.text, cursor.next, cursor.end) - this.base);
        container.endLine = this.lineNumber;
        container.to = container.segments.at(-1)!;
        return;
      case "fence":
      case "indented":
        this.addCodeLine(container);
        return;
      case "html":
        this.addCodeLine(container);
        if (endsHtmlBlock(container.marker, this.text.slice(cursor.at, cursor.end))) {
          this.closeTo(this.stack.length - 1);
        }
        return;
    }
    if (cursor.blank) return;
    this.addParagraphLine(this.open("paragraph", matched, cursor.next));
  }

  private addParagraphLine(paragraph: RawBlock): void {
    const { cursor, base } = this;
    const { segments } = paragraph;
    // A line that starts with "[" cannot continue a finished definition: take those early, so that a long list of
    // definitions is not read again with each line.
    if (
      segments.length > 0 &&
      segments.length <= 8 &&
      cursor.peek() === 91 &&
      this.text.charCodeAt(base + segments[0]!) === 91
    ) {
      const before = SourceText.ofLines(this.text, base, segments, 0);
      takeDefinitions(this, paragraph, base, before);
    }
    if (paragraph.segments.length === 0) paragraph.from = cursor.next - base;
    paragraph.segments.push(cursor.next - base, cursor.end - base);
    paragraph.endLine = this.lineNumber;
    paragraph.to = trimEnd(this.text, cursor.next, cursor.end) - base;
  }

  private addCodeLine(raw: RawBlock): void {
    const { cursor } = this;
    raw.lines.push(lineText(cursor, this.base));
    if (!cursor.blank) raw.solidLines = raw.lines.length;
    if (!cursor.blank || raw.kind !== "indented") {
      raw.endLine = this.lineNumber;
      raw.to = cursor.end - this.base;
    }
  }

  /** Opens a block inside the innermost matched container that can hold it; blocks that the line left are closed. */
  private open(kind: RawKind, matched: number, at: number, line = this.lineNumber): RawBlock {
    this.closeTo(matched);
    let parent = this.tip;
    while (!canHold(parent.kind, kind)) {
      this.closeTo(this.stack.length - 1);
      parent = this.tip;
    }
    const top = parent === this.root;
    if (top) this.base = line === this.lineNumber ? this.cursor.start : at;
    const raw = new RawBlock(kind, parent, at - this.base, line);
    this.steps += BLOCK_STEPS;
    if (top) raw.base = this.base;
    parent.children.push(raw);
    this.stack.push(raw);
    return raw;
  }

  private closeLine(raw: RawBlock): "done" {
    raw.endLine = this.lineNumber;
    raw.to = trimEnd(this.text, this.cursor.at, this.cursor.end) - this.base;
    this.closeTo(this.stack.length - 1);
    return "done";
  }

  private closeTo(depth: number): void {
    while (this.stack.length > depth) {
      const raw = this.stack.pop()!;
      closeBlock(this, raw, this.base);
    }
  }

  private roomFor(depth: number): boolean {
    if (depth < MAX_DEPTH) return true;
    if (this.stack.length > 1) this.stack[1]!.tooDeep = true;
    return false;
  }

  /** Brings a definition into force, and notes it with its top-level block. */
  define(definition: Definition, top: RawBlock): void {
    if (top.definitions === NONE) top.definitions = [];
    top.definitions.push(definition);
    if (this.definitions.add(definition)) this.pending.push(definition);
  }
}
