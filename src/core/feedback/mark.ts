import type { CanvasComment } from "../records/canvas.ts";

/** What a comment says now. Begins with `comment:ID:`, so that all that was told of one can be found. */
export function commentMark({ id, body, editedAt = "" }: CanvasComment): string {
  return markOf(`comment:${id}`, body, editedAt);
}

/** The id of the comment that a mark is about; none: it is about something else. */
export function commentIdIn(mark: string): readonly string[] {
  if (!mark.startsWith("comment:")) return [];
  const end = mark.indexOf(":", "comment:".length);
  return end < 0 ? [] : [mark.slice("comment:".length, end)];
}

/** A short fingerprint of what was told: equal texts, equal marks; 53 bits, so that a canvas's marks do not collide. */
export function markOf(kind: string, ...parts: readonly string[]): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (const part of [kind, ...parts]) {
    for (let i = 0; i < part.length; i++) {
      const code = part.charCodeAt(i);
      high = Math.imul(high ^ code, 0x9e3779b1);
      low = Math.imul(low ^ code, 0x5f356495);
    }
    high = Math.imul(high ^ 0x1f, 0x85ebca6b);
    low = Math.imul(low ^ 0x1f, 0xc2b2ae35);
  }
  high = Math.imul(high ^ (high >>> 16), 0x85ebca6b) ^ Math.imul(low ^ (low >>> 13), 0xc2b2ae35);
  low = Math.imul(low ^ (low >>> 16), 0x85ebca6b) ^ Math.imul(high ^ (high >>> 13), 0xc2b2ae35);
  const number = 4294967296 * (2097151 & low) + (high >>> 0);
  return `${kind}:${number.toString(36)}`;
}
