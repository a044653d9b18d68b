import type { Block } from "../markdown/tree.ts";
import { fenceRest } from "../markdown/unseen-parts.ts";

type CodeNode = Extract<Block, { type: "code" }>;

/** Whether a code block is one that the person can run: a finished fence that says "html canvas" and no more. */
export function isCanvasBlock(node: CodeNode): boolean {
  return node.fenced && node.closed && node.language === "html" && fenceRest(node) === "canvas";
}

export function blockHtml({ lines }: CodeNode): string {
  return lines.map(({ value }) => value).join("\n");
}
