import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { oldestToKeep, versionsToKeep } from "./keep-versions.ts";
import { createMemoryStore } from "./memory/store.ts";
import type { Store } from "./ports.ts";
import { sampleAmend, sampleCreate, sampleRecord, sampleSave, sampleTime } from "./sample-change.ts";
import { openSqliteStore } from "./sqlite/store.ts";

test.each([
  [undefined, null],
  [0, 10],
  [9, 10],
  [10, 10],
  [500, 500],
])("of %s versions asked for %s stay", (asked, kept) => expect(versionsToKeep(asked)).toBe(kept));

test.each([Number.NaN, 10.5, Number.POSITIVE_INFINITY])("%s versions are the caller's fault", (asked) =>
  expect(() => versionsToKeep(asked)).toThrow(RangeError),
);

const standing = (bases: readonly number[]) => bases.map((base, at) => ({ version: at + 1, base }));
test.each([
  ["nothing goes while all have to stay", [1, 1, 1], 3, null],
  ["nothing goes from below a copy that has to stay", [1, 1, 1, 1], 3, 1],
  ["what is below the copy of the oldest goes", [1, 1, 3, 3, 3], 2, 3],
  ["a copy goes once nothing stands on it", [1, 1, 3, 3, 5, 5], 2, 5],
])("%s", (_, bases, keep, oldest) => expect(oldestToKeep(standing(bases), keep)).toBe(oldest));

/** Small changes of a page, and whole rewrites: chains of every length. */
const someTexts = fc.array(
  fc.oneof(
    fc.integer({ min: 0, max: 999 }).map((n) => `${"A line that stays.\n".repeat(12)}${n}`),
    fc.string({ maxLength: 30 }),
  ),
  { minLength: 15, maxLength: 50 },
);

test("law: both stores forget the same versions and the same points", async () => {
  await fc.assert(
    fc.asyncProperty(someTexts, fc.integer({ min: 10, max: 20 }), async (texts, keepVersions) => {
      const folder = mkdtempSync(join(tmpdir(), "canvas-kept-"));
      const now = () => new Date(sampleTime(1_000));
      const sqlite = await openSqliteStore({ folder, now, log: () => undefined, keepVersions });
      const memory = createMemoryStore({ now, keepVersions });
      const all = async (store: Store) => {
        const versions = await store.canvases.versions("local", "AAAA", { limit: 999 });
        const whole = versions.map(async ({ version, points = [] }) => [
          await store.canvases.version("local", "AAAA", version),
          await Promise.all(points.map(({ revision }) => store.canvases.moment("local", "AAAA", version, revision))),
        ]);
        return [versions, await Promise.all(whole)];
      };
      try {
        for (const store of [sqlite, memory]) {
          await store.canvases.create("local", sampleCreate(sampleRecord("AAAA", "")));
          for (const text of texts) {
            await store.canvases.update("local", "AAAA", {}, (record) => {
              const amended = sampleAmend(record, text);
              return { change: { ...sampleSave(amended.record, `${text}.`), points: amended.points! }, answer: null };
            });
          }
        }
        expect(await all(sqlite)).toEqual(await all(memory));
      } finally {
        await sqlite.close();
        rmSync(folder, { recursive: true, force: true });
      }
    }),
    { numRuns: 10 },
  );
});
