import type { TypedCommand } from "../../protocol/names.ts";
import type { HistoryLimit, Store, StoreLog } from "./ports.ts";

/** Where canvases are kept. */
export type StoreAddress =
  /** In a SQLite file in this folder. */
  | { readonly kind: "folder"; readonly folder: string }
  /** In a PostgreSQL database: postgres://user:password@host/database. */
  | { readonly kind: "postgres"; readonly url: string; readonly connections?: number };

export interface OpenStoreOptions extends HistoryLimit {
  readonly now: () => Date;
  readonly log: StoreLog;
  /** How commands are typed that its words speak of. */
  readonly typed?: TypedCommand;
  /** Called after every write through this very object, where others on the machine are not told otherwise. */
  readonly onWrite?: () => void;
}

export interface OpenedStore extends Store {
  /** Looks for changes at once, where it cannot be told of them. */
  readonly lookNow?: () => void;
  /** For whoever watches over the process. */
  readonly gauges?: () => Readonly<Record<string, number>>;
}

/** Only what is asked for is loaded: a store in a folder needs no client of PostgreSQL. */
export async function openStore(address: StoreAddress, options: OpenStoreOptions): Promise<OpenedStore> {
  if (address.kind === "postgres") {
    const { openPostgresStore } = await import("./postgres/store.ts");
    const { typed: _typed, onWrite: _onWrite, ...others } = options;
    const { kind: _kind, ...place } = address;
    return openPostgresStore({ ...place, ...others });
  }
  const { openSqliteStore } = await import("./sqlite/store.ts");
  return openSqliteStore({ folder: address.folder, ...options });
}
