import type { CanvasRecord } from "../core/records/canvas.ts";
import { foundRecord, type Store } from "../server/storage/ports.ts";
import { openSqliteStore } from "../server/storage/sqlite/store.ts";
import { dataFolder } from "./data-folder.ts";
import { logTo } from "./log.ts";
import { CommandError, type Invocation } from "./surroundings.ts";
import { typedIn } from "./typed-command.ts";

/** Whose canvases these are, until there is identity. */
export const OWNER = "local";

/** Opens the store of the asked folder for one piece of work, and closes it whatever happens. */
export async function withStore<T>(invocation: Invocation, work: (store: Store) => Promise<T>): Promise<T> {
  const { now, stderr } = invocation.surroundings;
  const store = await openSqliteStore({
    folder: dataFolder(invocation),
    now,
    log: logTo(stderr),
    typed: typedIn(invocation),
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Ids are read in any case of letters. */
export const namedId = (name: string): string => name.trim().toUpperCase();

/** The canvas that a person named on the command line, in any case of letters. */
export async function loadNamed(store: Store, name: string, invocation: Invocation): Promise<CanvasRecord> {
  const record = foundRecord(await store.canvases.find(OWNER, namedId(name)));
  if (record) return record;
  throw new CommandError(
    `There is no canvas ${JSON.stringify(name)}. \`${typedIn(invocation)("list")}\` names them all.`,
  );
}
