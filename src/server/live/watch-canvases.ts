import { type Call, withinScope } from "../actions/call.ts";
import type { Watch } from "../storage/ports.ts";

export type { Watch };

/** Tells which canvases that are there for the caller changed, whoever changed them, wherever. */
export function watchCanvases(call: Call, listener: (ids: readonly string[]) => void): Watch {
  const { deps, who } = withinScope(call);
  return deps.store.changes.watch(who.owner, listener);
}
