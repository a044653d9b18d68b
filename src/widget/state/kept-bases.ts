import { hashText } from "../../core/text/hash-text.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import type { Base } from "./state.ts";
import { followedBy, isNear, readSince, SHORT_TEXT, type TextSince, wholeText } from "./text-since.ts";
import type { TextStorage } from "./text-storage.ts";

/** Before the names of the records of unsaved work, which are those of a canvas and a widget. */
export const PENDING = "canvas:pending:";
const PREFIX = "canvas:pending-base:";

/**
 * The texts that unsaved work grew from, where they are long: apart from the record of the work, whole once, and then as
 * changes in the record. `work` is what that record is called; its base stands as long as its widget goes on.
 */
export interface KeptBases {
  /** The base as the record has it; null: the browser would not hold its text. */
  keep(id: string, work: string, base: Base): object | null;
  /** The record is written: what it does not stand on any more goes. */
  written(): void;
  /** The base with its text, from what a record has of it; as it is where it has that itself. */
  read(work: string, base: unknown): unknown;
  /** The record is gone. What this widget keeps stays for the next one. */
  drop(work: string): void;
  /** This widget may be gone in a moment. */
  leave(): void;
  /** Takes out what no record stands on: of one canvas, or of all but what this widget keeps. False: there was none. */
  dropUnused(id?: string): boolean;
}

/** `write` makes room where it has to, but for the canvas itself. */
export function createKeptBases(
  storage: TextStorage,
  write: (name: string, text: string, id: string) => boolean,
  short = SHORT_TEXT,
): KeptBases {
  let last: { readonly work: string; readonly name: string; readonly text: TextSince } | null = null;
  /** Stands until the record says that it stands on another. */
  let before: string | null = null;

  const hasRecord = (work: string): boolean => storage.read(PENDING + work) !== null;
  const dropLast = (): void => {
    if (last !== null && !hasRecord(last.work)) storage.remove(last.name);
    last = null;
  };

  return {
    keep(id, work, { content, ...base }) {
      if (last !== null && last.work !== work) dropLast();
      if (content.length <= short) {
        before = last?.name ?? null;
        last = null;
        return { ...base, content };
      }
      const isThere = last !== null && storage.read(last.name) !== null;
      const next = last !== null && isThere ? followedBy(last.text, content) : null;
      if (last !== null && next !== null && isNear(next)) last = { ...last, text: next };
      else {
        // Under a name of its own: what is there of the work stands on the text before, until it is written anew.
        const name = `${PREFIX}${work}:${base.apart === true ? hashText(content) : base.hash}`;
        if (!hasRecord(work)) dropLast();
        if (write(name, content, id)) {
          before = last !== null && last.name !== name ? last.name : null;
          last = { work, name, text: wholeText(content) };
        } else if (last !== null && next !== null) last = { ...last, text: next };
        else return null;
      }
      return { ...base, of: last.name, changes: last.text.changes };
    },
    written() {
      if (before !== null) storage.remove(before);
      before = null;
    },
    read(work, base) {
      if (!isRecord(base) || typeof base.of !== "string") return base;
      const whole = base.of.startsWith(`${PREFIX}${work}:`) ? storage.read(base.of) : null;
      const content = whole === null ? null : readSince(whole, base.changes);
      return content === null ? null : { ...base, content };
    },
    drop(work) {
      if (last?.work === work) return;
      const names = storage.names().filter((name) => name.startsWith(`${PREFIX}${work}:`));
      for (const name of names) storage.remove(name);
    },
    leave: dropLast,
    dropUnused(id) {
      const unused = storage.names().filter((name) => {
        // Its own record may be about to be written.
        const isMeant = id === undefined ? name !== last?.name : name.startsWith(`${PREFIX}${id}:`);
        return name.startsWith(PREFIX) && isMeant && !hasRecord(name.slice(PREFIX.length, name.lastIndexOf(":")));
      });
      for (const name of unused) storage.remove(name);
      return unused.length > 0;
    },
  };
}
