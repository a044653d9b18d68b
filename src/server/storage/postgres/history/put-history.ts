import type { HistoryEntry } from "../../ports.ts";
import { lineWriter } from "../../put-lines.ts";
import type { Run } from "../engine/database.ts";
import { type SqlParameter, StatementParts } from "../engine/statement.ts";
import { POINT_COLUMNS, pointRow, VERSION_COLUMNS, versionRow } from "../write-change.ts";
import { planVersion } from "./plan-history.ts";
import { type ChainedText, createKnownTexts, endText } from "./texts.ts";

/** So many rows go in one statement; and so many characters, however few rows they are. */
const ROWS_AT_ONCE = 200;
const CHARACTERS_AT_ONCE = 2_000_000;

const EVENT_COLUMNS = {
  names: "sequence, kind, by, at, version, payload, write",
  types: ["int", "text", "text", "text", "int", "text", "text"],
} as const;

/** Puts the history of a canvas that has none yet into its tables: the newest version, the newest with points, the last event. */
export async function putHistory(
  run: Run,
  owner: string,
  id: string,
  history: Iterable<HistoryEntry>,
): Promise<{ readonly sealed: number; readonly pointed: number; readonly events: number }> {
  // Only of what is put in here, which may yet be taken back.
  const texts = createKnownTexts();
  const versions = createBatch(run, "versions", VERSION_COLUMNS, owner, id);
  const points = createBatch(run, "points", POINT_COLUMNS, owner, id);
  const events = createBatch(run, "events", EVENT_COLUMNS, owner, id);
  const rowOf = lineWriter();
  let previous: ChainedText | null = null;
  // All of a line stand on one text, which may be too long to be known for long.
  let before: { readonly version: number; readonly content: string | null } | null = null;
  const last = { sealed: 0, pointed: 0, events: 0 };
  for (const each of history) {
    switch (each.kind) {
      case "version": {
        const { version } = each;
        if (version.version <= last.sealed)
          throw new RangeError(`Version ${version.version} cannot be sealed after version ${last.sealed}`);
        const planned = planVersion(version, previous);
        texts.put(id, version.version, planned);
        await versions.add(versionRow(planned));
        previous = planned;
        last.sealed = version.version;
        break;
      }
      case "point":
      case "moment": {
        const { version } = each.kind === "point" ? each.point : each.moment;
        await versions.flush();
        if (before?.version !== version - 1)
          before = { version: version - 1, content: await endText(run, texts, id, version - 1) };
        await points.add(pointRow(rowOf(each, before.content)));
        if (each.kind === "point") last.pointed = Math.max(last.pointed, version);
        break;
      }
      case "event": {
        const { sequence, kind, by, at, version, payload } = each.event;
        await events.add([sequence, kind, JSON.stringify(by), at, version, JSON.stringify(payload), ""]);
        last.events = Math.max(last.events, sequence);
      }
    }
  }
  for (const batch of [versions, points, events]) await batch.flush();
  return last;
}

/** Gathers rows, so that many go in one statement. */
function createBatch(
  run: Run,
  table: string,
  { names, types }: { readonly names: string; readonly types: readonly string[] },
  owner: string,
  id: string,
) {
  let rows: (readonly SqlParameter[])[] = [];
  let size = 0;
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return;
    const parts = new StatementParts();
    const [canvas, whose] = [parts.value(id), parts.value(owner)];
    const values = parts.rows(rows, types);
    rows = [];
    size = 0;
    const sql = `INSERT INTO ${table} (canvas, owner, ${names}) SELECT ${canvas}, ${whose}, r.* FROM ${values} AS r (${names})`;
    await run(parts.finish(sql, false));
  };
  return {
    flush,
    add: async (row: readonly SqlParameter[]): Promise<void> => {
      rows.push(row);
      size += row.reduce<number>((sum, value) => sum + (typeof value === "string" ? value.length : 8), 0);
      if (rows.length >= ROWS_AT_ONCE || size >= CHARACTERS_AT_ONCE) await flush();
    },
  };
}
