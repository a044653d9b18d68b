import type { Mounted, TreeNode } from "./mounted.ts";

export interface Changed {
  readonly start: number;
  readonly end: number;
  readonly hasFewer: boolean;
}

/** Where a new child goes: before `next`, or to the end. */
export type Place = (dom: Node, next: Node | null) => void;

/**
 * Brings the mounted children of `host` to show `nodes`. Children with the same node are not touched, and none is ever moved:
 * a frame that is moved starts anew. Between those that are kept, children are patched in order where their DOM can show the
 * new node, and replaced where not. Gives the range of children that changed, or null. The first `same` nodes are known to be
 * shown already.
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
  const after = kids.splice(oldEnd);
  const before = kids.splice(start);
  const behind = after[0]?.dom ?? null;
  let hasFewer = false;
  let oldAt = 0;
  let newAt = start;
  /** Patches, adds and removes up to a child that is kept, or to the end. */
  const patchTo = (oldTo: number, newTo: number) => {
    const next = before[oldTo]?.dom ?? behind;
    for (; newAt < newTo; newAt++) {
      const node = nodes[newAt]!;
      const kid = oldAt < oldTo ? before[oldAt++]! : null;
      if (kid !== null && (kid.node === node || kid.patch(node))) {
        kids.push(kid);
        continue;
      }
      const fresh = mount(node);
      if (kid === null) place(fresh.dom, next);
      else kid.dom.replaceWith(fresh.dom);
      kids.push(fresh);
    }
    for (; oldAt < oldTo; oldAt++) {
      before[oldAt]!.dom.remove();
      hasFewer = true;
    }
  };
  for (const [oldTo, newTo] of keptPairs(before, nodes, start, newEnd)) {
    patchTo(oldTo, newTo);
    patchTo(oldTo + 1, newTo + 1);
  }
  patchTo(before.length, newEnd);
  for (const kid of after) kids.push(kid);
  return { start, end: newEnd, hasFewer };
}

type Pair = readonly [oldAt: number, newAt: number];

/** Which children stay for which nodes of [from, to), both in their order: first those that hold a frame, then the unchanged. */
function keptPairs<N extends TreeNode>(
  kids: readonly Mounted[],
  nodes: readonly N[],
  from: number,
  to: number,
): readonly Pair[] {
  if (kids.length < 2 && to - from < 2) return [];
  const pairs: Pair[] = [];
  let nextOld = 0;
  let nextNew = from;
  let owned: ReadonlySet<unknown> | null = null;
  for (const [at, kid] of kids.entries()) {
    if (kid.keeps === undefined) continue;
    owned ??= new Set(kids.map(({ node }) => node));
    const found = findNode(kid, owned, nodes, nextNew, to);
    if (found < 0) continue;
    addUnchanged(pairs, kids, nodes, [nextOld, nextNew], [at, found]);
    pairs.push([at, found]);
    nextOld = at + 1;
    nextNew = found + 1;
  }
  addUnchanged(pairs, kids, nodes, [nextOld, nextNew], [kids.length, to]);
  return pairs;
}

/** Its own node, or else the first that it goes on for and that is no other's own. */
function findNode<N extends TreeNode>(
  kid: Mounted,
  owned: ReadonlySet<unknown>,
  nodes: readonly N[],
  from: number,
  to: number,
): number {
  let kept = -1;
  for (let at = from; at < to; at++) {
    const node = nodes[at]!;
    if (node === kid.node) return at;
    if (kept < 0 && !owned.has(node) && kid.keeps?.(node)) kept = at;
  }
  return kept;
}

function addUnchanged<N extends TreeNode>(
  pairs: Pair[],
  kids: readonly Mounted[],
  nodes: readonly N[],
  [oldFrom, newFrom]: Pair,
  [oldTo, newTo]: Pair,
): void {
  if (oldFrom === oldTo || newFrom === newTo) return;
  const places = new Map<unknown, number>();
  for (let at = oldFrom; at < oldTo; at++) places.set(kids[at]!.node, at);
  let next = oldFrom;
  for (let at = newFrom; at < newTo; at++) {
    const old = places.get(nodes[at]);
    if (old === undefined || old < next) continue;
    pairs.push([old, at]);
    next = old + 1;
  }
}
