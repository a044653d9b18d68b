import type { Block, Inline, ListItem, TableCell, TableRow, TextNode } from "../../../core/markdown/tree.ts";
import type { CanvasBlocks } from "./blocks/canvas-blocks.ts";
import type { Folds } from "./folds.ts";
import type { Grammar } from "./highlight/highlight-line.ts";

export type TreeNode = Block | Inline | ListItem | TableRow | TableCell | TextNode;

/** A tree node and the DOM that shows it. Patched in place, so that whoever holds it always sees the newest node. */
export interface Mounted<N extends TreeNode = TreeNode> {
  node: N;
  readonly dom: Element | Text;
  /** The mounted children, in order; they are children of `host` and nothing of ours follows them there. */
  readonly kids: Mounted[];
  readonly host: Node;
  /** Brings the DOM to show `node`. False: this DOM cannot; mount the node anew and replace it. */
  readonly patch: (node: N) => boolean;
  /** Whether it holds a frame that must not be moved or built again, and goes on for this node. */
  readonly keeps?: (node: TreeNode) => boolean;
}

/** What the builders need from the view that they build for. */
export interface BuildContext {
  readonly document: Document;
  /** What stands behind an element that can be pressed: a link, a task box, a code block, an image. */
  readonly owners: WeakMap<Node, Mounted>;
  readonly tasks: { canBeTicked: boolean };
  /** Whether the reader has selected something in the preview. Asking the browser for it costs a layout. */
  readonly selection: { isInside: boolean };
  readonly folds: Folds;
  readonly languageOf: (name: string) => Grammar | null;
  /** Absent: interactive blocks are shown as the code that they are. */
  readonly blocks?: BlocksOfView;
}

export interface BlocksOfView {
  readonly dress: CanvasBlocks["dress"];
  /** All of a block's text, of which only a part may be drawn. */
  readonly htmlOf: (node: Extract<Block, { type: "code" }>) => string;
}

/** Elements of ours inside the document's text: labels and buttons that are no part of the source. */
export const OWN = "data-own";

export function element<K extends keyof HTMLElementTagNameMap>(
  context: BuildContext,
  name: K,
  className = "",
): HTMLElementTagNameMap[K] {
  const made = context.document.createElement(name);
  if (className) made.className = className;
  return made;
}

export function ownElement<K extends keyof HTMLElementTagNameMap>(
  context: BuildContext,
  name: K,
  className: string,
  text = "",
): HTMLElementTagNameMap[K] {
  const made = element(context, name, className);
  made.setAttribute(OWN, "");
  if (text) made.append(context.document.createTextNode(text));
  return made;
}

export function ownButton(context: BuildContext, className: string, text: string): HTMLButtonElement {
  const button = ownElement(context, "button", className, text);
  button.type = "button";
  return button;
}
