import pg from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { freshDatabase, whyNoPostgres } from "../../../../test/setup/fresh-database.ts";
import type { NewEvent } from "../../../core/records/history.ts";
import type { EventPlace } from "../ports.ts";
import { PERSON, sampleCreate, sampleRecord, sampleShare, sampleTime } from "../sample-change.ts";
import { peopleRows } from "./history/people-events.ts";
import { openPostgresStore, type PostgresStore } from "./store.ts";

describe.skipIf(whyNoPostgres() !== null)(`what people did, in PostgreSQL ${whyNoPostgres() ?? ""}`, () => {
  let url: string;
  let client: pg.Client;
  let store: PostgresStore;
  let said: string[];
  const open = async (): Promise<PostgresStore> => {
    const now = () => new Date(sampleTime(1_000));
    return openPostgresStore({ url, now, log: (line) => said.push(line), connections: 3, schema: "here" });
  };
  const told = async () =>
    (await store.canvases.eventsByPeople("local", { limit: 9 })).map((each) => `${each.canvasId} ${each.sequence}`);

  beforeEach(async () => {
    url = await freshDatabase();
    client = new pg.Client({ connectionString: url, options: "-c search_path=here" });
    await client.connect();
    said = [];
    store = await open();
    const events = [1, 2, 3].map(
      (second): NewEvent => ({ kind: "comment", by: PERSON, at: sampleTime(second), version: 1, payload: {} }),
    );
    for (const id of ["AAAA", "BBBB"]) {
      const { record } = sampleShare(sampleRecord(id, "x"), ["ada"]);
      await store.canvases.create("local", { ...sampleCreate(record), events });
    }
  });
  afterEach(async () => {
    await client.end();
    await store.close();
  });

  test("a database of the release before is taken on with what people did before", async () => {
    await store.close();
    await client.query(
      `DROP INDEX events_by_people, events_by_people_in_canvas; ALTER TABLE points DROP COLUMN base, DROP COLUMN step;
       UPDATE store SET value = '2' WHERE name = 'schema'`,
    );
    store = await open();
    expect(await told()).toEqual(["BBBB 3", "AAAA 3", "BBBB 2", "AAAA 2", "BBBB 1", "AAAA 1"]);
    const { rows } = await client.query("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'events_by_people%'");
    expect(rows).toHaveLength(2);
  });

  test("an entry that is damaged is left out and said, and an older one takes its place", async () => {
    await client.query("UPDATE events SET payload = '{' WHERE canvas = 'BBBB' AND sequence > 1");
    expect(await store.canvases.eventsByPeople("local", { limit: 2 })).toMatchObject([
      { canvasId: "AAAA", sequence: 3 },
      { canvasId: "AAAA", sequence: 2 },
    ]);
    expect(said).toEqual(["Of the log of canvas BBBB 2 of 2 entries are damaged and left out."]);
  });

  // Of a statement that is prepared the database may forget the values.
  test.each(["force_custom_plan", "force_generic_plan"])(
    "among many it is found by indexes alone: %s",
    async (mode) => {
      // Each canvas of 1,000 has 50 saves and 2 comments; those of a tenth are shared.
      await client.query(
        `INSERT INTO canvases (id, seq, owner, writes, last_write, changed, title, status, version, revision, created_at, updated_at,
         last_editor, words, open_comments, open_proposals, edited, news, kept, sealed, pointed, events, meta, record, content)
       SELECT 'Z' || n, 1000 + n, 'local', 1, '', '3'::xid8, '', 'draft', 1, 1, '', '', '', 0, 0, 0, 0, '', false, 0, 0, 52, '', '', ''
       FROM generate_series(1, 1000) AS each (n);
       INSERT INTO readers SELECT 'ada', 'Z' || n, '3'::xid8, true FROM generate_series(1, 100) AS each (n);
       INSERT INTO events SELECT 'Z' || n, m, 'local', CASE WHEN m > 50 THEN 'comment' ELSE 'saved' END, '{"kind":"person"}',
         '2026-02-' || lpad((n % 28 + 1)::text, 2, '0') || 'T00:00:' || m, 1, '{}', ''
       FROM generate_series(1, 1000) AS each (n), generate_series(1, 52) AS every (m)`,
      );
      await client.query("VACUUM ANALYZE");
      const before: EventPlace = { at: "2026-02-20T00:00:00", canvasId: "Z9", sequence: 9 };
      const plan = async (reader: string, canvasId?: string): Promise<string> => {
        const lines: string[] = [];
        await peopleRows(
          async ({ text, values }) => {
            const given = values.map((value) =>
              typeof value === "number" ? value : client.escapeLiteral(String(value)),
            );
            await client.query(`DEALLOCATE ALL; SET plan_cache_mode = ${mode}; PREPARE asked AS ${text}`);
            const { rows } = await client.query<{ "QUERY PLAN": string }>(
              `EXPLAIN (ANALYZE, TIMING OFF) EXECUTE asked (${given.join(", ")})`,
            );
            lines.push(...rows.map((row) => row["QUERY PLAN"]));
            return [];
          },
          { reader, canvasId, now: sampleTime(1_000) },
          before,
          50,
        );
        return lines.join("\n");
      };
      for (const found of [await plan("local"), await plan("ada"), await plan("local", "Z5")]) {
        expect(found).not.toMatch(/Seq Scan on (?:events|canvases)/);
        expect(found).toMatch(/on events/);
        for (const line of found.split("\n").filter((each) => / on events/.test(each)))
          expect(line).toMatch(/events_by_people/);
      }
      // Not all of the owner's are read: so many as are asked for.
      expect(await plan("local")).toMatch(/events_by_people on events .*actual rows=50(?:\.00)? loops=1/);
    },
  );
});
