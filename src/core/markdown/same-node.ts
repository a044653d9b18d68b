import type { Block, ListItem } from "./tree.ts";

/**
 * Whether two nodes are equal when their parts are compared by identity: then the earlier object can stay. Arrays are
 * compared from their ends, where growing text makes the difference.
 */
export function sameNode(a: Block | ListItem, b: Block | ListItem): boolean {
  if (a.type !== b.type || a.from !== b.from || a.to !== b.to) return false;
  const left = a as unknown as Readonly<Record<string, unknown>>;
  const right = b as unknown as Readonly<Record<string, unknown>>;
  for (const key in right) {
    if (key === "box" ? !sameSpan(left[key], right[key]) : !sameValue(left[key], right[key])) return false;
  }
  return true;
}

function sameValue(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
  for (let i = a.length - 1; i >= 0; i--) if (!sameLeaf(a[i], b[i])) return false;
  return true;
}

/** Lines of code are made anew when their line is tried again: equal source and value is the same line. */
function sameLeaf(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || !("value" in a) || !("value" in b)) return false;
  return a.value === b.value && sameSpan(a, b);
}

function sameSpan(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || !a || !b || !("from" in a) || !("from" in b)) return false;
  return a.from === b.from && "to" in a && "to" in b && a.to === b.to;
}
