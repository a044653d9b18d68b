import type { RawBlock } from "./blocks/raw-block.ts";
import type { Block } from "./tree.ts";
import { visitBlock } from "./visit.ts";

export interface FootnoteOrder {
  readonly numbers: ReadonlyMap<string, number>;
  /** How many nodes were looked at. */
  readonly seen: number;
}

/** The references of each block, in order: a block that stayed the same is looked through once. */
export type KnownReferences = WeakMap<Block, readonly string[]>;

/** The number of each footnote that is referred to: in the order of the first references. */
export function footnoteOrder(blocks: readonly RawBlock[], known: KnownReferences): FootnoteOrder {
  const numbers = new Map<string, number>();
  let seen = 0;
  for (const raw of blocks) {
    if (!raw.node || !hasFootnote(raw.labels)) continue;
    let labels = known.get(raw.node);
    if (!labels) {
      const found = new Set<string>();
      visitBlock(raw.node, {
        inline: (node) => {
          seen++;
          if (node.type === "footnoteRef") found.add(`^${node.label.toLowerCase()}`);
        },
      });
      labels = [...found];
      known.set(raw.node, labels);
    }
    seen += labels.length;
    for (const label of labels) if (!numbers.has(label)) numbers.set(label, numbers.size + 1);
  }
  return { numbers, seen };
}

function hasFootnote(labels: ReadonlySet<string> | null): boolean {
  if (labels) for (const label of labels) if (label.charCodeAt(0) === 94) return true;
  return false;
}
