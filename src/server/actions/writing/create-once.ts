import { idLength, newCanvasKey } from "../../../core/document/ids.ts";
import type { Change } from "../../../core/records/history.ts";
import type { Once } from "../../storage/ports.ts";
import type { Call } from "../call.ts";

/** What every new canvas is given. */
export interface NewCanvas {
  readonly id: string;
  readonly owner: string;
  readonly widgetKey: string;
}

/**
 * A new canvas under an id that is free: they grow with the store, so the first that is tried nearly always is. The same key
 * makes one canvas (the second call gets the id of the first one's, which may be deleted by now); without one each call does.
 */
export async function createOnce<T extends { readonly change: Change }>(
  { deps, who }: Call,
  once: Once | undefined,
  make: (given: NewCanvas) => T,
): Promise<T | { readonly repeatedId: string }> {
  const { store, randomId } = deps;
  const { owner } = who;
  const length = idLength(await store.canvases.count());
  for (let attempt = 0; ; attempt += 1) {
    const id = randomId(length + Math.floor(attempt / 10));
    const made = make({ id, owner, widgetKey: newCanvasKey(randomId) });
    const outcome = await store.canvases.create(owner, made.change, once);
    switch (outcome.kind) {
      case "created":
        return made;
      case "repeated":
        return { repeatedId: outcome.id };
      case "key_reused":
        throw new Error(`The create key ${once?.key} was used for another create`);
      case "full":
        throw new Error("A create without a limit cannot find it reached");
      case "taken":
        break;
    }
  }
}

/** Among all processes on a store only the first create under this key is carried out. */
const ONCE = { key: "page:example", fingerprint: "example" };

/** A canvas where nobody ever had one; elsewhere nothing. */
export async function createFirst(call: Call, make: (given: NewCanvas) => Change): Promise<void> {
  if ((await call.deps.store.canvases.count()) > 0) return;
  await createOnce(call, ONCE, (given) => ({ change: make(given) }));
}
