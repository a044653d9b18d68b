import { lineEnd } from "../text/split-lines.ts";
import { mayHoldUnseen, unseenRuns } from "../text/unseen-characters.ts";
import { splitRow } from "./blocks/table-row.ts";
import { htmlComment } from "./html-comment.ts";
import { updateMarkdown } from "./incremental.ts";
import { normalizeLabel } from "./inline/link-parts.ts";
import { linkDefinitions } from "./link-definitions.ts";
import type { Block, Inline, MarkdownDocument, PlacedBlock, TableRow, TextNode } from "./tree.ts";
import { visitBlock } from "./visit.ts";

/**
 * What a source holds and its rendering does not show. Raw HTML, front matter and footnotes that nothing refers to are
 * shown as text, so they are none of it.
 */
export type UnseenKind =
  /** Where a link leads or an image comes from; its title; an address that is not followed. */
  | "address"
  | "title"
  | "refused"
  /** A link definition that a link uses; one that nothing uses; one that is nothing but a remark, `[//]: # (remark)`. */
  | "definition"
  | "unused"
  | "remark"
  /** Cells of a row beyond the columns of its table. */
  | "cells"
  /** What stands behind the language of a code fence. */
  | "fence"
  /** What an HTML comment says: the preview shows that it is there. */
  | "htmlComment"
  /** Characters that take no room or turn the text around them. */
  | "characters";

