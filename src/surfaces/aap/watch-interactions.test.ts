import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { CanvasEvent } from "../../core/records/history.ts";
import { StoreError } from "../../protocol/errors.ts";
import { personCall } from "../../server/actions/call.ts";
import { setStatus } from "../../server/actions/review/set-status.ts";
import { FakeTimer } from "../../server/clock/fake-timer.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import type { Store } from "../../server/storage/ports.ts";
import { act, newCanvas, testDeps } from "./aap-for-tests.ts";
import { type Happened, type InteractionWatch, type WatchOptions, watchInteractions } from "./watch-interactions.ts";

let timer: FakeTimer;
let store: Store;
let logged: string[];
let deps: ReturnType<typeof testDeps>;
let told: string[];
let watches: InteractionWatch[];
beforeEach(() => {
  timer = new FakeTimer();
  store = createMemoryStore({ now: timer.clock });
  logged = [];
  told = [];
  watches = [];
  deps = testDeps({ store, clock: timer.clock, after: timer.after, log: (line) => void logged.push(line) });
});
afterEach(async () => {
  for (const watch of watches) await watch.stop();
});

const note = ({ record: { element } }: Happened): void => void told.push(String(element));
/** Watches until the test ends, and has begun to. */
async function watch(change: Partial<WatchOptions> = {}): Promise<InteractionWatch> {
  const started = watchInteractions({
    call: personCall(deps, "aap"),
    tell: note,
    inWords: (error) => `Not told: ${(error as Error).message}`,
    ...change,
  });
  watches.push(started);
  await timer.pass(0);
  return started;
}
const does = async (id: string, ...elements: readonly string[]): Promise<void> => {
  for (const element of elements) await act(deps, id, { element });
};

describe("from now on", () => {
  test("tells what is done, once and in order, and nothing of before", async () => {
    const id = await newCanvas(deps);
    await does(id, "before");
    timer.now += 1;
    await watch();
    await does(id, "a", "b");
    await timer.pass(0);
    await does(id, "c");
    await timer.pass(1_000);
    expect(told).toEqual(["a", "b", "c"]);
  });

  test("tells what is done while it begins", async () => {
    const id = await newCanvas(deps);
    await does(id, "before");
    timer.now += 1;
    const started = watchInteractions({ call: personCall(deps, "aap"), tell: note, inWords: String });
    watches.push(started);
    await does(id, "a", "b");
    await timer.pass(0);
    expect(told).toEqual(["a", "b"]);
  });

  test("tells of a new canvas, of several things that one event tells, and of what is no block's", async () => {
    await watch();
    const id = await newCanvas(deps);
    await setStatus.run(personCall(deps, "page"), { canvasId: id, to: "in_review", revision: 1 });
    await timer.pass(0);
    expect(told).toEqual(["status-menu"]);
  });

  test("says which programs work on the canvas", async () => {
    const heard: Happened[] = [];
    await watch({ tell: (happened) => void heard.push(happened) });
    const id = await newCanvas(deps, { client: "cursor" });
    await does(id, "a");
    await timer.pass(0);
    expect(heard.map(({ clients }) => clients)).toEqual([["cursor"]]);
  });

  test("leaves nothing out when 1,000 come at once on 30 canvases", async () => {
    const ids: string[] = [];
    for (let i = 0; i < 30; i += 1) ids.push(await newCanvas(deps, { content: `# ${i}\n` }));
    await watch();
    const all = Array.from({ length: 1_000 }, (_, i) => String(i));
    await Promise.all(all.map((element, i) => act(deps, ids[i % ids.length] ?? "", { element })));
    await timer.pass(0);
    expect(told.toSorted()).toEqual(all.toSorted());
    for (let canvas = 0; canvas < ids.length; canvas += 1) {
      const own = told.map(Number).filter((i) => i % ids.length === canvas);
      expect(own).toEqual(own.toSorted((a, b) => a - b));
    }
  });

  test("leaves nothing out when the clock is set back, and of what another machine's clock says is earlier", async () => {
    const id = await newCanvas(deps);
    await does(id, "before");
    timer.now += 60_000;
    await watch();
    timer.now -= 90_000;
    await does(id, "a");
    await timer.pass(0);
    timer.now -= 24 * 3_600_000;
    await does(id, "b");
    await timer.pass(0);
    expect(told).toEqual(["a", "b"]);
  });

  test("is told nothing any more once it is stopped", async () => {
    const id = await newCanvas(deps);
    const started = await watch();
    await started.stop();
    await does(id, "a");
    await timer.pass(100_000);
    expect(told).toEqual([]);
  });

  test("goes on with the others when a canvas is deleted", async () => {
    const [one, other] = [await newCanvas(deps), await newCanvas(deps, { content: "# Other\n" })];
    await watch();
    await does(one, "a");
    await timer.pass(0);
    await store.bin.put("local", one);
    await does(other, "b");
    await timer.pass(0);
    await store.bin.bringBack("local", one);
    await does(one, "c");
    await timer.pass(0);
    expect(told).toEqual(["a", "b", "c"]);
  });
});

describe("from a time on", () => {
  test("tells what was done since, canvas by canvas in order, and then what is done", async () => {
    const id = await newCanvas(deps);
    await does(id, "long ago");
    timer.now += 3_600_000;
    const from = timer.clock().toISOString();
    await does(id, "a", "b");
    await watch({ from });
    await does(id, "c");
    await timer.pass(0);
    expect(told).toEqual(["a", "b", "c"]);
  });

  test("tells all since ever, however much, and says when it has caught up", async () => {
    const id = await newCanvas(deps);
    const all = Array.from({ length: 650 }, (_, i) => String(i));
    await does(id, ...all);
    const caughtUp: string[] = [];
    await watch({ from: "", onCaughtUp: (at) => void caughtUp.push(at) });
    await timer.pass(0);
    expect(told).toEqual(all);
    expect(caughtUp).toEqual([timer.clock().toISOString()]);
  });
});

