import { describe, expect, test } from "vitest";
import { describeAnchor } from "../core/comments/describe-anchor.ts";
import { createCanvas } from "../core/document/create-canvas.ts";
import { checkpointFor } from "../core/document/review/tell-model.ts";
import { packView } from "./canvas-view.ts";
import { META_KEY, WIDGET_TOOLS } from "./names.ts";
import type { PageCanvas } from "./page.ts";
import { type BoardView, type ModelReply, type Reply, readModelReply, readReply, widgetTools } from "./widget-tools.ts";

const AT = "2026-11-16T12:00:00.000Z";
const TEXT = "# Plan\n\nOne.\n";
const record = createCanvas(
  { id: "HN8B", content: TEXT, owner: "local", widgetKey: "secret" },
  { by: { kind: "model" }, now: AT, sealOpenedBefore: AT, randomId: (n) => "2".repeat(n) },
).record;

function viewWith(comments: number) {
  const comment = {
    anchor: describeAnchor(TEXT, 8, 4, 1),
    body: "Why? ".repeat(40),
    author: "user" as const,
    by: { kind: "person" as const },
    createdAt: AT,
    resolved: false,
  };
  const checkpoint = {
    ...checkpointFor(record),
    comments: Array.from({ length: comments }, (_, at) => ({ ...comment, id: `c${at}` })),
  };
  return packView({ storeId: "store", owner: "local", key: "secret", state: "1-a", checkpoint }, null);
}

const VIEW: Extract<ModelReply, { kind: "view" }> = {
  kind: "view",
  view: viewWith(1),
  merged: true,
  notes: ["Joined."],
};
const CANVAS: PageCanvas = {
  id: "HN8B",
  title: "Plan",
  status: "draft",
  version: 1,
  revision: 1,
  updatedAt: AT,
  createdAt: AT,
  lastEditor: "claude",
  words: 2,
  openProposals: 0,
  newEdits: 0,
  newComments: 0,
  newOthers: 0,
  waiting: { since: AT },
};
const BOARD: BoardView = {
  storeId: "store",
  owner: "local",
  key: "board",
  query: "",
  canvases: [CANVAS],
  totals: { draft: 1, in_review: 0, approved: 0, archived: 0 },
  notice: null,
};
const VERSION = {
  version: 1,
  revision: 1,
  title: "Plan",
  status: "draft" as const,
  by: { kind: "model" as const },
  at: AT,
  sealed: true,
  wordsAdded: 2,
  wordsRemoved: 0,
  points: [{ revision: 1, at: AT, reason: "rest" as const, wordsAdded: 1, wordsRemoved: 0 }],
};

/** A reply of each tool, and the same with something that the widget cannot do without gone wrong. */
const REPLIES: { readonly [Tool in keyof typeof widgetTools]: readonly [Reply<Tool>, broken: object] } = {
  load_canvas: [
    { kind: "unchanged", state: "1-a" },
    { kind: "unchanged", state: 1 },
  ],
  save_canvas: [VIEW, { ...VIEW, view: { ...VIEW.view, key: 7 } }],
  share_canvas: [
    { ...VIEW, link: "https://canvas.example/#/" },
    { ...VIEW, link: 1 },
  ],
  note_export: [{ kind: "noted" }, { kind: "view" }],
  list_versions: [
    { kind: "versions", versions: [VERSION], more: false },
    { kind: "versions", versions: [{ ...VERSION, by: "claude" }], more: false },
  ],
  load_version: [
    { kind: "version", version: VERSION, content: TEXT },
    { kind: "version", version: VERSION },
  ],
  restore_version: [VIEW, { ...VIEW, view: { ...VIEW.view, checkpoint: {} } }],
  list_board: [
    { kind: "board", board: BOARD },
    { kind: "board", board: { ...BOARD, totals: {} } },
  ],
  move_on_board: [
    { kind: "moved", canvas: CANVAS },
    { kind: "moved", canvas: { ...CANVAS, waiting: "yes" } },
  ],
  open_from_board: [VIEW, { ...VIEW, view: null }],
};

