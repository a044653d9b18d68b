import type { Mounted, TreeNode } from "./mounted.ts";

export interface Changed {
  readonly start: number;
  readonly end: number;
  readonly hasFewer: boolean;
}

/** Where a new child goes: before `next`, or to the end. */
export type Place = (dom: Node, next: Node | null) => void;

/**
 * Brings the mounted children of `host` to show `nodes`. Children with the same node are not touched; those between the
 * equal head and the equal tail are patched in order where their DOM can show the new node, and replaced where not.
 * Gives the range of children that changed, or null. The first `same` nodes are known to be shown already.
 */
export function patchKids<N extends TreeNode>(
  host: Node,
  kids: Mounted[],
  nodes: readonly N[],
  mount: (node: N) => Mounted,
  place: Place = (dom, next) => host.insertBefore(dom, next),
  same = 0,
): Changed | null {
  let start = same;
  const shorter = Math.min(kids.length, nodes.length);
  while (start < shorter && kids[start]!.node === nodes[start]) start++;
  if (start === kids.length && start === nodes.length) return null;

  let oldEnd = kids.length;
  let newEnd = nodes.length;
  while (oldEnd > start && newEnd > start && kids[oldEnd - 1]!.node === nodes[newEnd - 1]) {
    oldEnd--;
    newEnd--;
  }
  const both = Math.min(oldEnd, newEnd);
  for (let index = start; index < both; index++) {
    const kid = kids[index]!;
    const node = nodes[index]!;
    if (kid.patch(node)) continue;
    const fresh = mount(node);
    kid.dom.replaceWith(fresh.dom);
    kids[index] = fresh;
  }
  if (newEnd > both) {
    const after = kids.splice(both);
    const before = after[0]?.dom ?? null;
    for (let index = both; index < newEnd; index++) {
      const fresh = mount(nodes[index]!);
      place(fresh.dom, before);
      kids.push(fresh);
    }
    for (const kid of after) kids.push(kid);
  } else if (oldEnd > both) {
    for (const gone of kids.splice(both, oldEnd - both)) gone.dom.remove();
  }
  return { start, end: newEnd, hasFewer: oldEnd > newEnd };
}
