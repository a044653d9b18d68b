import type { ChainSize } from "../../core/document/versions/chain.ts";
import { FEWEST_KEPT_VERSIONS } from "../../protocol/limits.ts";
import { patchBody } from "./version-text.ts";

/** How many sealed versions of a canvas stay at least; null: all. */
export function versionsToKeep(asked: number | undefined): number | null {
  if (asked === undefined) return null;
  if (!Number.isSafeInteger(asked)) throw new RangeError(`keepVersions is ${asked}, and no whole number`);
  return Math.max(FEWEST_KEPT_VERSIONS, asked);
}

/** A version with the full copy that its text is rebuilt from: itself, or an earlier one. */
export interface Standing {
  readonly version: number;
  readonly base: number;
}

/** The oldest version that stays, of all that there are in their order; null: nothing has to go. */
export function oldestToKeep(standing: readonly Standing[], keep: number): number | null {
  const first = standing.at(-keep);
  return standing.length <= keep || first === undefined ? null : first.base;
}

/** The chain of a full copy and patches at whose end a version stands. */
export interface Chain {
  /** The version of the full copy. */
  readonly base: number;
  readonly size: ChainSize;
}

/**
 * How a version is kept behind the chain of the one before: as a patch on its text, or as a full copy, which begins a chain.
 * `before`: that text; null: it cannot be rebuilt, or there is none.
 */
export function withVersion(
  chain: Chain | null,
  before: string | null,
  { version, content }: { readonly version: number; readonly content: string },
): Chain & { readonly body: string } {
  const patch = chain === null || before === null ? null : patchBody(chain.size, before, content);
  if (chain === null || patch === null)
    return { base: version, size: { bodies: 1, patches: 0 }, body: JSON.stringify(content) };
  const { bodies, patches } = chain.size;
  return { base: chain.base, size: { bodies: bodies + 1, patches: patches + patch.length }, body: patch };
}
