import type { RawBlock } from "./blocks/raw-block.ts";
import { visitBlock } from "./visit.ts";

/** The number of each footnote that is referred to: in the order of the first references. */
export function footnoteOrder(blocks: readonly RawBlock[]): ReadonlyMap<string, number> {
  const numbers = new Map<string, number>();
  for (const raw of blocks) {
    if (!raw.node || !hasFootnote(raw.labels)) continue;
    visitBlock(raw.node, {
      inline: (node) => {
        if (node.type !== "footnoteRef") return;
        const label = `^${node.label.toLowerCase()}`;
        if (!numbers.has(label)) numbers.set(label, numbers.size + 1);
      },
    });
  }
  return numbers;
}

function hasFootnote(labels: ReadonlySet<string> | null): boolean {
  if (labels) for (const label of labels) if (label.charCodeAt(0) === 94) return true;
  return false;
}
