import { afterAll, beforeAll, expect, test } from "vitest";
import { type Harness, startHarness } from "../../../test/loop/harness.ts";
import type { Call } from "../actions/call.ts";
import { findByTitle } from "../actions/listing/find-by-title.ts";

let harness: Harness;
let ids: readonly string[];

beforeAll(async () => {
  harness = await startHarness();
  const made: string[] = [];
  for (const content of [
    "# Kafka migration plan\n\nMove the queue to the new cluster.",
    "# Rate limiting\n\nA budget for each key of the gateway.",
    "# Holiday\n\nWhere to go, and the budget.",
    "# Rate limiting\n\nA second draft.",
  ]) {
    harness.wait(1_000);
    made.push((await harness.call("write_canvas", { content })).canvasId);
  }
  ids = made;
});
afterAll(() => harness.close());

test.each<[string, string, number[]]>([
  ["most of the words", "kafka migration timeline", [0]],
  ["half of the words, the newest first", "budget Kubernetes", [2, 1]],
  ["a title spelt otherwise", "kafak migratoin", [0]],
  ["words parted by a hyphen", "rate-limiting policies", [3, 1]],
  ["nothing", "quarterly revenue", []],
])("nothing has all words; the nearest has %s", async (_, query, nearest) => {
  const { text } = await harness.call("list_canvases", { query });
  const [first, second] = text.split("\n");
  expect(first).toBe("No canvas has all of these words.");
  const titles = ["Kafka migration plan", "Rate limiting", "Holiday", "Rate limiting"];
  const names = nearest.map((n) => `${ids[n]} "${titles[n]}"`);
  expect(second).toBe(names.length === 0 ? undefined : `Nearest: ${names.join(", ")}.`);
});

test("what has all words in another status is named as the nearest", async () => {
  const { text } = await harness.call("list_canvases", { query: "kafka", status: "archived" });
  expect(text).toContain(
    `No canvas with status archived has all of these words.\nNearest: ${ids[0]} "Kafka migration plan".`,
  );
});

test.each([
  [{ query: "rate-limiting" }, "2 canvases:"],
  [{ status: "archived" }, "There is no canvas with status archived."],
  [{ query: " " }, "4 canvases:"],
])("%j is answered with %j", async (args, words) => {
  expect((await harness.call("list_canvases", args)).text).toContain(words);
});

test.each<[string, string, number | null]>([
  ["the newest of two", "Rate limiting", 3],
  ["in any case, without outer white space", "  HOLIDAY ", 2],
  ["not a part of a title", "Kafka", null],
  ["not words in another order", "limiting rate", null],
  ["not no title", " ", null],
])("a title is found: %s", async (_, title, found) => {
  const call = { deps: { store: harness.store }, who: { owner: "local", kind: "model" } } as unknown as Call;
  expect((await findByTitle(call, title))?.id).toBe(found === null ? undefined : ids[found]);
});

test("a deleted canvas and another owner's have no title", async () => {
  const own = await startHarness();
  const { canvasId } = await own.call("write_canvas", { content: "# Alone" });
  const call = (owner: string) => ({ deps: { store: own.store }, who: { owner, kind: "model" } }) as unknown as Call;
  expect((await findByTitle(call("local"), "alone"))?.id).toBe(canvasId);
  expect(await findByTitle(call("ann"), "alone")).toBeNull();
  await own.store.bin.put("local", String(canvasId));
  expect(await findByTitle(call("local"), "alone")).toBeNull();
  await own.close();
});
