import { createHash } from "node:crypto";
import { applyChanges, changesBetween } from "../../core/diff/text-changes.ts";
import { type ChainSize, takesPatch } from "../../core/document/versions/chain.ts";
import { commonPrefix, commonSuffix } from "../../core/text/common-ends.ts";
import { hashText as hashOfMark } from "../../core/text/hash-text.ts";

/** One replaced range of the text before: [from, to, what stands there now]. Ascending, not touching. */
export type Patch = readonly (readonly [number, number, string])[];

// Comparing a whole rewrite word by word costs more time under the write lock than it saves space.
const LONGEST_COMPARED = 300_000;

/** A small patch that turns `before` into `after`: what changed between the first and the last difference, by words. */
export function patchBetween(before: string, after: string): Patch {
  if (before === after) return [];
  const start = commonPrefix(before, after);
  const end = commonSuffix(before, after, Math.min(before.length, after.length) - start);
  const was = before.slice(start, before.length - end);
  const is = after.slice(start, after.length - end);
  const whole: Patch = [[start, before.length - end, is]];
  if (was.length + is.length > LONGEST_COMPARED) return whole;
  const parts: Patch = changesBetween(was, is).map(({ from, to, insert }) => [start + from, start + to, insert]);
  return JSON.stringify(parts).length < JSON.stringify(whole).length ? parts : whole;
}

export function applyPatch(text: string, patch: Patch): string {
  return applyChanges(
    text,
    patch.map(([from, to, insert]) => ({ from, to, insert })),
  );
}

/** A chain as it is kept: a full copy, then patches, each as JSON (so that no character needs care). */
export function readChain(bodies: readonly string[]): string {
  let text = "";
  for (const body of bodies) {
    const parsed = JSON.parse(body) as string | Patch;
    text = typeof parsed === "string" ? parsed : applyPatch(text, parsed);
  }
  return text;
}

export function chainSize(chain: readonly string[]): ChainSize {
  return { bodies: chain.length, patches: chain.slice(1).reduce((sum, each) => sum + each.length, 0) };
}

/** How to keep `after` behind a chain of this size: a patch, or (null) better a full copy. */
export function patchBody(chain: ChainSize, before: string, after: string): string | null {
  if (!takesPatch(chain, 0, after.length)) return null;
  const body = JSON.stringify(patchBetween(before, after));
  return takesPatch(chain, body.length, after.length) ? body : null;
}

export function hashText(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest("hex").slice(0, 32);
}

/** Whether the hash is this text's: ours, or that of the mark that its canvas has of it. */
export function isTextOf(hash: string, text: string): boolean {
  return hash.length === MARK_LENGTH ? hashOfMark(text) === hash : hashText(text) === hash;
}

const MARK_LENGTH = 16;
