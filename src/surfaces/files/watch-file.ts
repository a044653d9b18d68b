import { type FSWatcher, watch } from "node:fs";
import { basename, dirname } from "node:path";

/** Disks of other machines, and some containers, tell nobody of a change: so it is looked at now and then as well. */
const TICK_MS = 2_000;

/** Calls back when the file may have changed: never late by more than a tick, sometimes for nothing. */
export function watchFile(path: string, changed: () => void): () => void {
  const folder = dirname(path);
  const name = basename(path);
  let watcher: FSWatcher | null = null;
  const stop = (): void => {
    watcher?.close();
    watcher = null;
  };
  const start = (): void => {
    try {
      // The folder and not the file: many editors put a new file in its place.
      watcher = watch(folder, { persistent: false }, (_event, about) => {
        if (about === null || about === name) changed();
      });
      watcher.once("error", stop);
    } catch {
      // The folder is gone, or the system has no watchers left: the ticks go on, and try again.
      watcher = null;
    }
  };
  start();
  const ticks = setInterval(() => {
    if (watcher === null) start();
    changed();
  }, TICK_MS);
  return () => {
    clearInterval(ticks);
    stop();
  };
}
