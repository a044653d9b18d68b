import type { AuditLine } from "../../../core/records/history.ts";
import { type LineRow, readLine } from "../line-row.ts";
import { subjectsOf, withoutReader } from "../listing.ts";
import { type Archive, type ArchivedCanvas, type HistoryEntry, type KnownPerson, NOBODY } from "../ports.ts";
import { entryOf, isOfArchived, lineWriter, withOwnMoment } from "../put-lines.ts";
import { DeletedMeanwhileError } from "../store-error.ts";
import { assertBelongs, stand, textsOf } from "./canvases.ts";
import { compareText, type Entries, type Entry } from "./entries.ts";
import { withRowOf } from "./line.ts";

export interface MemoryArchiveOptions {
  readonly now: () => Date;
  readonly changed: (reader: string, id: string) => void;
  readonly people: () => readonly KnownPerson[];
  readonly addAudit: (owner: string, lines: readonly AuditLine[]) => number;
  /** Forgets what is kept of an owner elsewhere. */
  readonly erased: (owner: string) => void;
  readonly adopt: (storeId: string) => boolean;
}

export function createArchive(entries: Entries, options: MemoryArchiveOptions): Archive {
  const { now, changed, erased, adopt } = options;
  const { all, used, created } = entries;
  const tell = (entry: Entry): void => {
    const { id } = entry.record.document;
    for (const reader of [entry.owner, ...subjectsOf(entry.record)]) changed(reader, id);
  };
  const usedBy = (owner: string) => [...used].filter(([, each]) => each.owner === owner);
  return {
    async owners() {
      const owners = new Set([...used.values()].map(({ owner }) => owner));
      owners.delete(NOBODY);
      return [...owners].sort(compareText);
    },

    async ids(owner) {
      const place = (id: string): number => all.get(id)?.seq ?? Number.POSITIVE_INFINITY;
      return usedBy(owner)
        .sort(([a], [b]) => (place(a) === place(b) ? 0 : place(a) - place(b)))
        .map(([id, { createdAt, deletedAt }]) => ({ id, createdAt, ...(deletedAt === null ? {} : { deletedAt }) }));
    },

    async read(owner, id) {
      const entry = all.get(id);
      if (entry?.owner !== owner) return null;
      return structuredClone({
        record: entry.record,
        ...(entry.fingerprint === undefined ? {} : { fingerprint: entry.fingerprint }),
        ...(entry.deletedAt === null ? {} : { deletedAt: entry.deletedAt }),
        sealed: entry.versions.at(-1)?.version ?? 0,
        events: entry.events.at(-1)?.sequence ?? 0,
      });
    },

    async *history(owner, canvas) {
      const entry = all.get(canvas.record.document.id);
      if (entry?.owner !== owner) throw new DeletedMeanwhileError(canvas.record.document.id);
      yield* structuredClone(historyOf(entry, canvas));
    },

    async write(owner, canvas, history) {
      const { record, fingerprint, deletedAt = null } = canvas;
      const { id, createdAt } = record.document;
      assertBelongs(record, owner, id);
      if (used.has(id)) return false;
      const entry: Entry = {
        seq: used.size + 1,
        owner,
        fingerprint,
        record: structuredClone(record),
        versions: [],
        chain: null,
        standing: [],
        lines: new Map(),
        events: [],
        keys: new Map(),
        deletedAt,
      };
      const rowOf = lineWriter();
      for (const each of withOwnMoment(history, record)) add(entry, structuredClone(each), rowOf);
      used.set(id, { owner, createdAt, deletedAt });
      all.set(id, entry);
      tell(entry);
      return true;
    },

    people: async () => options.people(),

    writeAudit: async (owner, lines) => options.addAudit(owner, lines),

    async bury(owner, { id, createdAt, deletedAt = null }) {
      if (used.has(id)) return false;
      used.set(id, { owner, createdAt, deletedAt });
      return true;
    },

    async erase(owner) {
      const mine = usedBy(owner);
      for (const [id] of mine) {
        const entry = all.get(id);
        if (entry !== undefined) tell(entry);
      }
      const canvases = mine.filter(([id]) => all.delete(id));
      const at = now().toISOString();
      for (const [id, { createdAt, deletedAt }] of mine)
        used.set(id, { owner: NOBODY, createdAt, deletedAt: deletedAt ?? at });
      for (const key of created.keys()) if (key.startsWith(`${owner}\n`)) created.delete(key);
      for (const entry of all.values()) {
        const left = withoutReader(entry.record, owner);
        if (left === entry.record) continue;
        tell(entry);
        entry.record = left;
      }
      erased(owner);
      return canvases.length;
    },

    adopt: async (storeId) => adopt(storeId),
  };
}

function historyOf(entry: Entry, { record, sealed, events }: ArchivedCanvas): readonly HistoryEntry[] {
  return [
    ...entry.versions
      .filter((each) => each.version <= sealed)
      .map((version) => ({ kind: "version", version }) as const),
    ...[...entry.lines].sort(([a], [b]) => a - b).flatMap(([version, line]) => linesOf(entry, version, line, record)),
    ...entry.events.filter((each) => each.sequence <= events).map((event) => ({ kind: "event", event }) as const),
  ];
}

function linesOf(
  entry: Entry,
  version: number,
  line: readonly LineRow[],
  record: ArchivedCanvas["record"],
): readonly HistoryEntry[] {
  return [...readLine(line, () => textsOf(entry)(version - 1))].flatMap(({ row, content }) =>
    content !== null && isOfArchived(row, record) ? entryOf({ row, content }) : [],
  );
}

function add(entry: Entry, each: HistoryEntry, rowOf: ReturnType<typeof lineWriter>): void {
  switch (each.kind) {
    case "version": {
      const last = entry.versions.at(-1)?.version ?? 0;
      const { version } = each.version;
      if (version <= last) throw new RangeError(`Version ${version} cannot be sealed after version ${last}`);
      stand(entry, each.version);
      entry.versions.push({ ...each.version, sealed: true });
      return;
    }
    case "point":
    case "moment": {
      const { version } = each.kind === "point" ? each.point : each.moment;
      entry.lines = withRowOf(entry.lines, rowOf(each, textsOf(entry)(version - 1)));
      return;
    }
    case "event": {
      const last = entry.events.at(-1)?.sequence ?? 0;
      const { sequence } = each.event;
      if (sequence <= last) throw new RangeError(`Event ${sequence} cannot come after event ${last}`);
      entry.events.push(each.event);
    }
  }
}
