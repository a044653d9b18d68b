import { randomBytes } from "node:crypto";
import type { Marks } from "../ports.ts";
import { text } from "../rows.ts";
import type { Database } from "./engine/database.ts";
import { prepared } from "./engine/statement.ts";

/** By whoever asks again because the answer was lost, it is claimed still. */
const CLAIM = prepared(
  `INSERT INTO marks (kind, key, until, holder) VALUES ($1, $2, $3, $4)
   ON CONFLICT (kind, key) DO UPDATE SET until = excluded.until, holder = excluded.holder
   WHERE marks.until <= $5 OR marks.holder = excluded.holder RETURNING key`,
);
const KEEP = prepared(
  `INSERT INTO marks (kind, key, until, holder) VALUES ($1, $2, $3, '')
   ON CONFLICT (kind, key) DO UPDATE SET until = excluded.until`,
);
const HAS = prepared("SELECT key FROM marks WHERE kind = $1 AND key = $2 AND until > $3");
const LIST = prepared("SELECT key FROM marks WHERE kind = $1 AND until > $2 ORDER BY key");
const HOLDER_BYTES = 12;

export function createMarks({ patiently, read }: Database, now: () => Date): Marks {
  const time = (): string => now().toISOString();
  return {
    claim: async (kind, key, until) => {
      const holder = randomBytes(HOLDER_BYTES).toString("base64url");
      return (await patiently((run) => run(CLAIM(kind, key, until.toISOString(), holder, time())))).length > 0;
    },
    has: async (kind, key) => (await read(HAS(kind, key, time()))).length > 0,
    keep: async (kind, key, until) => {
      await patiently((run) => run(KEEP(kind, key, until.toISOString())));
    },
    list: async (kind) => (await read(LIST(kind, time()))).map((row) => text(row, "key")),
  };
}
