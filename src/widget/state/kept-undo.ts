import { isRecord } from "../../protocol/partial-check.ts";
import type { Origin } from "./browser-cache.ts";
import type { Clock } from "./clock.ts";
import type { TextStorage } from "./text-storage.ts";

/** The editor's undo of the canvases edited last, kept in the browser for the next life of the widget. */
export interface KeptUndo {
  /** Whatever stands there: browsers' storages get damaged, and whoever knows its form checks it. */
  read(id: string, origin: Origin): unknown;
  /** Two widgets of one canvas: the last one to write is kept. */
  keep(id: string, origin: Origin, history: object): void;
}

/** Which canvases there are, the newest first. */
const INDEX = "canvas:undo";
const PREFIX = "canvas:undo:";
const MOST_CANVASES = 4;
const LONGEST_MS = 14 * 24 * 60 * 60_000;

export function createKeptUndo(storage: TextStorage, clock: Clock): KeptUndo {
  return {
    read(id, { storeId, owner }) {
      const entry = readIndex(storage).find((one) => one.id === id);
      if (entry === undefined || clock.now() - entry.at > LONGEST_MS) return null;
      const record = parse(storage.read(PREFIX + id));
      if (!isRecord(record) || record.storeId !== storeId || record.owner !== owner) return null;
      return record.history;
    },
    keep(id, { storeId, owner }, history) {
      const now = clock.now();
      const others = readIndex(storage).filter((one) => one.id !== id && now - one.at <= LONGEST_MS);
      const index = [{ id, at: now }, ...others].slice(0, MOST_CANVASES);
      const stay = new Set(index.map((one) => PREFIX + one.id));
      for (const name of storage.names()) if (name.startsWith(PREFIX) && !stay.has(name)) storage.remove(name);
      const text = JSON.stringify({ storeId, owner, history });
      if (storage.write(INDEX, JSON.stringify(index)) && storage.write(PREFIX + id, text)) return;
      // The room is short: the undo of other canvases goes, then this one's. It is a comfort, no text depends on it.
      dropAll(storage);
      if (!storage.write(INDEX, JSON.stringify(index.slice(0, 1))) || !storage.write(PREFIX + id, text))
        dropAll(storage);
    },
  };
}

/** The same storage, in which kept undo makes room for whatever else has to be written. */
export function undoMakesRoom(storage: TextStorage): TextStorage {
  return {
    ...storage,
    write: (name, text) => storage.write(name, text) || (dropAll(storage) && storage.write(name, text)),
  };
}

/** False: there was none. */
function dropAll(storage: TextStorage): boolean {
  const names = storage.names().filter((name) => name.startsWith(PREFIX));
  for (const name of names) storage.remove(name);
  storage.remove(INDEX);
  return names.length > 0;
}

interface Entry {
  readonly id: string;
  readonly at: number;
}

function readIndex(storage: TextStorage): readonly Entry[] {
  const list = parse(storage.read(INDEX));
  const isEntry = (one: unknown): one is Entry =>
    isRecord(one) && typeof one.id === "string" && typeof one.at === "number";
  return Array.isArray(list) ? list.filter(isEntry) : [];
}

function parse(text: string | null): unknown {
  if (text === null) return null;
  try {
    return JSON.parse(text);
  } catch {
    // Damaged by whatever shares this storage: undo begins anew.
    return null;
  }
}
