import type { AuditLine } from "../../../core/records/history.ts";
import { type HistoryEntry, NOBODY, type Store } from "../ports.ts";

export async function historyIn(store: Store, owner: string, id: string): Promise<readonly HistoryEntry[]> {
  const canvas = await store.archive.read(owner, id);
  return canvas === null ? [] : collect(store.archive.history(owner, canvas));
}

export async function collect<T>(entries: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const entry of entries) all.push(entry);
  return all;
}

/** Puts all of one store into another, but for its id. How many canvases and ids that were; what was there is left as it is. */
export async function copyStore(from: Store, to: Store): Promise<number> {
  let written = 0;
  for (const person of await from.archive.people()) await to.people.seen(person);
  for (const owner of [...(await from.archive.owners()), NOBODY]) {
    for (const used of await from.archive.ids(owner)) {
      const canvas = await from.archive.read(owner, used.id);
      const done =
        canvas === null
          ? await to.archive.bury(owner, used)
          : await to.archive.write(owner, canvas, await historyIn(from, owner, used.id));
      if (done) written += 1;
    }
    await to.archive.writeAudit(owner, [...(await auditOf(from, owner))].reverse());
    if (owner !== NOBODY) await to.secrets.keep(owner, await from.secrets.of(owner));
  }
  return written;
}

/** All that anybody can see in a store, whichever store it is: two of the same are the same store. */
export async function contentsOf(store: Store): Promise<unknown> {
  const { archive, canvases, bin, secrets } = store;
  const owners = await archive.owners();
  const contents = [];
  for (const owner of [...owners, NOBODY]) {
    const used = await archive.ids(owner);
    const seen = [];
    for (const { id } of used) {
      const versions = await canvases.versions(owner, id, { limit: 1_000 });
      seen.push({
        id,
        archived: await archive.read(owner, id),
        history: await historyIn(store, owner, id),
        found: await canvases.find(owner, id),
        versions,
        texts: await Promise.all(versions.map(({ version }) => canvases.version(owner, id, version))),
        events: await canvases.events(owner, id, 0, 1_000),
      });
    }
    // Of ids of which nothing else is left the order says nothing.
    const isLeft = new Set(seen.filter(({ archived }) => archived !== null).map(({ id }) => id));
    contents.push({
      owner,
      used: used.filter(({ id }) => isLeft.has(id)),
      buried: used.filter(({ id }) => !isLeft.has(id)).sort((a, b) => (a.id < b.id ? -1 : 1)),
      seen: seen.sort((a, b) => (a.id < b.id ? -1 : 1)),
      listed: await canvases.list(owner, { limit: 1_000 }),
      newest: await canvases.ids(owner, 1_000),
      binned: await bin.list(owner),
      audit: await auditOf(store, owner),
      secret: owner === NOBODY ? null : await secrets.of(owner),
    });
  }
  const people = await archive.people();
  const shared = [];
  for (const { subject } of people) shared.push(await canvases.list(subject, { limit: 1_000 }));
  return { contents, people, shared, count: await canvases.count() };
}

/** Newest first; the numbers are a store's own. */
async function auditOf({ audit }: Store, owner: string): Promise<readonly AuditLine[]> {
  return (await audit.list(owner, { limit: 1_000 })).map(({ number: _, ...line }) => line);
}
