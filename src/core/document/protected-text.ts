import { applyChanges, changesBetween } from "../diff/text-changes.ts";
import { isAttached } from "./map-anchors.ts";
import type { Protection } from "./records.ts";

/** The first protected range that a change of [from, to) would touch, or undefined. */
export function protectionAt(
  content: string,
  protections: readonly Protection[],
  from: number,
  to: number,
): Protection | undefined {
  return protections.find(({ anchor }) => {
    if (!isAttached(anchor, content)) return false;
    const end = anchor.offset + anchor.length;
    return from === to ? from > anchor.offset && from < end : from < end && to > anchor.offset;
  });
}

/** `wanted` with every protected range of `content` as it was, and a sentence for each that was not to be changed. */
export function keepProtected(
  content: string,
  wanted: string,
  protections: readonly Protection[],
): { readonly text: string; readonly notes: readonly string[] } {
  if (protections.length === 0 || content === wanted) return { text: wanted, notes: [] };
  const refused = new Set<Protection>();
  const allowed = changesBetween(content, wanted).filter((change) => {
    const protection = protectionAt(content, protections, change.from, change.to);
    if (protection !== undefined) refused.add(protection);
    return protection === undefined;
  });
  if (refused.size === 0) return { text: wanted, notes: [] };
  const notes = [...refused].map(
    ({ anchor }) => `The person protected "${excerpt(anchor.quotedText)}": it stays as it is. Do not change it.`,
  );
  return { text: applyChanges(content, allowed), notes };
}

export function excerpt(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= 80 ? line : `${line.slice(0, 79).trimEnd()}…`;
}
