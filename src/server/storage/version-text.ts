import { createHash } from "node:crypto";

/** One replaced range of the text before: [from, to, what stands there now]. Ascending, not touching. */
export type Patch = readonly (readonly [number, number, string])[];

// 128 patches of a 100 KB text are applied in about 5 ms; a long text gets a full copy sooner, to be as quick.
const LONGEST_CHAIN = 128;
const CHARACTERS_TO_COPY = 100_000_000;
const SHORTEST_CHAIN = 8;

/** The smallest single replacement that turns `before` into `after`. */
export function patchBetween(before: string, after: string): Patch {
  if (before === after) return [];
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  ) {
    end++;
  }
  return [[start, before.length - end, after.slice(start, after.length - end)]];
}

export function applyPatch(text: string, patch: Patch): string {
  let result = "";
  let at = 0;
  for (const [from, to, insert] of patch) {
    if (from < at || to < from || to > text.length) {
      throw new RangeError(`A patch of ${from}–${to} does not fit a text of ${text.length} characters`);
    }
    result += text.slice(at, from) + insert;
    at = to;
  }
  return result + text.slice(at);
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

/** How to keep `after` behind `chain`: a patch, or (null) better a full copy. */
export function patchBody(chain: readonly string[], before: string, after: string): string | null {
  const longest = Math.min(LONGEST_CHAIN, Math.max(SHORTEST_CHAIN, CHARACTERS_TO_COPY / (after.length + 1)));
  if (chain.length === 0 || chain.length >= longest) return null;
  const body = JSON.stringify(patchBetween(before, after));
  const patches = chain.slice(1).reduce((sum, each) => sum + each.length, body.length);
  return patches > after.length ? null : body;
}

export function hashText(text: string): string {
  return createHash("sha256").update(text, "utf16le").digest("hex").slice(0, 32);
}
