import { blockText } from "../../../core/markdown/plain-text.ts";
import type { Block } from "../../../core/markdown/tree.ts";
import { previewWords } from "../../words.ts";
import { type BuildContext, element, type Mounted, ownElement } from "./mounted.ts";
import { patchKids } from "./patch-kids.ts";

type DetailsNode = Extract<Block, { type: "details" }>;

/**
 * A part that folds. While its end has not come it is open, so that its text is seen coming, and stays so; one that nothing
 * closed is its text.
 */
export function mountDetails(context: BuildContext, first: DetailsNode, mount: (node: Block) => Mounted): Mounted {
  const dom = first.folds ? element(context, "details", "preview-details") : element(context, "div", "preview-blocks");
  const own = first.folds ? ownElement(context, "summary", "preview-summary", previewWords.details) : null;
  const show = (node: DetailsNode) => {
    if (own && node.children[0]?.type === "summary") own.remove();
    else if (own && own.parentNode === null) dom.prepend(own);
    patchKids(dom, mounted.kids, node.children, mount);
  };
  const mounted: Mounted = {
    node: first,
    dom,
    kids: [],
    host: dom,
    patch(node) {
      if (node.type !== "details" || node.folds !== first.folds) return false;
      const before = mounted.node as DetailsNode;
      mounted.node = node;
      show(node);
      if (!node.folds) return true;
      context.folds.rename(mounted, nameOf(node));
      if (before.open !== node.open) context.folds.set(mounted, node.open);
      return true;
    },
  };
  show(first);
  if (own) {
    context.owners.set(dom, mounted);
    context.folds.add(mounted, nameOf(first), first.open || !first.closed);
  }
  return mounted;
}

function nameOf({ children }: DetailsNode): string {
  return children[0]?.type === "summary" ? blockText(children[0]) : "";
}
