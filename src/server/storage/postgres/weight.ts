import type { Canvases } from "../ports.ts";
import { number, type StoredRow, text } from "../rows.ts";
import type { Run } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";
import { SEEN_ID, sharedCanvases } from "./readers.ts";

const BYTES = "octet_length(content) + octet_length(record)";
const OF_ONE = prepared(`SELECT ${BYTES} AS n FROM canvases WHERE id = ${SEEN_ID} AND deleted_at IS NULL`);
/** As many as one page of a list holds at most, by each status. */
const OF_LIST = prepared(
  `SELECT coalesce(max(n), 0) AS largest, coalesce(sum(n), 0)::bigint AS all FROM (
     SELECT ${BYTES} AS n FROM unnest(ARRAY['draft', 'in_review', 'approved', 'archived']) AS each (status),
     LATERAL (SELECT content, record FROM canvases
       WHERE owner = $1 AND canvases.status = each.status AND deleted_at IS NULL
       ORDER BY updated_at DESC, seq DESC LIMIT 200) AS newest
     UNION ALL SELECT ${BYTES} FROM (${sharedCanvases("$1", "content, record, updated_at, seq")}
       ORDER BY updated_at DESC, seq DESC LIMIT 200) AS shared) AS weighed`,
);

/** What canvases weigh, as this process saw them last: where a call runs may be decided on what was. */
export interface Weights {
  readonly of: Canvases["weight"];
  readonly saw: (reader: string, row: StoredRow) => void;
  readonly forget: (reader: string, id: string) => void;
}

const MOST_KNOWN = 10_000;
const LIST_KEPT_MS = 5_000;
const SOON_MS = 1_000;
const NOTHING = { largest: 0, all: 0 };

export function createWeights(read: Run): Weights {
  const known = new Map<string, number>();
  const lists = new Map<string, { readonly at: number; readonly weight: Awaited<ReturnType<Canvases["weight"]>> }>();
  const keyOf = (reader: string, id: string): string => `${id} ${reader}`;
  return {
    of: async (reader, id) => {
      if (id === undefined) {
        const before = lists.get(reader);
        if (before !== undefined && performance.now() - before.at < LIST_KEPT_MS) return before.weight;
        const [row] = await soon(read(OF_LIST(reader)));
        const weight = row === undefined ? NOTHING : { largest: number(row, "largest"), all: number(row, "all") };
        makeRoom(lists).set(reader, { at: performance.now(), weight });
        return weight;
      }
      const before = known.get(keyOf(reader, id));
      if (before !== undefined) return { largest: before, all: before };
      const [row] = await soon(read(OF_ONE(id, reader)));
      const bytes = row === undefined ? 0 : number(row, "n");
      return { largest: bytes, all: bytes };
    },
    saw: (reader, row) => {
      makeRoom(known).set(keyOf(reader, text(row, "id")), text(row, "content").length + text(row, "record").length);
    },
    forget: (reader, id) => void known.delete(keyOf(reader, id)),
  };
}

/** Of a database that does not answer nothing is known in time: the call that is weighed waits for it long enough. */
async function soon(rows: Promise<readonly StoredRow[]>): Promise<readonly StoredRow[]> {
  let late: NodeJS.Timeout | undefined;
  const time = new Promise<readonly StoredRow[]>((resolve) => {
    late = setTimeout(() => resolve([]), SOON_MS);
  });
  try {
    return await Promise.race([rows, time]);
  } finally {
    clearTimeout(late);
    // One that fails later fails for the call itself, too.
    rows.catch(() => undefined);
  }
}

function makeRoom<T>(map: Map<string, T>): Map<string, T> {
  if (map.size >= MOST_KNOWN) map.clear();
  return map;
}