describe("where something fails", () => {
  /** Until the test says otherwise nothing can be read. */
  function failing(): { works: boolean; reads: number } {
    const state = { works: false, reads: 0 };
    const wrap =
      <Args extends unknown[], T>(read: (...args: Args) => Promise<T>) =>
      async (...args: Args): Promise<T> => {
        state.reads += 1;
        if (!state.works) throw new StoreError("storage_failed", "The disk is away.");
        return read(...args);
      };
    const { canvases } = store;
    const broken = {
      ...canvases,
      events: wrap(canvases.events.bind(canvases)),
      eventsByPeople: wrap(canvases.eventsByPeople.bind(canvases)),
    };
    deps = { ...deps, store: { ...store, canvases: broken } };
    return state;
  }

  test("reading is tried again after longer and longer pauses, said once, and nothing is left out", async () => {
    const id = await newCanvas(deps);
    const state = failing();
    await watch();
    await does(id, "a");
    await timer.pass(600_000);
    expect(told).toEqual([]);
    expect(logged).toEqual(["Not told: The disk is away."]);
    expect(state.reads).toBeLessThan(25);
    state.works = true;
    await timer.pass(60_000);
    await does(id, "b");
    await timer.pass(0);
    expect(told).toEqual(["a", "b"]);
    expect(logged).toEqual(["Not told: The disk is away.", "Interactions are passed on again; none was left out."]);
  });

  test("telling is tried again with the same record, and others wait for it", async () => {
    const id = await newCanvas(deps);
    let fails = 3;
    await watch({
      tell: (happened) => {
        fails -= 1;
        if (fails >= 0) throw new Error("full");
        note(happened);
      },
    });
    await does(id, "a", "b");
    await timer.pass(20_000);
    expect(told).toEqual(["a", "b"]);
    expect(logged).toEqual(["Not told: full", "Interactions are passed on again; none was left out."]);
  });

  test("one canvas that cannot be read keeps no other from being told", async () => {
    const [one, other] = [await newCanvas(deps), await newCanvas(deps, { content: "# Other\n" })];
    const { canvases } = store;
    const find: typeof canvases.find = async (reader, id) => {
      if (id === one) throw new StoreError("storage_failed", "It is damaged.");
      return canvases.find(reader, id);
    };
    deps = { ...deps, store: { ...store, canvases: { ...canvases, find } } };
    await watch();
    await does(one, "a");
    await does(other, "b");
    await timer.pass(5_000);
    expect(told).toEqual(["b"]);
  });

  test("a store that is put back to before goes on being told", async () => {
    const id = await newCanvas(deps);
    const { canvases } = store;
    let isPutBack = false;
    /** As if "b" and "c" had never been, with the numbers that the log then gives. */
    const asPutBack = (events: readonly CanvasEvent[]): readonly CanvasEvent[] => {
      const kept = events.filter(({ payload }) => payload.element !== "b" && payload.element !== "c");
      const lost = events.length - kept.length;
      const last = kept.length - 1;
      return kept.map((event, i) => (i === last ? { ...event, sequence: event.sequence - lost } : event));
    };
    const events: typeof canvases.events = async (reader, asked, after, limit) => {
      if (!isPutBack) return canvases.events(reader, asked, after, limit);
      return asPutBack(await canvases.events(reader, asked, 0, 100)).filter(({ sequence }) => sequence > after);
    };
    const eventsByPeople: typeof canvases.eventsByPeople = async (reader, query) => {
      const placed = await canvases.eventsByPeople(reader, query);
      if (!isPutBack) return placed;
      const kept = asPutBack(placed.map(({ event }) => event).toReversed()).toReversed();
      return kept.map((event) => ({ at: event.at, canvasId: id, sequence: event.sequence, event }));
    };
    deps = { ...deps, store: { ...store, canvases: { ...canvases, events, eventsByPeople } } };
    await watch();
    for (const element of ["a", "b", "c"]) {
      timer.now += 1_000;
      await does(id, element);
    }
    await timer.pass(0);
    timer.now += 1_000;
    isPutBack = true;
    await does(id, "d");
    await timer.pass(0);
    expect(told).toEqual(["a", "b", "c", "d"]);
  });
});

test("what fails again just when it is to be tried again is not said to be told", async () => {
  const id = await newCanvas(deps);
  const failing: (() => void)[] = [];
  const caughtUp: string[] = [];
  await watch({
    tell: () => new Promise((_, reject) => void failing.push(() => reject(new Error("full")))),
    onCaughtUp: (at) => void caughtUp.push(at),
  });
  const before = caughtUp.length;
  await does(id, "a");
  await timer.pass(0);
  failing.shift()?.();
  await timer.pass(0);
  // It is under way once more, because of what is done, when its pause is over.
  await does(id, "b");
  await timer.pass(5_000);
  failing.shift()?.();
  await timer.pass(0);
  const said = [...logged];
  const many = caughtUp.length;
  // Whatever comes of it, nothing is left under way.
  const stopping = watches.pop()?.stop();
  for (const fail of failing) fail();
  await stopping;
  expect(said).toEqual(["Not told: full"]);
  expect(many).toBe(before);
});