/** Source [from, to), and what it says: of an address the address, of a remark the remark. */
export interface UnseenPart {
  readonly kind: UnseenKind;
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** What a block has of it, by offsets in the block, and the labels that its links look up. */
interface BlockParts {
  readonly parts: readonly UnseenPart[];
  readonly labels: ReadonlySet<string>;
}

/** All of it, in the order of the source. Linear in the text. `known`: what was found in blocks that stand here still. */
export function unseenParts(
  document: MarkdownDocument,
  known = new WeakMap<Block, BlockParts>(),
): readonly UnseenPart[] {
  const { text } = document;
  const parts: UnseenPart[] = [];
  const used = new Set<string>();
  for (const block of document.blocks) {
    const found = known.get(block.node) ?? partsOfBlock(text, block);
    known.set(block.node, found);
    for (const part of found.parts) parts.push({ ...part, from: block.from + part.from, to: block.from + part.to });
    for (const label of found.labels) used.add(label);
  }
  for (const { label, href, title, isSecond, from, to } of linkDefinitions(text)) {
    const source = text.slice(from, to);
    if (used.has(label) && !isSecond) parts.push({ kind: "definition", from, to, text: source });
    else if (title !== "" && (href === "#" || href === "")) parts.push({ kind: "remark", from, to, text: title });
    else parts.push({ kind: "unused", from, to, text: source });
  }
  if (mayHoldUnseen(text)) {
    for (const { from, to } of unseenRuns(text)) {
      parts.push({ kind: "characters", from, to, text: text.slice(from, to) });
    }
  }
  return parts.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** So much of what stands on a fence is shown above the code. */
export const SHOWN_INFO = 60;
const SCHEME = /^\s*[a-z][a-z0-9+.-]*:/i;

/** The parts that a reader should know of. A link's address is none: it shows on hover and focus. */
export function hiddenParts(document: MarkdownDocument, known?: WeakMap<Block, BlockParts>): readonly UnseenPart[] {
  return unseenParts(document, known).filter(({ kind, text }) => {
    switch (kind) {
      case "address":
      case "title":
      case "definition":
        return false;
      case "refused":
        // A relative address is only of no use here: it shows on hover.
        return SCHEME.test(text) || unseenRuns(text).length > 0;
      case "fence":
        return text.length > SHOWN_INFO;
      default:
        return true;
    }
  });
}

/** Reads one text after another, each at the cost of the blocks that the last one had not. */
export function createHiddenReader(): (text: string) => readonly UnseenPart[] {
  const known = new WeakMap<Block, BlockParts>();
  let document: MarkdownDocument | null = null;
  return (text) => {
    document = updateMarkdown(document, text);
    return hiddenParts(document, known);
  };
}

function partsOfBlock(text: string, { from: base, node: top }: PlacedBlock): BlockParts {
  const parts: UnseenPart[] = [];
  const labels = new Set<string>();
  const add = (kind: UnseenKind, from: number, to: number, says: string) => parts.push({ kind, from, to, text: says });
  visitBlock(top, {
    block(node) {
      if (node.type === "code") {
        const info = fenceRest(node);
        const end = lineEnd(text, base + node.from, text.length) - base;
        if (info !== "") add("fence", node.from, end, info);
      }
      if (node.type === "html" && node.lines[0]?.value.trimStart().startsWith("<!--")) {
        const says = htmlComment(node.lines.map(({ value }) => value).join("\n"));
        if (says !== null) add("htmlComment", node.from, node.to, says);
      }
    },
    row(row) {
      const cells = surplusCells(text, base, row);
      if (cells !== null) add("cells", cells.from, cells.to, cells.text);
    },
    inline(node) {
      const says = node.type === "html" ? htmlComment(node.text.value) : null;
      if (says !== null) add("htmlComment", node.from, node.to, says);
      if (node.type === "link" || node.type === "image") addTarget(add, labels, text, base, node);
      const shown = shownText(node);
      if (shown?.pieces === undefined || !mayHoldUnseen(shown.value)) return;
      // An entity: its source can be read, what it shows cannot.
      const entities = shown.pieces.filter(({ exact }) => !exact);
      let next = 0;
      for (const run of unseenRuns(shown.value)) {
        while (next < entities.length && entities[next]!.at < run.from) next++;
        const entity = entities[next];
        if (entity && entity.at < run.to) {
          add("characters", entity.from, entity.to, shown.value.slice(run.from, run.to));
        }
      }
    },
  });
  return { parts, labels };
}

const shownText = (node: Inline): TextNode | null =>
  node.type === "text" ? node : node.type === "image" ? node.alt : null;

function addTarget(
  add: (kind: UnseenKind, from: number, to: number, says: string) => void,
  labels: Set<string>,
  text: string,
  base: number,
  node: Extract<Inline, { type: "link" | "image" }>,
): void {
  const { from, to, title, refused } = node;
  const isImage = node.type === "image";
  const first = text.charCodeAt(base + from);
  // An address that stands in the text by itself is all there to see.
  if (first !== 91 && first !== 33) return;
  const source = text.slice(base + from, base + to);
  if (source.endsWith("]")) labels.add(labelOf(source, isImage ? 1 : 0));
  const shownTo = isImage ? node.alt.to : (node.children.at(-1)?.to ?? from + 1);
  const target = isImage ? node.src : node.href;
  if (refused !== undefined) add("refused", shownTo, to, refused);
  else if (target !== "") add("address", shownTo, to, target);
  if (title !== "") add("title", shownTo, to, title);
}

/** The label that `[text][label]`, `[label][]` or `[label]` looks up. */
function labelOf(source: string, start: number): string {
  let end = source.length - 1;
  if (source.endsWith("[]")) end = source.lastIndexOf("]", end - 1);
  let open = source.lastIndexOf("[", end - 1);
  while (open > start && isEscaped(source, open)) open = source.lastIndexOf("[", open - 1);
  return normalizeLabel(source.slice(open + 1, end).replace(/[\r\n]+[ \t>]*/g, "\n"));
}

function isEscaped(source: string, at: number): boolean {
  let slashes = 0;
  while (source.charCodeAt(at - 1 - slashes) === 92) slashes++;
  return slashes % 2 === 1;
}

/** What stands on a fence behind its language. */
export const fenceRest = ({ info }: Extract<Block, { type: "code" }>): string => info.replace(/^\S+\s*/, "").trim();

/** The cells of a row that its table has no columns for; null if there are none with anything in them. */
export function surplusCells(
  text: string,
  base: number,
  row: TableRow,
): { readonly from: number; readonly to: number; readonly text: string } | null {
  const ranges = splitRow(text, base + row.from, base + row.to);
  const first = row.cells.length * 2;
  if (ranges.length <= first) return null;
  const from = ranges[first]!;
  const to = ranges.at(-1)!;
  const says = text.slice(from, to).trim();
  return /[^|\s]/.test(says) ? { from: from - base, to: to - base, text: says } : null;
}
