import { idLength, newCanvasKey } from "../../../core/document/ids.ts";
import type { Change } from "../../../core/records/history.ts";
import type { CanvasError } from "../../../protocol/errors.ts";
import type { Once } from "../../storage/ports.ts";
import type { Call } from "../call.ts";
import { checkLength, tooManyCanvases } from "../limits.ts";

/** What every new canvas is given. */
export interface NewCanvas {
  readonly id: string;
  readonly owner: string;
  readonly widgetKey: string;
}

export type CreatedOnce<T> =
  | { readonly kind: "created"; readonly made: T }
  /** The same key made this one, which may be deleted by now. */
  | { readonly kind: "repeated"; readonly id: string }
  /** The owner may not have it. */
  | { readonly kind: "refused"; readonly error: CanvasError };

/**
 * A new canvas under an id that is free: they grow with the store, so the first that is tried nearly always is. The same key
 * makes one canvas; without one each call does. `reader`: who reads why not.
 */
export async function createOnce<T extends { readonly change: Change }>(
  call: Call,
  once: Once | undefined,
  make: (given: NewCanvas) => T,
  reader: "person" | "model" = call.who.kind,
): Promise<CreatedOnce<T>> {
  const { store, randomId, limits } = call.deps;
  const { owner } = call.who;
  const most = limits?.canvases;
  const length = idLength(await store.canvases.count());
  for (let attempt = 0; ; attempt += 1) {
    const id = randomId(length + Math.floor(attempt / 10));
    const made = make({ id, owner, widgetKey: newCanvasKey(randomId) });
    const tooLong = checkLength(call, made.change.record.document.content, null);
    if (tooLong !== null) return { kind: "refused", error: tooLong };
    const outcome = await store.canvases.create(owner, made.change, once, most);
    switch (outcome.kind) {
      case "created":
        return { kind: "created", made };
      case "repeated":
        return outcome;
      case "key_reused":
        throw new Error(`The create key ${once?.key} was used for another create`);
      case "full":
        return { kind: "refused", error: await tooManyCanvases(call, most ?? 0, reader) };
      case "taken":
        break;
    }
  }
}

/** Among all processes on a store only the first create under this key is carried out. */
const ONCE = { key: "page:example", fingerprint: "example" };

/**
 * A canvas where nobody ever had one; on a server that knows its people, for each who has none yet. Elsewhere, and where the
 * owner may not have it, nothing.
 */
export async function createFirst(call: Call, make: (given: NewCanvas) => Change): Promise<void> {
  const { deps, who } = call;
  const { canvases, bin } = deps.store;
  const has =
    who.subject === undefined
      ? (await canvases.count()) > 0
      : (await canvases.list(who.owner, { limit: 1 })).total + (await bin.list(who.owner)).length > 0;
  if (has || who.isReadOnly) return;
  await createOnce(call, ONCE, (given) => ({ change: make(given) }));
}
