import { beforeEach, describe, expect, test } from "vitest";
import { createCanvas } from "../../core/document/create-canvas.ts";
import { ID_ALPHABET } from "../../core/document/ids.ts";
import type { Outcome } from "../../protocol/errors.ts";
import { createMemoryStore } from "../storage/memory/store.ts";
import type { Store } from "../storage/ports.ts";
import { type Call, modelCall, momentOf, personCall } from "./call.ts";
import { bindFile } from "./files/bound-canvas.ts";
import { takeFile } from "./files/take-file.ts";
import { type Limits, sizeInWords } from "./limits.ts";
import { submitForReview } from "./review/submit-for-review.ts";
import { create } from "./writing/create.ts";
import { createFirst } from "./writing/create-once.ts";
import { duplicate } from "./writing/duplicate.ts";
import { importMarked } from "./writing/import-marked.ts";

let store: Store;
let ids: number;
beforeEach(() => {
  store = createMemoryStore();
  ids = 0;
});

/** A call by the person on this store, under these limits. */
function under(limits?: Limits, as = personCall): Call {
  const clock = () => new Date("2026-11-16T12:00:00Z");
  const randomId = (length: number) => {
    ids += 1;
    const digits = [ids % 31, Math.floor(ids / 31) % 31].map((digit) => ID_ALPHABET[digit]);
    return digits.join("").padStart(length, "A");
  };
  const deps = { store, clock, randomId, log: () => undefined, owner: "local" };
  return as({ ...deps, ...(limits === undefined ? {} : { limits }) }, "test");
}
const LONG = "x".repeat(2_049);
const total = async () => (await store.canvases.list("local", { limit: 9 })).total;
const made = async (content: string) => {
  const created = await create.run(under(), { content });
  if (!created.ok) throw new Error(created.error.message);
  return created.record.document.id;
};

type Way = (call: Call, content: string) => Promise<Outcome<object>>;
const ways: readonly [string, Way, "person" | "model"][] = [
  ["a new canvas", (call, content) => create.run(call, { content }), "person"],
  [
    "an imported file",
    (call, content) => importMarked.run(call, { marked: { content, suggestions: [], comments: [] } }),
    "person",
  ],
  ["a file that is opened", (call, content) => bindFile.run(call, { path: "/notes.md", content }), "person"],
  ["a text for review", (call, content) => submitForReview.run(call, { content }), "model"],
  ["a copy", async (call, content) => duplicate.run(call, { canvasId: await made(content) }), "person"],
];

describe.each(ways)("%s", (name, way, kind) => {
  const as = kind === "person" ? personCall : modelCall;
  const before = name === "a copy" ? 1 : 0;

  test("that is too long is refused, and nothing is made", async () => {
    const refused = await way(under({ contentBytes: 2_048 }, as), LONG);
    const message = "This text is larger than 2 KB, the limit of this server. Split it over several canvases.";
    expect(refused).toEqual({ ok: false, error: { code: "content_too_large", message } });
    expect(await total()).toBe(before);
    expect(await way(under({ contentBytes: 2_049 }, as), LONG)).toMatchObject({ ok: true });
  });

  test("for which there is no room is refused in words for a person", async () => {
    const refused = await way(under({ canvases: before }, as), "Text");
    expect(refused).toMatchObject({ ok: false, error: { code: "too_many_canvases" } });
    expect(JSON.stringify(refused)).not.toMatch(/write_canvas|list_canvases/);
    expect(await total()).toBe(before);
    expect(await way(under({ canvases: before * 2 + 1 }, as), "Other text")).toMatchObject({ ok: true });
  });
});

test("a file's text that is too long is not taken into its canvas; a shorter one is, whatever was there", async () => {
  const canvasId = await made(`${LONG}x`);
  const call = under({ contentBytes: 1_024 });
  const take = (text: string, base: string) => takeFile.run(call, { canvasId, text, base, mark: "m" });
  expect(await take(`${LONG}xx`, `${LONG}x`)).toMatchObject({ ok: false, error: { code: "content_too_large" } });
  expect(await take(LONG, `${LONG}x`)).toMatchObject({ ok: true });
});

test.each<[string, Limits, number]>([
  ["is made", {}, 1],
  ["is not made where nobody may have one", { canvases: 0 }, 0],
  ["is not made where it is too long", { contentBytes: 1_024 }, 0],
])("the first canvas %s", async (_, limits, count) => {
  const call = under(limits);

  await createFirst(call, (given) => createCanvas({ ...given, content: LONG }, momentOf(call)));
  expect(await total()).toBe(count);
});

test.each([
  [1_024, "1 KB"],
  [200 * 1_024, "200 KB"],
  [1_000, "0.98 KB"],
  [1_536 * 1_024, "1.5 MB"],
  [5 * 1_024 * 1_024, "5 MB"],
])("%i bytes are %s", (bytes, words) => expect(sizeInWords(bytes)).toBe(words));