const onTheWire = (reply: unknown): unknown => JSON.parse(JSON.stringify({ other: 1, [META_KEY]: reply }));

test("every tool of the widget's has its line", () => {
  expect(Object.keys(widgetTools)).toEqual(WIDGET_TOOLS);
});

describe.each(WIDGET_TOOLS)("%s", (tool) => {
  const [reply, broken] = REPLIES[tool];

  test("its reply is read as it was sent", () => {
    expect(readReply(tool, onTheWire(reply))).toEqual(reply);
  });
  test("a refusal is read, also with a code that this release does not know", () => {
    const refused = { kind: "error", code: "not_yet_invented", message: "No." };
    expect(readReply(tool, onTheWire(refused))).toEqual(refused);
  });
  test("what a newer server adds, however deep, stays", () => {
    const newer = withMore(reply);
    expect(readReply(tool, onTheWire(newer))).toEqual(newer);
  });
  test.each([
    ["a broken one", broken],
    ["one of an unknown kind", { ...reply, kind: "hologram" }],
    ["that of another kind of tool", { kind: "key", canvasId: "HN8B", key: "k", storeId: "s", owner: "local" }],
    ["a text", "view"],
    ["a list", [reply]],
    ["none", undefined],
  ])("%s is refused", (_, said) => {
    expect(readReply(tool, onTheWire(said))).toBeNull();
  });
  test.each([["nothing"], [null], [undefined], [[]], [{}]])("no reply is read from %j", (meta) => {
    expect(readReply(tool, meta)).toBeNull();
  });
});

describe("results of the model's tools", () => {
  const key: ModelReply = { kind: "key", canvasId: "HN8B", key: "secret", storeId: "store", owner: "local" };
  const newest = { contentRevision: 1, pastTexts: [{ revision: 1, hash: "a" }] };

  test.each<[string, ModelReply]>([
    ["a canvas", VIEW],
    ["a canvas that was asked for just now", { ...VIEW, newest }],
    ["a key to it", key],
    ["a board", { kind: "board", board: BOARD }],
    ["a refusal", { kind: "error", code: "archived", message: "No." }],
  ])("%s is read as it was sent", (_, said) => {
    expect(readModelReply(onTheWire(said))).toEqual(said);
  });
  test("a canvas in a form that this release cannot read is one to be loaded", () => {
    const view = { ...VIEW.view, checkpoint: { ...VIEW.view.checkpoint, comments: { c1: "Why?" } } };
    expect(readModelReply(onTheWire({ kind: "view", view }))).toEqual(key);
  });
  test.each([
    ["a canvas without a key", { kind: "view", view: { ...VIEW.view, key: undefined, checkpoint: {} } }],
    ["a key to nothing", { ...key, canvasId: 7 }],
    ["the reply to another question", { kind: "unchanged", state: "1-a" }],
  ])("%s is refused", (_, said) => {
    expect(readModelReply(onTheWire(said))).toBeNull();
  });
});

test("a canvas of five megabytes with 300 comments is read in a few milliseconds", () => {
  const view = viewWith(300);
  const { document } = view.checkpoint;
  const large = {
    ...view,
    checkpoint: { ...view.checkpoint, document: { ...document, content: "a".repeat(5_000_000) } },
  };
  const meta = onTheWire({ kind: "view", view: large });
  const took = Array.from({ length: 20 }, () => {
    const from = performance.now();
    expect(readReply("load_canvas", meta)?.kind).toBe("view");
    return performance.now() - from;
  });
  // The first ones find nothing compiled, and the machine may be busy.
  expect(Math.min(...took)).toBeLessThan(10);
});

/** The same with a field more in every object. */
function withMore(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMore);
  if (typeof value !== "object" || value === null) return value;
  return { ...Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withMore(one)])), more_of_it: 1 };
}
