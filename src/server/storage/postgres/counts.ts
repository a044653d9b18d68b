import type { Status } from "../../../core/records/canvas.ts";
import { number, type StoredRow } from "../rows.ts";
import type { Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";

const ENSURE = prepared("INSERT INTO counts (owner) VALUES ($1) ON CONFLICT (owner) DO NOTHING");
const LOCK = prepared(
  "SELECT draft + in_review + approved + archived + binned AS n FROM counts WHERE owner = $1 FOR UPDATE",
);
const EVER_USED = prepared("SELECT count(*) AS n FROM ids");

/** How many the owner has, the bin included. Until the transaction ends nobody makes another. */
export async function lockCount(run: Run, owner: string): Promise<number> {
  for (;;) {
    await run(ENSURE(owner));
    const [row] = await run(LOCK(owner));
    // None: whoever erases this owner took it away in between.
    if (row !== undefined) return number(row, "n");
  }
}

/** Of a row of `counts`: how many are of these statuses. */
export function countsOf(row: StoredRow, statuses: readonly Status[]): number {
  return statuses.reduce((sum, status) => sum + number(row, `n_${status}`), 0);
}

/** How many ids were ever used, told without counting them each time. */
export interface IdCount {
  readonly count: () => Promise<number>;
  /** One more was used by this process. */
  readonly made: () => void;
}

/** What others made meanwhile is counted again after a while: nothing depends on a few more or less. */
const COUNTED_AGAIN_MS = 60_000;

export function createIdCount(read: Run): IdCount {
  let counted: { readonly at: number; n: number } | null = null;
  return {
    count: async () => {
      if (counted !== null && performance.now() - counted.at < COUNTED_AGAIN_MS) return counted.n;
      const [row] = await read(EVER_USED());
      counted = { at: performance.now(), n: number(row ?? {}, "n") };
      return counted.n;
    },
    made: () => {
      if (counted !== null) counted.n += 1;
    },
  };
}
