import { differingLines } from "../text/differing-lines.ts";
import type { Block, Inline, MarkdownDocument } from "./tree.ts";

/** What a reader sees, without marks: blocks, items and rows on lines of their own. */
export function plainText(document: MarkdownDocument): string {
  const lines: string[] = [];
  for (const { node } of document.blocks) addBlock(node, lines);
  return lines.join("\n");
}

/** The plain text of one block. */
export function blockText(node: Block): string {
  const lines: string[] = [];
  addBlock(node, lines);
  return lines.join("\n");
}

function addBlock(node: Block, lines: string[]): void {
  switch (node.type) {
    case "heading":
    case "paragraph":
    case "summary":
      lines.push(inlineText(node.children));
      return;
    case "quote":
    case "details":
    case "footnote":
      for (const child of node.children) addBlock(child, lines);
      return;
    case "list":
      for (const item of node.items) for (const child of item.children) addBlock(child, lines);
      return;
    case "table":
      for (const row of [node.head, ...node.rows]) {
        lines.push(row.cells.map((cell) => inlineText(cell.children)).join("\t"));
      }
      return;
    case "code":
    case "html":
    case "frontMatter":
    case "plain":
      for (const line of node.lines) lines.push(line.value);
      return;
    case "rule":
      return;
  }
}

/** The text of inline content: a line break is a space, a footnote's number is left out. */
export function inlineText(nodes: readonly Inline[]): string {
  let text = "";
  for (const node of nodes) {
    switch (node.type) {
      case "text":
        text += node.value;
        break;
      case "code":
      case "html":
        text += node.text.value;
        break;
      case "image":
        text += node.alt.value;
        break;
      case "break":
        text += " ";
        break;
      case "footnoteRef":
        break;
      default:
        text += inlineText(node.children);
    }
  }
  return text;
}

const SPACELESS =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]$/u;
const LETTER = /^[\p{L}\p{N}]$/u;
const MARK = /^\p{M}$/u;

enum Kind {
  Space,
  Letter,
  /** Goes on with a word but begins none. */
  Joiner,
  Spaceless,
}

function kindOf(code: number): Kind {
  if (code < 128) {
    if ((code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57)) return Kind.Letter;
    return code === 39 || code === 45 || code === 95 ? Kind.Joiner : Kind.Space;
  }
  if (code === 0x2019) return Kind.Joiner;
  // Latin, Greek and Cyrillic letters, without the cost of a pattern.
  if ((code >= 0xc0 && code <= 0x24f && code !== 0xd7 && code !== 0xf7) || (code >= 0x400 && code <= 0x481)) {
    return Kind.Letter;
  }
  const char = String.fromCodePoint(code);
  if (SPACELESS.test(char)) return Kind.Spaceless;
  if (LETTER.test(char)) return Kind.Letter;
  return MARK.test(char) ? Kind.Joiner : Kind.Space;
}

/** How many words a text has. Scripts that put no spaces between words count by the character. */
export function countWords(text: string): number {
  let words = 0;
  let inWord = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at)!;
    if (code > 0xffff) at++;
    const kind = kindOf(code);
    if (kind === Kind.Letter) {
      if (!inWord) words++;
      inWord = true;
    } else if (kind === Kind.Spaceless) {
      words++;
      inWord = false;
    } else if (kind === Kind.Space) inWord = false;
  }
  return words;
}

/** Counts the words of one text after another, each at the cost of what it has that the last one had not. */
export function createWordCounter(): (text: string) => number {
  let last = { text: "", words: 0 };
  return (text) => {
    // No word goes beyond its line.
    const { from, aTo, bTo } = differingLines(last.text, text, 0);
    const words = last.words - countWords(last.text.slice(from, aTo)) + countWords(text.slice(from, bTo));
    last = { text, words };
    return words;
  };
}
