import { expect, test } from "vitest";
import { at, canvasOf, good, withBook } from "../../../../test/loop/canvas-fixture.ts";
import type { Canvas } from "../../records/canvas.ts";
import { type Arrival, beginDraft, type Moment } from "../draft.ts";
import { applyPersonSave } from "../person/apply-person-save.ts";
import { showToModel } from "../review/tell-model.ts";
import { openBook, UNKNOWN_CLIENT, versionsNeeded } from "./books.ts";
import { baselineAfterWrite } from "./move-baseline.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

function typed(record: Canvas, content: string): Canvas {
  const save = { content, baseRevision: record.document.revision, comments: [], decisions: [], sent: false };
  return good(applyPersonSave(record, new Map([[1, BASE]]), save, at("person", 1))).draft.record;
}
const model = (minutes: number, arrival?: Arrival, client?: string): Moment => ({
  ...at("model", minutes),
  by: { kind: "model", ...(client === undefined ? {} : { client }) },
  ...(arrival === undefined ? {} : { arrival }),
});
const show = (record: Canvas, moment: Moment, isSure = true) =>
  showToModel(openBook(beginDraft(record, new Map([[1, BASE]]), moment)), { isSure }).draft.record;
const seen = (record: Canvas, moment: Moment, named?: number) =>
  openBook(beginDraft(record, new Map([[1, BASE]]), moment), named)
    .record.books.at(-1)!
    .seen.filter((mark) => mark.startsWith("edit:")).length;

const arrival = (order: number, minute: number, more: Partial<Arrival> = {}): Arrival => ({
  order,
  unanswered: [],
  at: at("model", minute).now,
  ...more,
});

test.each<[string, Arrival, Arrival, number | undefined, number]>([
  [
    "a later call of the connection",
    arrival(1, 2, { connection: "a" }),
    arrival(2, 2, { connection: "a" }),
    undefined,
    1,
  ],
  [
    "a call that came before the answer",
    arrival(1, 2, { connection: "a" }),
    arrival(2, 2, { connection: "a", unanswered: [1] }),
    undefined,
    0,
  ],
  [
    "a call of another connection",
    arrival(1, 2, { connection: "a" }),
    arrival(9, 9, { connection: "b" }),
    undefined,
    0,
  ],
  ["one that names the version", arrival(1, 2, { connection: "a" }), arrival(1, 9, { connection: "b" }), 2, 1],
  ["one that names an older version", arrival(1, 2, { connection: "a" }), arrival(1, 9, { connection: "b" }), 1, 0],
  ["without connections, one received later", arrival(1, 2), arrival(1, 3), undefined, 1],
  ["without connections, one received before", arrival(1, 2), arrival(1, 1), undefined, 0],
])("what proves that a result arrived: %s", (_, first, next, named, count) => {
  const shown = show(typed(canvasOf(BASE), BASE.replace("First", "My first")), model(2, first));
  expect(seen(shown, model(4, next), named)).toBe(count);
});

test("a result that the client may have given up waiting for is proven by its number alone", () => {
  const first = arrival(1, 2, { connection: "a" });
  const shown = show(typed(canvasOf(BASE), BASE.replace("First", "My first")), model(2, first), false);
  expect(seen(shown, model(3, arrival(2, 3, { connection: "a" })))).toBe(0);
  expect(seen(shown, model(3, arrival(2, 3, { connection: "a" })), 2)).toBe(1);
});

test("the book of the first release, which knew no names, is that of the first model that comes", () => {
  const old = withBook(canvasOf(BASE), { client: UNKNOWN_CLIENT });
  const { books } = openBook(beginDraft(old, new Map(), model(3, undefined, "claude-ai"))).record;
  expect(books).toMatchObject([{ client: "claude-ai", submitted: BASE }]);
  const second = openBook(beginDraft({ ...old, books }, new Map(), model(4, undefined, "codex"))).record;
  expect(second.books.map(({ client, submitted }) => [client, submitted])).toEqual([
    ["claude-ai", BASE],
    ["codex", undefined],
  ]);
});

test.each([
  ["nothing by the person", "one two", "one two", "1 two", "1 two", "1 two"],
  ["the person's edit stays theirs", "one two", "one TWO", "1 TWO", "1 two", "1 two"],
  ["the person's edit that was taken up is known", "one two", "one TWO", "1 TWO", "1 TWO", "1 TWO"],
  ["an own later edit that the text lacks stays the model's own", "one 2", "one 2", "1 2", "1 two", "1 2"],
])("the baseline after a rewrite: %s", (_, baseline, before, after, submitted, expected) => {
  expect(baselineAfterWrite({ baseline, before, after, submitted })).toBe(expected);
});

test.each([
  ["text", [2]],
  ["news", [2]],
  ["part", []],
] as const)(
  "the text of a version that was offered (%s) is at hand where the next call may prove that it is known",
  (shows, needed) => {
    const made = canvasOf("three");
    const offer = {
      marks: [],
      version: 2,
      by: "result",
      shows,
      review: 0,
      call: 0,
      at: at("model").now,
      isSure: true,
    } as const;
    const record = withBook(
      { ...made, document: { ...made.document, version: 3 } },
      { offers: [offer], knownVersion: 0, shownVersion: 0 },
    );
    expect(versionsNeeded(record, { client: record.books[0]?.client })).toEqual(needed);
  },
);
