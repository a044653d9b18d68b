import type { CanvasEvent, CanvasRecord, VersionRecord } from "../../core/document/records.ts";
import type { CanvasStore, Once } from "./canvas-store.ts";
import { assertKeepable, listingOf, readCursor, searchText, wordsOf, writeCursor } from "./listing.ts";

interface Entry {
  readonly seq: number;
  readonly owner: string;
  readonly fingerprint: string | undefined;
  record: CanvasRecord;
  readonly versions: VersionRecord[];
  readonly events: CanvasEvent[];
  readonly keys: Map<string, Once>;
}

/** A store that forgets everything with the process: for tests of what stands on the port. It passes the same contract. */
export function createMemoryStore({ storeId = "memory" }: { readonly storeId?: string } = {}): CanvasStore {
  const used = new Map<string, string>();
  const entries = new Map<string, Entry>();
  const created = new Map<string, { readonly once: Once; readonly id: string }>();
  const find = (owner: string, id: string): Entry | null => {
    const entry = entries.get(id);
    return entry?.owner === owner ? entry : null;
  };

  const write = (entry: Entry, change: Parameters<CanvasStore["create"]>[1]): void => {
    const last = entry.versions.at(-1)?.version ?? 0;
    const [firstSealed] = change.sealed;
    if (firstSealed && firstSealed.version <= last) {
      throw new RangeError(`Version ${firstSealed.version} cannot be sealed after version ${last}`);
    }
    entry.record = structuredClone(change.record);
    entry.versions.push(...structuredClone(change.sealed).map((version) => ({ ...version, sealed: true })));
    for (const event of change.events)
      entry.events.push({ ...structuredClone(event), sequence: entry.events.length + 1 });
  };
  const assertBelongs = (record: CanvasRecord, owner: string, id: string): void => {
    if (record.owner !== owner || record.document.id !== id) {
      throw new RangeError(`A change to ${id} of ${owner} carries ${record.document.id} of ${record.owner}`);
    }
    assertKeepable(record);
  };

  return {
    storeId,

    async create(owner, change, once) {
      const { id } = change.record.document;
      assertBelongs(change.record, owner, id);
      const known = once && created.get(`${owner}\n${once.key}`);
      if (known) {
        return known.once.fingerprint === once.fingerprint
          ? { kind: "repeated", id: known.id }
          : { kind: "key_reused" };
      }
      if (used.has(id)) return { kind: "taken" };
      const entry: Entry = {
        seq: used.size + 1,
        owner,
        fingerprint: once?.fingerprint,
        record: change.record,
        versions: [],
        events: [],
        keys: new Map(),
      };
      write(entry, change);
      used.set(id, owner);
      entries.set(id, entry);
      if (once) created.set(`${owner}\n${once.key}`, { once, id });
      return { kind: "created" };
    },

    async load(owner, id) {
      const entry = find(owner, id);
      return entry ? structuredClone(entry.record) : null;
    },

    async update(owner, id, { versions = [], once }, decide) {
      const entry = find(owner, id);
      if (!entry) return { kind: !entries.has(id) && used.get(id) === owner ? "deleted" : "not_found" };
      const known = once && entry.keys.get(once.key);
      if (known) {
        return known.fingerprint === once.fingerprint
          ? { kind: "repeated", record: structuredClone(entry.record) }
          : { kind: "key_reused" };
      }
      const wanted = entry.versions.filter(({ version }) => versions.includes(version));
      const texts = new Map(wanted.map(({ version, content }) => [version, content]));
      const { change, answer } = decide(structuredClone(entry.record), texts);
      if (!change) return { kind: "done", answer, wrote: false };
      assertBelongs(change.record, owner, id);
      write(entry, change);
      if (once) entry.keys.set(once.key, once);
      return { kind: "done", answer, wrote: true };
    },

    async list(owner, { status, query, limit, cursor }) {
      const words = wordsOf(query);
      const behind = cursor === undefined ? null : readCursor(cursor);
      const found = [...entries.values()]
        .filter((entry) => entry.owner === owner && (status === undefined || entry.record.document.status === status))
        .filter((entry) => words.every((word) => searchText(entry.record).includes(word)))
        .map((entry) => ({ seq: entry.seq, listing: listingOf(entry.record) }))
        .sort((a, b) => compareText(b.listing.updatedAt, a.listing.updatedAt) || b.seq - a.seq);
      const rest = found.filter(({ seq, listing }) => {
        if (!behind) return true;
        return (compareText(listing.updatedAt, behind.updatedAt) || seq - behind.seq) < 0;
      });
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      const next =
        rest.length > limit && last ? writeCursor({ updatedAt: last.listing.updatedAt, seq: last.seq }) : null;
      return { canvases: page.map(({ listing }) => listing), total: found.length, ...(next === null ? {} : { next }) };
    },

    async versions(owner, id, { limit, before = Number.MAX_SAFE_INTEGER }) {
      const all = find(owner, id)?.versions ?? [];
      const older = all.filter(({ version }) => version < before).reverse();
      return older.slice(0, limit).map(({ content: _content, ...summary }) => summary);
    },

    async version(owner, id, version) {
      return find(owner, id)?.versions.find((each) => each.version === version) ?? null;
    },

    async events(owner, id, after, limit) {
      return (find(owner, id)?.events ?? []).filter(({ sequence }) => sequence > after).slice(0, limit);
    },

    async delete(owner, id) {
      if (!find(owner, id)) return false;
      for (const [key, each] of created) if (each.id === id) created.delete(key);
      return entries.delete(id);
    },

    async ids(owner, limit) {
      const mine = [...entries.values()].filter((entry) => entry.owner === owner);
      return mine
        .reverse()
        .slice(0, limit)
        .map((entry) => entry.record.document.id);
    },

    async findCreated(owner, fingerprint, since) {
      const made = [...entries.values()].filter(
        (entry) =>
          entry.owner === owner && entry.fingerprint === fingerprint && entry.record.document.createdAt >= since,
      );
      made.sort((a, b) => compareText(b.record.document.createdAt, a.record.document.createdAt) || b.seq - a.seq);
      return made[0]?.record.document.id ?? null;
    },

    async findByFile(owner, path) {
      const bound = [...entries.values()].filter((entry) => entry.owner === owner && entry.record.meta.file === path);
      bound.sort((a, b) => b.seq - a.seq);
      return bound[0]?.record.document.id ?? null;
    },

    async notice() {
      return null;
    },

    async count() {
      return used.size;
    },

    async close() {},
  };
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
