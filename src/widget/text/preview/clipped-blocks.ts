import { isCanvasBlock } from "../../../core/blocks/canvas-block.ts";
import { clipEnd, overlongRuns } from "../../../core/markdown/overlong-runs.ts";
import { sourceLines } from "../../../core/markdown/source-lines.ts";
import { blockIndexAt } from "../../../core/markdown/source-map.ts";
import type { Block, MarkdownDocument, PlacedBlock, TextNode } from "../../../core/markdown/tree.ts";
import { previewWords } from "../../words.ts";
import { type BuildContext, type Mounted, ownButton } from "./mounted.ts";
import { shownTexts } from "./shown-texts.ts";

/** Characters of a clipped block that are shown, and of a line once all of it is. */
const CLIPPED = 2000;
const LINE = 1000;

export interface ClippedBlocks {
  /** Looks through a new document for blocks that would take the browser seconds. */
  find(document: MarkdownDocument): void;
  /** What to draw for a block: itself, or plain text in short lines. */
  drawn(block: Block): Block;
  /** The block that is drawn as this one. */
  whole<B extends Block>(drawn: B): B;
  /** To be called after the blocks were drawn: gives those that are clipped their button. */
  dress(tops: readonly Mounted[]): void;
}

/**
 * Blocks with thousands of characters without a break, or hundreds of combining marks on a letter, are drawn as plain
 * text: their start, and all of it in short lines when the reader asks. The source is not touched.
 */
export function createClippedBlocks(context: BuildContext, redraw: () => void): ClippedBlocks {
  const plain = new WeakMap<Block, Block>();
  const originals = new WeakMap<object, Block>();
  const opened = new WeakSet<Block>();
  let text = "";
  let places: readonly number[] = [];

  const substitute = ({ from, node }: PlacedBlock) => {
    const isOpen = opened.has(node);
    const reason = isOpen ? previewWords.longText : previewWords.clippedText;
    const known = plain.get(node);
    if (node.type === "code" && isCanvasBlock(node)) {
      if (known !== undefined) return;
      const cut: Block = { ...node, lines: node.lines.map(cutLine) };
      plain.set(node, cut);
      originals.set(cut, node);
      return;
    }
    if (known?.type === "plain" && known.reason === reason) return;
    const end = isOpen ? node.to : clipEnd(text, from + node.from, from + node.to, CLIPPED) - from;
    const lines = sourceLines(text, from, node.from, end);
    const made: Block = {
      type: "plain",
      from: node.from,
      to: node.to,
      reason,
      lines: isOpen ? lines.flatMap(shortLines) : lines,
    };
    plain.set(node, made);
    originals.set(made, node);
  };

  return {
    find(document) {
      text = document.text;
      const indices = new Set<number>();
      for (const run of overlongRuns(text)) {
        for (let at = Math.max(0, blockIndexAt(document, run.from)); at < document.blocks.length; at++) {
          if (document.blocks[at]!.from >= run.to) break;
          indices.add(at);
        }
      }
      // A long address of a picture is in the source and not on the screen.
      places = [...indices].filter((index) => {
        const block = document.blocks[index]!;
        const isOverlong = shownTexts(block.node).some(({ value }) => overlongRuns(value).length > 0);
        if (isOverlong) substitute(block);
        return isOverlong;
      });
    },
    drawn: (block) => plain.get(block) ?? block,
    whole: <B extends Block>(drawn: B) => (originals.get(drawn) as B | undefined) ?? drawn,
    dress(tops) {
      for (const index of places) {
        const top = tops[index];
        const original = top && originals.get(top.node);
        if (!top || !original || (original.type === "code" && isCanvasBlock(original))) continue;
        const dom = top.dom as Element;
        const isClipped = !opened.has(original);
        const button = dom.querySelector(":scope > .preview-show-all");
        if (!isClipped) button?.remove();
        else if (!button) {
          const showAll = ownButton(context, "preview-button preview-show-all", previewWords.showAll);
          showAll.setAttribute("aria-label", previewWords.showAllOf);
          showAll.addEventListener("click", () => {
            const now = originals.get(top.node);
            if (!now) return;
            opened.add(now);
            redraw();
            // The button is gone: who pressed it reads on in the text.
            const shown = top.host as HTMLElement;
            shown.tabIndex = -1;
            shown.focus({ preventScroll: true });
          });
          dom.append(showAll);
        }
      }
    },
  };
}

/** Of a block that runs, long lines are cut and not broken: nobody reads a picture that is written into one. */
function cutLine(line: TextNode): TextNode {
  if (line.value.length <= LINE) return line;
  const isInsidePair = (line.value.charCodeAt(LINE - 1) & 0xfc00) === 0xd800;
  const value = line.value.slice(0, isInsidePair ? LINE + 1 : LINE);
  const { pieces: _, ...rest } = line;
  return { ...rest, to: line.from + value.length, value };
}

function shortLines(line: TextNode): readonly TextNode[] {
  if (line.value.length <= LINE) return [line];
  const lines: TextNode[] = [];
  for (let at = 0; at < line.value.length; ) {
    const isInsidePair = (line.value.charCodeAt(at + LINE - 1) & 0xfc00) === 0xd800;
    const value = line.value.slice(at, at + LINE + (isInsidePair ? 1 : 0));
    lines.push({ type: "text", from: line.from + at, to: line.from + at + value.length, value });
    at += value.length;
  }
  return lines;
}
