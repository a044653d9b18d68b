import { nextLine } from "../text/split-lines.ts";
import { blockText, countWords, inlineText } from "./plain-text.ts";
import type { Block, MarkdownDocument } from "./tree.ts";

export interface OutlineEntry {
  readonly level: number;
  readonly title: string;
  /** Where the heading starts in the text. */
  readonly from: number;
  /** The heading's line, counted from 1. */
  readonly line: number;
  /** Words under the heading, up to the next one of any level. */
  readonly words: number;
}

/** The headings of the document's top level and of parts that fold, in order. */
export function outlineOf(document: MarkdownDocument): readonly OutlineEntry[] {
  const { text, blocks } = document;
  const entries: { level: number; title: string; from: number; line: number; words: number }[] = [];
  let line = 1;
  let counted = 0;
  const add = (node: Block, base: number): void => {
    if (node.type === "details") {
      for (const child of node.children) add(child, base);
      return;
    }
    if (node.type !== "heading") {
      const entry = entries.at(-1);
      if (entry) entry.words += countWords(blockText(node));
      return;
    }
    const from = base + node.from;
    for (let at = nextTerminator(text, counted); at < from; at = nextTerminator(text, counted)) {
      line++;
      counted = nextLine(text, at);
    }
    entries.push({ level: node.level, title: inlineText(node.children).trim(), from, line, words: 0 });
  };
  for (const { from, node } of blocks) add(node, from);
  return entries;
}

function nextTerminator(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) return at;
  }
  return text.length;
}
