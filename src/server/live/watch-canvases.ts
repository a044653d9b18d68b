import type { Call } from "../actions/call.ts";
import type { Watch } from "../storage/ports.ts";

export type { Watch };

/** Tells which canvases of the caller's owner changed, whoever changed them, wherever. */
export function watchCanvases({ deps, who }: Call, listener: (ids: readonly string[]) => void): Watch {
  return deps.store.changes.watch(who.owner, listener);
}
