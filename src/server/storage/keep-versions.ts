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

/** The chain of a full copy and patches at whose end the newest version stands. */
export interface Chain {
  readonly base: number;
  readonly bodies: readonly string[];
}

/** The same with one more version, or the chain that it begins. `before`: the text of the version before. */
export function withVersion(
  chain: Chain | null,
  before: string | null,
  { version, content }: { readonly version: number; readonly content: string },
): Chain {
  const patch = chain === null || before === null ? null : patchBody(chain.bodies, before, content);
  if (chain === null || patch === null) return { base: version, bodies: [JSON.stringify(content)] };
  return { base: chain.base, bodies: [...chain.bodies, patch] };
}
