import { withPoints } from "../../../../core/document/versions/points.ts";
import type { Canvases } from "../../ports.ts";
import { eventsFrom, summaryFrom } from "../../rows.ts";
import type { Connection } from "../connection.ts";
import { seqFor } from "../readers.ts";
import { EVENT_ROW, SUMMARY_ROW } from "../rows.ts";
import { listMoments, listPoints, readMoment } from "./line.ts";
import { readVersion } from "./versions.ts";

type History = Pick<Canvases, "versions" | "version" | "points" | "moments" | "moment" | "events">;

/** What was: sealed versions, the points inside versions, and the log. */
export function createHistory({ read }: Connection, log: (line: string) => void): History {
  return {
    versions: (reader, id, { limit, before }) =>
      read((database) => {
        const seq = seqFor(database, reader, id);
        if (seq === null) return [];
        const page = database
          .all(
            `SELECT ${SUMMARY_ROW} FROM versions
             WHERE canvas = ? AND version < ? ORDER BY version DESC LIMIT ?`,
            seq,
            before ?? Number.MAX_SAFE_INTEGER,
            limit,
          )
          .map(summaryFrom);
        const points = listPoints(database, seq, page.at(-1)?.version ?? 0, page[0]?.version ?? 0);
        return page.map((summary) => {
          const inside = points.get(summary.version);
          return withPoints(summary, inside?.points, inside?.moments);
        });
      }),

    version: (reader, id, version) =>
      read((database) => {
        const seq = seqFor(database, reader, id);
        return seq === null ? null : readVersion(database, seq, version);
      }),

    points: (reader, id, version) =>
      read((database) => {
        const seq = seqFor(database, reader, id);
        return seq === null ? [] : (listPoints(database, seq, version, version).get(version)?.points ?? []);
      }),

    moments: (reader, id, version) =>
      read((database) => {
        const seq = seqFor(database, reader, id);
        return seq === null ? [] : listMoments(database, seq, version);
      }),

    moment: (reader, id, version, revision) =>
      read((database) => {
        const seq = seqFor(database, reader, id);
        return seq === null ? null : readMoment(database, seq, version, revision);
      }),

    events: (reader, id, after, limit) =>
      read((database) => {
        const seq = seqFor(database, reader, id);
        if (seq === null) return [];
        const rows = database.all(
          `SELECT ${EVENT_ROW} FROM events WHERE canvas = ? AND sequence > ? ORDER BY sequence LIMIT ?`,
          seq,
          after,
          limit,
        );
        const events = eventsFrom(rows);
        const damaged = rows.length - events.length;
        if (damaged > 0)
          log(`Of the log of canvas ${id} ${damaged} of ${rows.length} entries are damaged and left out.`);
        return events;
      }),
  };
}
