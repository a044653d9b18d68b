import { randomBytes } from "node:crypto";
import type { TransferredStorage } from "../../../protocol/page.ts";

/** What goes from one address of the page to the other, held in between. */
export interface StorageTransfers {
  hold(carried: TransferredStorage): string;
  /** Once a ticket; null when there is none, or it came too late. */
  take(ticket: string): TransferredStorage | null;
}

const HELD_MS = 10 * 60 * 1000;
const MOST_HELD = 4;

/** In memory, a few at a time: the page comes for them in the same second. */
export function createStorageTransfers(clock: () => Date): StorageTransfers {
  const held = new Map<string, { readonly carried: TransferredStorage; readonly at: number }>();
  const now = () => clock().getTime();
  return {
    hold(carried) {
      const [oldest] = held.keys();
      if (held.size >= MOST_HELD && oldest !== undefined) held.delete(oldest);
      const ticket = randomBytes(18).toString("base64url");
      held.set(ticket, { carried, at: now() });
      return ticket;
    },
    take(ticket) {
      const found = held.get(ticket);
      held.delete(ticket);
      return found !== undefined && now() - found.at <= HELD_MS ? found.carried : null;
    },
  };
}
