import { frontMatterEnd } from "../text/front-matter-end.ts";
import { lineEnd, nextLine } from "../text/split-lines.ts";
import { BlockParser } from "./blocks/block-parser.ts";
import { DefinitionList } from "./blocks/definition-list.ts";
import { RawBlock } from "./blocks/raw-block.ts";
import type { Span } from "./tree.ts";

/** `[label]: href "title"` at source[from, to). The label is normalized, the address as it was written. */
export interface LinkDefinition extends Span {
  readonly label: string;
  readonly href: string;
  readonly title: string;
  /** An earlier one has the same label: this one means nothing. */
  readonly isSecond: boolean;
}

/** Every link definition of a text, in order. They are no part of the tree: nothing shows them. */
export function linkDefinitions(text: string): readonly LinkDefinition[] {
  if (!text.includes("]:")) return [];
  const root = new RawBlock("root", null, 0, 0);
  const parser = new BlockParser(root, new DefinitionList());
  parser.text = text;
  for (let at = frontMatterEnd(text); at < text.length; ) {
    const end = lineEnd(text, at, text.length);
    parser.line(at, end);
    at = end < text.length ? nextLine(text, end) : text.length;
  }
  parser.finish();
  const found: LinkDefinition[] = [];
  const known = new Set<string>();
  for (const { base, definitions } of root.children) {
    for (const { label, href, title, footnote, from, to } of definitions) {
      if (footnote !== null) continue;
      found.push({ label, href, title, isSecond: known.has(label), from: base + from, to: base + to });
      known.add(label);
    }
  }
  return found;
}
