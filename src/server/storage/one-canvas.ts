import type { Store } from "./ports.ts";

/**
 * The store as one who was let in for a single canvas sees it: nothing else is there, in no list, by no title, as no news. What
 * would make, list or take out more than that canvas is the part of whoever sees all; asked for here, it throws or finds nothing.
 */
export function oneCanvasOf(store: Store, only: string): Store {
  const { canvases, bin, waits, changes, people, audit } = store;
  const beyond = (): never => {
    throw new Error(`Only canvas ${only} is there for this caller`);
  };
  const none = { kind: "none" } as const;
  return {
    storeId: store.storeId,
    canvases: {
      create: async () => beyond(),
      find: async (reader, id) => (id === only ? canvases.find(reader, id) : none),
      update: async (reader, id, options, decide) =>
        id === only ? canvases.update(reader, id, options, decide) : none,
      list: async () => ({ canvases: [], total: 0 }),
      titled: async () => null,
      versions: async (reader, id, page) => (id === only ? canvases.versions(reader, id, page) : []),
      version: async (reader, id, version) => (id === only ? canvases.version(reader, id, version) : null),
      points: async (reader, id, version) => (id === only ? canvases.points(reader, id, version) : []),
      moments: async (reader, id, version) => (id === only ? canvases.moments(reader, id, version) : []),
      moment: async (reader, id, version, revision) =>
        id === only ? canvases.moment(reader, id, version, revision) : null,
      events: async (reader, id, after, limit) => (id === only ? canvases.events(reader, id, after, limit) : []),
      eventsByPeople: async (reader, query) =>
        query.canvasId === undefined || query.canvasId === only
          ? canvases.eventsByPeople(reader, { ...query, canvasId: only })
          : [],
      findCreated: async () => null,
      ids: async () => [only],
      weight: async (reader, id) => (id === only ? canvases.weight(reader, id) : { largest: 0, all: 0 }),
      count: async () => 1,
    },
    bin: {
      put: async (owner, id, by) => id === only && bin.put(owner, id, by),
      list: async (owner) => (await bin.list(owner)).filter(({ canvas }) => canvas.id === only),
      bringBack: async (owner, id, by) => id === only && bin.bringBack(owner, id, by),
      // Nothing brings it back: that is for whoever has the whole page.
      purge: async () => false,
    },
    waits: {
      keep: async (reader, wait) => wait.canvasId === only && waits.keep(reader, wait),
      drop: (reader, waitId) => waits.drop(reader, waitId),
      list: async (reader) => (await waits.list(reader)).filter(({ canvasId }) => canvasId === only),
    },
    changes: {
      watch: (reader, listener) =>
        changes.watch(reader, (ids) => {
          if (ids.includes(only)) listener([only]);
        }),
    },
    files: { canvasOf: async () => null },
    secrets: { of: async () => beyond(), keep: async () => beyond() },
    people: { seen: (person) => people.seen(person), find: async () => [], of: (subjects) => people.of(subjects) },
    audit: {
      add: async (owner, line) => (line.canvasId === only ? audit.add(owner, line) : beyond()),
      list: (owner, query) => audit.list(owner, { ...query, canvasId: only }),
    },
    archive: {
      owners: async () => beyond(),
      ids: async () => beyond(),
      read: async () => beyond(),
      history: () => beyond(),
      write: async () => beyond(),
      people: async () => beyond(),
      writeAudit: async () => beyond(),
      bury: async () => beyond(),
      erase: async () => beyond(),
      adopt: async () => beyond(),
    },
    notice: () => store.notice(),
    unwritable: () => store.unwritable(),
    check: () => store.check(),
    close: async () => beyond(),
  };
}
