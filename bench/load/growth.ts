import type { Store } from "../../src/server/storage/ports.ts";
import { sampleCreate, sampleRecord, sampleSave } from "../../src/server/storage/sample-change.ts";
import { McpWire, resultOf } from "../../test/host/mcp-wire.ts";
import { startNode } from "../../test/host/start-node.ts";
import { readAnswer, viewIn } from "../../test/loop/harness.ts";
import { median } from "./cells.ts";
import type { Places } from "./places.ts";
import { documentText, type StoreKind } from "./plan.ts";

/** What things cost, in milliseconds, when there is so much of something else. */
export interface Growth {
  readonly store: StoreKind;
  readonly size: number;
  readonly costs: Readonly<Record<string, number>>;
}

export interface GrowthOptions {
  readonly store: StoreKind;
  readonly sizes: readonly number[];
  /** How often each is measured. */
  readonly times: number;
}

type Costs = Readonly<Record<string, number>>;

const OWNER = "local";
const CANVAS = "AAAA";
const KEY = sampleRecord(CANVAS, "").widgetKey;
/** Canvases that are made at the same time. */
const AT_ONCE = 8;
/** Turns that do not count. */
const FIRST = 3;

/** What a model's edit and a person's save cost on one canvas of 20 kB, by how many versions are behind it. */
export function growVersions(places: Places, options: GrowthOptions): Promise<readonly Growth[]> {
  const first = sampleRecord(CANVAS, documentText("with versions", 0));
  const fill = async (store: Store, size: number) => {
    await store.canvases.create(OWNER, sampleCreate(first));
    await fillVersions(store, size);
  };
  return grow(places, options, fill, costsOfSaving);
}

/** What a list costs, its first page and one of a rare status, and a new canvas, by how many canvases there are. */
export function growCanvases(places: Places, options: GrowthOptions): Promise<readonly Growth[]> {
  const lanes = Array.from({ length: AT_ONCE }, (_, lane) => lane);
  const fill = (store: Store, size: number) => Promise.all(lanes.map((from) => fillCanvases(store, from, size)));
  return grow(places, options, fill, async (wire) => ({
    "first page": await timed(() => call(wire, "list_canvases", {})),
    "status filter": await timed(() => call(wire, "list_canvases", { status: "in_review" })),
    "a new canvas": await timed(() => call(wire, "write_canvas", { content: `# New ${performance.now()}\n\nText.\n` })),
  }));
}

/** A node for each size, all at once; they take turns, so that a busy moment of the machine falls on all of them. */
async function grow(
  places: Places,
  { store, sizes, times }: GrowthOptions,
  fill: (store: Store, size: number) => Promise<unknown>,
  costs: (wire: McpWire) => Promise<Costs>,
): Promise<readonly Growth[]> {
  const each = [];
  for (const size of sizes) {
    const place = await places.fresh(store);
    await place.fill((filled) => fill(filled, size));
    const node = await startNode({ store: place.store });
    const wire = new McpWire(node.origin);
    await wire.initialize("load");
    each.push({ size, place, node, wire, took: [] as Costs[] });
  }
  for (let turn = -FIRST; turn < times; turn++)
    for (const { wire, took } of each) {
      const cost = await costs(wire);
      if (turn >= 0) took.push(cost);
    }
  for (const { place, node, wire } of each) {
    wire.close();
    await node.stop();
    await place.remove();
  }
  return each.map(({ size, took }) => {
    const names = Object.keys(took[0] ?? {});
    const medians = names.map((name) => [name, median(took.map((cost) => cost[name] ?? Number.NaN))] as const);
    console.log(store, size, JSON.stringify(Object.fromEntries(medians)));
    return { store, size, costs: Object.fromEntries(medians) };
  });
}

/** Each in turn, so that each begins a version of its own. */
async function costsOfSaving(wire: McpWire): Promise<Costs> {
  const own = { canvas_id: CANVAS, key: KEY };
  const turn = turnIn((await documentNow(wire, own)).content);
  const edits = [{ find: turnOf(turn), replace: turnOf(turn + 1) }];
  const edit = await timed(() => call(wire, "edit_canvas", { canvas_id: CANVAS, edits }));
  const { content, revision } = await documentNow(wire, own);
  const next = content.replace(turnOf(turn + 1), turnOf(turn + 2));
  const saved = { ...own, save_key: `save-${revision}`, base_revision: revision, content: next };
  return { edit, save: await timed(() => call(wire, "save_canvas", saved)) };
}

async function documentNow(wire: McpWire, own: Record<string, unknown>) {
  return viewIn(readAnswer(resultOf(await wire.call("load_canvas", own)))).checkpoint.document;
}

async function timed(once: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await once();
  return performance.now() - from;
}

async function call(wire: McpWire, tool: string, args: Record<string, unknown>): Promise<void> {
  const outcome = await wire.call(tool, args);
  if (outcome.kind !== "result" || outcome.isError)
    throw new Error(`${tool}: ${JSON.stringify(outcome).slice(0, 500)}`);
}

function turnOf(turn: number): string {
  return `Turn ${turn}.`;
}

function turnIn(text: string): number {
  return Number(/Turn (\d+)\./.exec(text)?.[1]);
}

async function fillVersions(store: Store, size: number): Promise<void> {
  for (let version = 0; version < size; ) {
    const done = await store.canvases.update(OWNER, CANVAS, {}, (record) => {
      const { version: newest, content } = record.document;
      if (newest >= size) return { answer: newest };
      const turn = turnIn(content);
      return { change: sampleSave(record, content.replace(turnOf(turn), turnOf(turn + 1))), answer: newest + 1 };
    });
    if (done.kind !== "done") throw new Error(`No version was made: ${done.kind}`);
    version = done.answer;
  }
}

/** Every hundredth is in review. */
async function fillCanvases(store: Store, from: number, size: number): Promise<void> {
  for (let number = from; number < size; number += AT_ONCE) {
    const id = idOf(number);
    const at = new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString();
    const status = number % 100 === 0 ? "in_review" : "draft";
    const record = sampleRecord(id, `# Canvas ${number}\n\n${"A line of its text. ".repeat(10)}\n`, {
      title: `Canvas ${number}`,
      status,
      createdAt: at,
      updatedAt: at,
    });
    const created = await store.canvases.create(OWNER, sampleCreate(record));
    if (created.kind !== "created") throw new Error(`Canvas ${id} was not made: ${created.kind}`);
  }
}

const DIGITS = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";

function idOf(number: number): string {
  let rest = number;
  let id = "";
  for (let digit = 0; digit < 6; digit++) {
    id = `${DIGITS[rest % DIGITS.length]}${id}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return id;
}
