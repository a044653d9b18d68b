import fc from "fast-check";
import { expect, test } from "vitest";
import { at, canvasOf, good, KEY } from "../../../test/loop/canvas-fixture.ts";
import { versionsNeeded } from "../../core/document/books/books.ts";
import { finishDraft } from "../../core/document/draft.ts";
import { applyPersonSave } from "../../core/document/person/apply-person-save.ts";
import { removesMuch } from "../../core/document/put-content.ts";
import { MOST_POINTS } from "../../core/document/versions/points.ts";
import { createMemoryStore } from "./memory/store.ts";
import { foundRecord, type Store } from "./ports.ts";

const ID = "HN8B";
const sentence = fc.integer({ min: 1, max: 12 }).map((n) => `Sentence ${n} ${"says something ".repeat(n % 4)}here.\n`);
const step = fc.record({
  text: fc.array(sentence, { maxLength: 12 }).map((sentences) => sentences.join("")),
  seconds: fc.constantFrom(1, 1, 1, 5, 40, 130, 700),
  left: fc.boolean(),
  sent: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

async function allTexts(store: Store): Promise<ReadonlySet<string>> {
  const record = foundRecord(await store.canvases.find("local", ID));
  const texts = new Set([record!.document.content]);
  for (let version = 1; version <= record!.document.version; version++) {
    const sealed = await store.canvases.version("local", ID, version);
    if (sealed !== null) texts.add(sealed.content);
    const points = await store.canvases.points("local", ID, version);
    expect(points.length).toBeLessThanOrEqual(MOST_POINTS);
    for (const { revision } of points)
      texts.add((await store.canvases.moment("local", ID, version, revision))!.content);
  }
  return texts;
}

test("law: whatever a person saves, leaves and sends, each text before much of it went can be had again", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const store = createMemoryStore();
      const made = canvasOf("First.\n");
      await store.canvases.create("local", {
        record: { ...made, ...KEY, meta: {}, head: { ...made.head, sealed: false } },
        sealed: [],
        events: [],
      });
      let second = 0;
      let before = "First.\n";
      const promised = new Set<string>();
      for (const { text, seconds, left, sent } of steps) {
        second += seconds;
        const versions = versionsNeeded(foundRecord(await store.canvases.find("local", ID))!);
        await store.canvases.update("local", ID, { versions }, (record, texts) => {
          const wish = {
            content: text,
            baseRevision: record.document.revision,
            comments: [],
            decisions: [],
            sent,
            left,
          };
          const { draft } = good(applyPersonSave(record, texts, wish, at("person", second / 60)));
          const change = finishDraft(draft, record);
          return { ...(change === undefined ? {} : { change }), answer: null };
        });
        if (removesMuch(before, text)) promised.add(before);
        before = text;
      }
      const kept = await allTexts(store);
      expect([...promised].filter((text) => !kept.has(text))).toEqual([]);
    }),
  );
});
