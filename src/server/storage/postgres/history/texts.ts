import type { Chain } from "../../keep-versions.ts";
import { number, type StoredRow, text } from "../../rows.ts";
import { chainSize, hashText, readChain } from "../../version-text.ts";
import type { Run } from "../engine/database.ts";
import { prepared } from "../engine/statement.ts";

/** A sealed version's text, and the chain at whose end it stands. */
export interface ChainedText extends Chain {
  readonly content: string;
}

/** The texts of sealed versions that this process has just read or written. A version never changes, whoever seals the next. */
export interface KnownTexts {
  get(canvas: string, version: number): ChainedText | null;
  put(canvas: string, version: number, known: ChainedText): void;
  clear(): void;
}

/** In characters, with those that each costs however short it is. */
const MOST_KEPT = 16_000_000;
const LONGEST_KEPT = 1_000_000;
const EACH_COSTS = 400;
/** Higher than any version. */
const LAST = 2 ** 31 - 1;

/** Those that were not used for the longest time go first. */
export function createKnownTexts(): KnownTexts {
  const known = new Map<string, ChainedText>();
  let size = 0;
  const drop = (key: string): void => {
    const before = known.get(key);
    if (before === undefined) return;
    size -= before.content.length + EACH_COSTS;
    known.delete(key);
  };
  return {
    get: (canvas, version) => {
      const key = `${canvas} ${version}`;
      const found = known.get(key);
      if (found === undefined) return null;
      known.delete(key);
      known.set(key, found);
      return found;
    },
    put: (canvas, version, { content, base, size: chain }) => {
      const key = `${canvas} ${version}`;
      drop(key);
      if (content.length > LONGEST_KEPT) return;
      known.set(key, { content, base, size: chain });
      size += content.length + EACH_COSTS;
      for (const oldest of known.keys()) {
        if (size <= MOST_KEPT) break;
        drop(oldest);
      }
    },
    clear: () => {
      known.clear();
      size = 0;
    },
  };
}

const CHAIN = prepared(
  `SELECT version, base, hash, body FROM versions
   WHERE canvas = $1 AND version BETWEEN (SELECT base FROM versions WHERE canvas = $1 AND version = $2) AND $2
   ORDER BY version`,
);

/** Null: there is no such version, or it cannot be rebuilt exactly. */
export async function readText(
  run: Run,
  known: KnownTexts,
  canvas: string,
  version: number,
): Promise<ChainedText | null> {
  if (!Number.isInteger(version) || version < 1 || version > LAST) return null;
  const before = known.get(canvas, version);
  if (before !== null) return before;
  const rows = await run(CHAIN(canvas, version));
  const last = rows.at(-1);
  if (last === undefined || number(last, "version") !== version) return null;
  const read = rebuilt(rows, last);
  if (read !== null) known.put(canvas, version, read);
  return read;
}

/** The text of a version, empty before the first; null: it cannot be had. */
export async function endText(run: Run, known: KnownTexts, canvas: string, version: number): Promise<string | null> {
  return version === 0 ? "" : ((await readText(run, known, canvas, version))?.content ?? null);
}

function rebuilt(rows: readonly StoredRow[], last: StoredRow): ChainedText | null {
  const bodies = rows.map((row) => text(row, "body"));
  try {
    const content = readChain(bodies);
    if (hashText(content) !== text(last, "hash")) return null;
    return { content, base: number(last, "base"), size: chainSize(bodies) };
  } catch {
    // Only the chain can be at fault: it is no JSON, or patches what is not there.
    return null;
  }
}
