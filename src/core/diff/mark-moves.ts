import type { DiffHunk } from "./hunk.ts";

/** A block with fewer letters is not taken for the same one at another place. */
const MIN_LETTERS = 20;

/** Marks removed blocks that were added unchanged elsewhere, each with one partner. Blank lines at the edges do not count. */
export function markMoves(hunks: readonly DiffHunk[]): DiffHunk[] {
  const added = new Map<string, (DiffHunk & { type: "added" })[]>();
  for (const hunk of hunks) {
    if (hunk.type !== "added") continue;
    const key = hunk.modified.trim();
    if (key.length < MIN_LETTERS) continue;
    const twins = added.get(key);
    if (twins) twins.push(hunk);
    else added.set(key, [hunk]);
  }
  if (added.size === 0) return [...hunks];
  const marked = new Map<DiffHunk, DiffHunk>();
  for (const hunk of hunks) {
    if (hunk.type !== "removed") continue;
    const partner = added.get(hunk.original.trim())?.shift();
    if (!partner) continue;
    marked.set(hunk, { ...hunk, movedTo: partner.modifiedRange });
    marked.set(partner, { ...partner, movedFrom: hunk.originalRange });
  }
  return hunks.map((hunk) => marked.get(hunk) ?? hunk);
}
