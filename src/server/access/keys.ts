import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { CanvasRecord } from "../../core/records/canvas.ts";
import type { Store } from "../storage/ports.ts";

/** Keys travel in every body: longer ones are no keys of ours. */
const LONGEST_KEY = 200;

/** Whether it can be a key at all. */
export function isKey(key: string | undefined): key is string {
  return key !== undefined && key.length <= LONGEST_KEY;
}

/**
 * What this person's widget shows for this canvas. Each has one of their own: whoever learns another's (it may stand in a
 * comment for some model to read) can do nothing with it.
 */
export function canvasKeyOf({ owner, widgetKey }: Pick<CanvasRecord, "owner" | "widgetKey">, subject: string): string {
  return subject === owner ? widgetKey : createHmac("sha256", widgetKey).update(subject).digest("base64url");
}

export function isCanvasKey(record: CanvasRecord, subject: string, key: string | undefined): boolean {
  return isKey(key) && isSame(canvasKeyOf(record, subject), key);
}

/** What only the board's widget knows, from the result's `_meta`: a model that sees the board's tools cannot act as the person. */
export async function boardKeyOf(store: Pick<Store, "secrets">, owner: string): Promise<string> {
  return createHmac("sha256", await store.secrets.of(owner))
    .update("board")
    .digest("base64url");
}

export async function isBoardKey(
  store: Pick<Store, "secrets">,
  owner: string,
  key: string | undefined,
): Promise<boolean> {
  return isSame(await boardKeyOf(store, owner), key ?? "");
}

/** In time that does not depend on where the two differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
