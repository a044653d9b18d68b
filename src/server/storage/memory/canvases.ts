import { withPoints } from "../../../core/document/versions/points.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Change, VersionRecord } from "../../../core/records/history.ts";
import { decideWithTexts } from "../decide-with-texts.ts";
import { oldestToKeep, withVersion } from "../keep-versions.ts";
import {
  assertKeepable,
  listingOf,
  passageIn,
  readCursor,
  searchText,
  subjectsOf,
  titleKey,
  wordsOf,
  writeCursor,
} from "../listing.ts";
import { placeEvents } from "../people-events.ts";
import type { Canvases } from "../ports.ts";
import { compareText, type Entries, type Entry } from "./entries.ts";
import { momentIn, momentsIn, pointsIn, type TextOf, withChange } from "./line.ts";

type History = Pick<Canvases, "versions" | "version" | "points" | "moments" | "moment" | "events">;

export interface MemoryCanvasesOptions {
  /** Called after each write, for each for whom the canvas is there, or was before. */
  readonly changed: (reader: string, id: string) => void;
  readonly audited: (change: Change) => void;
  readonly now: () => Date;
  /** So many sealed versions stay; null: all. */
  readonly keep: number | null;
}

export function createCanvases(entries: Entries, { changed, audited, keep, now }: MemoryCanvasesOptions): Canvases {
  const { created, used } = entries;
  return {
    ...createHistory(entries),

    async create(owner, change, once, most = Number.POSITIVE_INFINITY) {
      const { id } = change.record.document;
      assertBelongs(change.record, owner, id);
      const known = once && created.get(`${owner}\n${once.key}`);
      if (known) {
        return known.once.fingerprint === once.fingerprint
          ? { kind: "repeated", id: known.id }
          : { kind: "key_reused" };
      }
      if (used.has(id)) return { kind: "taken" };
      if ([...entries.all.values()].filter((each) => each.owner === owner).length >= most) return { kind: "full" };
      const entry: Entry = {
        seq: used.size + 1,
        owner,
        fingerprint: once?.fingerprint,
        record: change.record,
        versions: [],
        chain: null,
        standing: [],
        lines: new Map(),
        events: [],
        keys: new Map(),
        deletedAt: null,
      };
      write(entry, change, keep);
      used.set(id, { owner, createdAt: change.record.document.createdAt, deletedAt: null });
      entries.all.set(id, entry);
      if (once) created.set(`${owner}\n${once.key}`, { once, id });
      audited(change);
      for (const reader of [owner, ...subjectsOf(change.record)]) changed(reader, id);
      return { kind: "created" };
    },

    async find(reader, id) {
      const entry = entries.living(reader, id);
      if (entry) return { kind: "found", record: structuredClone(entry.record) };
      return entries.whyMissing(reader, id, now().toISOString());
    },

    async update(reader, id, { versions = [], once }, decide) {
      const entry = entries.living(reader, id);
      if (!entry) return entries.whyMissing(reader, id, now().toISOString());
      const known = once && entry.keys.get(once.key);
      if (known) {
        return known.fingerprint === once.fingerprint
          ? { kind: "repeated", record: structuredClone(entry.record) }
          : { kind: "key_reused" };
      }
      const textOf = (version: number) => entry.versions.find((each) => each.version === version)?.content ?? null;
      const { change, answer } = decideWithTexts(structuredClone(entry.record), { versions, decide }, textOf);
      if (!change) return { kind: "done", answer, wrote: false };
      assertBelongs(change.record, entry.owner, id);
      const before = subjectsOf(entry.record);
      write(entry, change, keep);
      if (once) entry.keys.set(once.key, once);
      audited(change);
      for (const each of new Set([entry.owner, ...before, ...subjectsOf(entry.record)])) changed(each, id);
      return { kind: "done", answer, wrote: true };
    },

    async list(asking, { whose, status, except, query, passages, limit, cursor, reader }) {
      const words = wordsOf(query);
      const behind = cursor === undefined ? null : readCursor(cursor);
      const found = entries
        .livingFor(asking, now().toISOString())
        .filter(({ owner }) => whose === undefined || (owner === asking) === (whose === "own"))
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

    async titled(owner, title) {
      const same = entries
        .livingOf(owner)
        .filter(({ record }) => titleKey(record.document.title) === titleKey(title))
        .sort((a, b) => compareText(b.record.document.updatedAt, a.record.document.updatedAt) || b.seq - a.seq);
      return same[0] === undefined ? null : listingOf(same[0].record);
    },

    async eventsByPeople(reader, { canvasId, ...query }) {
      const found =
        canvasId === undefined
          ? entries.livingFor(reader, now().toISOString())
          : [entries.living(reader, canvasId)].filter((entry) => entry !== null);
      const logs = found.map(({ record, events }) => ({ canvasId: record.document.id, events }));
      return placeEvents(logs, query);
    },

    async findCreated(owner, fingerprint, since) {
      const made = entries
        .livingOf(owner)
        .filter((entry) => entry.fingerprint === fingerprint && entry.record.document.createdAt >= since);
      made.sort((a, b) => compareText(b.record.document.createdAt, a.record.document.createdAt) || b.seq - a.seq);
      return made[0]?.record.document.id ?? null;
    },

    async ids(reader, limit) {
      const newest = entries.livingFor(reader, now().toISOString()).reverse().slice(0, limit);
      return newest.map((entry) => entry.record.document.id);
    },

    async weight(reader, id) {
      const bytes = entries
        .livingFor(reader)
        .filter(({ record }) => id === undefined || record.document.id === id)
        .map(({ record }) => record.document.content.length);
      return { largest: Math.max(0, ...bytes), all: bytes.reduce((sum, each) => sum + each, 0) };
    },

    async count() {
      return used.size;
    },
  };
}

function createHistory(entries: Entries): History {
  return {
    async versions(reader, id, { limit, before = Number.MAX_SAFE_INTEGER }) {
      const { versions = [], lines = new Map() } = entries.living(reader, id) ?? {};
      const older = versions.filter(({ version }) => version < before).reverse();
      return older
        .slice(0, limit)
        .map(({ content: _content, ...summary }) =>
          withPoints(summary, pointsIn(lines, summary.version), momentsIn(lines, summary.version).length),
        );
    },

    async version(reader, id, version) {
      return entries.living(reader, id)?.versions.find((each) => each.version === version) ?? null;
    },

    async points(reader, id, version) {
      return pointsIn(entries.living(reader, id)?.lines ?? new Map(), version);
    },

    async moments(reader, id, version) {
      return momentsIn(entries.living(reader, id)?.lines ?? new Map(), version);
    },

    async moment(reader, id, version, revision) {
      const entry = entries.living(reader, id);
      return entry === null ? null : momentIn(entry.lines, version, revision, textsOf(entry));
    },

    async events(reader, id, after, limit) {
      return (entries.living(reader, id)?.events ?? []).filter(({ sequence }) => sequence > after).slice(0, limit);
    },
  };
}

function write(entry: Entry, change: Change, keep: number | null): void {
  const last = entry.versions.at(-1)?.version ?? 0;
  const [firstSealed] = change.sealed;
  if (firstSealed && firstSealed.version <= last) {
    throw new RangeError(`Version ${firstSealed.version} cannot be sealed after version ${last}`);
  }
  entry.record = structuredClone(change.record);
  for (const version of structuredClone(change.sealed)) {
    if (keep !== null) stand(entry, version);
    entry.versions.push({ ...version, sealed: true });
  }
  entry.lines = withChange(entry.lines, change, textsOf(entry));
  if (keep !== null) forget(entry, keep);
  for (const event of change.events)
    entry.events.push({ ...structuredClone(event), sequence: (entry.events.at(-1)?.sequence ?? 0) + 1 });
}

/** Notes on which full copy the version would stand: the same versions go here as in a store of patches. */
export function stand(entry: Entry, version: VersionRecord): void {
  entry.chain = withVersion(entry.chain, entry.versions.at(-1)?.content ?? null, version);
  entry.standing = [...entry.standing, { version: version.version, base: entry.chain.base }];
}

function forget(entry: Entry, keep: number): void {
  const oldest = oldestToKeep(entry.standing, keep);
  if (oldest === null || entry.versions[0]?.version === oldest) return;
  entry.standing = entry.standing.filter(({ version }) => version >= oldest);
  entry.versions = entry.versions.filter(({ version }) => version >= oldest);
  entry.lines = new Map([...entry.lines].filter(([version]) => version > oldest));
}

/** Of sealed versions; empty before the first. */
export function textsOf({ versions }: Entry): TextOf {
  return (version) => (version === 0 ? "" : (versions.find((each) => each.version === version)?.content ?? null));
}

/** Throws where a caller mixes up whose canvas it is, or has not checked its texts. */
export function assertBelongs(record: CanvasRecord, owner: string, id: string): void {
  if (record.owner !== owner || record.document.id !== id) {
    throw new RangeError(`A change to ${id} of ${owner} carries ${record.document.id} of ${record.owner}`);
  }
  assertKeepable(record);
}
