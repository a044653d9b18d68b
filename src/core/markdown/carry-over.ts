import type { RawBlock } from "./blocks/raw-block.ts";

/**
 * Gives a block that was read again what its former self had become, part by part. The projection takes over whatever still
 * fits and makes the rest anew, so that the parts before a change stay the same objects. `end`: where the change starts.
 */
export function rebaseEdits(before: RawBlock, after: RawBlock, end: number): void {
  if (before.kind !== after.kind || before.from !== after.from) return;
  after.node = before.node;
  after.item = before.item;
  after.nodeKey = before.nodeKey;
  after.nodeFrom = before.nodeFrom;
  after.nodeMode = before.nodeMode;
  after.nodeVersion = before.nodeVersion;
  after.labels = before.labels;
  if (before.kind === "table") carryRows(before, after, end);
  const count = Math.min(before.children.length, after.children.length);
  for (let i = 0; i < count; i++) {
    if (after.children[i]!.from >= end) return;
    rebaseEdits(before.children[i]!, after.children[i]!, end);
  }
}

/** Rows are not compared when they are made, so only those are taken that lie before the change. */
function carryRows(before: RawBlock, after: RawBlock, end: number): void {
  if (before.align.length !== after.align.length) return;
  const { node } = before;
  // A table that was read at once has its rows only in its node; they looked nothing up if the table did not.
  const whole = before.labels === null && node?.type === "table" ? [node.head, ...node.rows] : [];
  const known = before.doneRows.length > 0 ? before.doneRows : whole;
  let rows = 0;
  while (rows < known.length) {
    const to = after.segments[rows * 2 + 1];
    if (to === undefined || to >= end || after.segments[rows * 2] !== before.segments[rows * 2]) break;
    if (to !== before.segments[rows * 2 + 1]) break;
    rows++;
  }
  after.doneRows = known.slice(0, rows);
  after.rowLabels = known.slice(0, rows).map((_, i) => before.rowLabels[i] ?? null);
}
