import { randomBytes } from "node:crypto";
import { MOST_OF_SEALED, MOST_POINTS, outranks, thinPoints } from "../../../core/document/versions/thin-points.ts";
import { withPoints } from "../../../core/document/versions/version-record.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent, PointRecord, PointSummary, VersionRecord } from "../../../core/records/history.ts";
import { assertKeepable, listingOf, passageIn, readCursor, searchText, wordsOf, writeCursor } from "../listing.ts";
import type { CanvasStore, Once, Wait } from "../ports.ts";

interface Entry {
  readonly seq: number;
  readonly owner: string;
  readonly fingerprint: string | undefined;
  record: CanvasRecord;
  readonly versions: VersionRecord[];
  /** In the order of their revisions. */
  points: readonly PointRecord[];
  readonly events: CanvasEvent[];
  readonly keys: Map<string, Once>;
  /** In the bin since then. */
  deletedAt: string | null;
}

interface MemoryStoreOptions {
  readonly storeId?: string;
  readonly now?: () => Date;
}

/** A store that forgets everything with the process: for tests of what stands on the port. It passes the same contract. */
export function createMemoryStore({
  storeId = "memory",
  now = () => new Date(),
}: MemoryStoreOptions = {}): CanvasStore {
  const secrets = new Map<string, string>();
  const used = new Map<string, string>();
  const waits = new Map<string, { readonly owner: string; readonly wait: Wait }>();
  const listeners = new Set<() => void>();
  // In the order of the changes, the newest last.
  const changed = new Map<string, number>();
  let changes = 0;
  const markChanged = (id: string): void => {
    changes += 1;
    changed.delete(id);
    changed.set(id, changes);
    for (const listener of [...listeners]) listener();
  };
  const entries = new Map<string, Entry>();
  const created = new Map<string, { readonly once: Once; readonly id: string }>();
  const find = (owner: string, id: string): Entry | null => {
    const entry = entries.get(id);
    return entry?.owner === owner && entry.deletedAt === null ? entry : null;
  };
  const livingOf = (owner: string): Entry[] =>
    [...entries.values()].filter((entry) => entry.owner === owner && entry.deletedAt === null);
  const dropWhere = (isDropped: (owner: string, wait: Wait) => boolean): void => {
    for (const [key, { owner, wait }] of waits) {
      if (!isDropped(owner, wait)) continue;
      waits.delete(key);
      markChanged(wait.canvasId);
    }
  };

  const write = (entry: Entry, change: Parameters<CanvasStore["create"]>[1]): void => {
    const last = entry.versions.at(-1)?.version ?? 0;
    const [firstSealed] = change.sealed;
    if (firstSealed && firstSealed.version <= last) {
      throw new RangeError(`Version ${firstSealed.version} cannot be sealed after version ${last}`);
    }
    entry.record = structuredClone(change.record);
    for (const point of change.points ?? []) entry.points = withPoint(entry.points, structuredClone(point));
    for (const version of structuredClone(change.sealed)) {
      entry.versions.push({ ...version, sealed: true });
      entry.points = settled(entry.points, version);
    }
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
        points: [],
        events: [],
        keys: new Map(),
        deletedAt: null,
      };
      write(entry, change);
      used.set(id, owner);
      entries.set(id, entry);
      if (once) created.set(`${owner}\n${once.key}`, { once, id });
      markChanged(id);
      return { kind: "created" };
    },

    async load(owner, id) {
      const entry = find(owner, id);
      return entry ? structuredClone(entry.record) : null;
    },

    async update(owner, id, { versions = [], once }, decide) {
      const entry = find(owner, id);
      if (!entry) return { kind: used.get(id) === owner ? "deleted" : "not_found" };
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
      markChanged(id);
      return { kind: "done", answer, wrote: true };
    },

    async list(owner, { status, except, query, passages, limit, cursor, reader }) {
      const words = wordsOf(query);
      const behind = cursor === undefined ? null : readCursor(cursor);
      const found = livingOf(owner)
        .filter(({ record: { document } }) => status === undefined || document.status === status)
        .filter(({ record: { document } }) => document.status !== except)
        .filter((entry) => words.every((word) => searchText(entry.record).includes(word)))
        .map((entry) => {
          const passage = passages ? passageIn(entry.record.document.content, words) : undefined;
          const listing = listingOf(entry.record, reader);
          return { seq: entry.seq, listing: passage === undefined ? listing : { ...listing, passage } };
        })
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
      const entry = find(owner, id);
      const older = (entry?.versions ?? []).filter(({ version }) => version < before).reverse();
      return older
        .slice(0, limit)
        .map(({ content: _content, ...summary }) => withPoints(summary, pointsOf(entry, summary.version)));
    },

    async points(owner, id, version) {
      return pointsOf(find(owner, id), version);
    },

    async point(owner, id, version, revision) {
      const points = find(owner, id)?.points ?? [];
      return points.find((point) => point.version === version && point.revision === revision) ?? null;
    },

    async version(owner, id, version) {
      return find(owner, id)?.versions.find((each) => each.version === version) ?? null;
    },

    async events(owner, id, after, limit) {
      return (find(owner, id)?.events ?? []).filter(({ sequence }) => sequence > after).slice(0, limit);
    },

    async delete(owner, id, { forever = false } = {}) {
      const entry = entries.get(id);
      if (entry?.owner !== owner || (entry.deletedAt !== null && !forever)) return false;
      for (const [key, each] of created) if (each.id === id) created.delete(key);
      if (forever) entries.delete(id);
      else entry.deletedAt = now().toISOString();
      dropWhere((whose, wait) => whose === owner && wait.canvasId === id);
      markChanged(id);
      return true;
    },

    async undelete(owner, id) {
      const entry = entries.get(id);
      if (entry?.owner !== owner || entry.deletedAt === null) return false;
      entry.deletedAt = null;
      markChanged(id);
      return true;
    },

    async bin(owner) {
      return [...entries.values()]
        .filter((entry) => entry.owner === owner)
        .flatMap(({ record, deletedAt, seq }) => (deletedAt === null ? [] : [{ record, deletedAt, seq }]))
        .sort((a, b) => compareText(b.deletedAt, a.deletedAt) || b.seq - a.seq)
        .map(({ record, deletedAt }) => ({ canvas: listingOf(record), deletedAt }));
    },

    async changes(owner, mark) {
      const since = mark === null ? changes : Number(mark);
      const ids = [...changed].filter(([id, count]) => count > since && used.get(id) === owner).map(([id]) => id);
      return { mark: String(changes), ids };
    },

    async pulse() {
      return String(changes);
    },

    onWrite(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },

    async keepWait(owner, wait) {
      if (!find(owner, wait.canvasId)) return false;
      const known = waits.get(`${owner}\n${wait.waitId}`);
      waits.set(`${owner}\n${wait.waitId}`, {
        owner,
        wait: known ? { ...known.wait, until: wait.until } : structuredClone(wait),
      });
      if (!known || known.wait.until <= now().toISOString()) markChanged(wait.canvasId);
      return true;
    },

    async dropWait(owner, waitId) {
      dropWhere((whose, wait) => whose === owner && wait.waitId === waitId);
    },

    async waits(owner) {
      const time = now().toISOString();
      return [...waits.values()]
        .filter((each) => each.owner === owner && each.wait.until > time)
        .map(({ wait }) => wait)
        .sort((a, b) => compareText(a.since, b.since) || compareText(a.waitId, b.waitId));
    },

    async dropDeadWaits(owner) {
      const time = now().toISOString();
      dropWhere((whose, wait) => whose === owner && wait.until <= time);
    },

    async ids(owner, limit) {
      return livingOf(owner)
        .reverse()
        .slice(0, limit)
        .map((entry) => entry.record.document.id);
    },

    async findCreated(owner, fingerprint, since) {
      const made = livingOf(owner).filter(
        (entry) => entry.fingerprint === fingerprint && entry.record.document.createdAt >= since,
      );
      made.sort((a, b) => compareText(b.record.document.createdAt, a.record.document.createdAt) || b.seq - a.seq);
      return made[0]?.record.document.id ?? null;
    },

    async findByFile(owner, path) {
      const bound = livingOf(owner).filter((entry) => entry.record.meta.file === path);
      bound.sort((a, b) => b.seq - a.seq);
      return bound[0]?.record.document.id ?? null;
    },

    async secret(owner) {
      const secret = secrets.get(owner) ?? randomBytes(32).toString("base64url");
      secrets.set(owner, secret);
      return secret;
    },

    async notice() {
      return null;
    },

    async weight(owner, id) {
      const bytes = livingOf(owner)
        .filter(({ record }) => id === undefined || record.document.id === id)
        .map(({ record }) => record.document.content.length);
      return { largest: Math.max(0, ...bytes), all: bytes.reduce((sum, each) => sum + each, 0) };
    },
    async count() {
      return used.size;
    },

    async close() {},
  };
}

function pointsOf(entry: Entry | null, version: number): readonly PointSummary[] {
  const inside = (entry?.points ?? []).filter((point) => point.version === version).reverse();
  return inside.map(({ content: _content, version: _version, ...summary }) => summary);
}

function withPoint(points: readonly PointRecord[], more: PointRecord): readonly PointRecord[] {
  const newest = points.findLast(({ version }) => version === more.version);
  const isTwin = newest?.content === more.content;
  if (newest !== undefined && isTwin && !outranks(more, newest)) return points;
  const rest = isTwin ? points.filter((point) => point !== newest) : points;
  return thinned([...rest, more], more.version, MOST_POINTS);
}

function settled(points: readonly PointRecord[], { version, content }: VersionRecord): readonly PointRecord[] {
  const rest = points.filter((point) => point.version !== version || point.content !== content);
  return thinned(rest, version, MOST_OF_SEALED);
}

function thinned(points: readonly PointRecord[], version: number, most: number): readonly PointRecord[] {
  const inside = points.filter((point) => point.version === version);
  const dropped = thinPoints(inside, most);
  return points.filter((point) => point.version !== version || !dropped.includes(point.revision));
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
