import fc from "fast-check";
import { expect, test } from "vitest";
import { applyChanges, shortChanges } from "../core/diff/text-changes.ts";
import { leftSave, packSave, unpackSave } from "./left-save.ts";

const save = { canvas_id: "HN8B", key: "key", save_key: "once", base_revision: 3 };
const text = fc.string({ unit: "binary", maxLength: 40 });
/** Texts that share their ends, as what is typed into a text does. */
const pair = fc
  .tuple(text, text, text, text)
  .map(([start, before, after, end]) => [start + before + end, start + after + end] as const);

test("a save makes the same text after it was packed, sent and unpacked, and goes with the text that it grew from", () => {
  fc.assert(
    fc.property(pair, fc.array(text), ([base, content], others) => {
      const changes = [...shortChanges(base, content)];
      const packed = leftSave.parse(JSON.parse(JSON.stringify(packSave({ ...save, changes }, base))));
      const made = changes.length === 0 ? {} : { content };
      const after = changes.length === 0 ? base : content;
      const unpacked = unpackSave(packed, [...others, base]);
      expect(unpacked).toEqual({ save: { ...save, changes, base_content: base }, ...made });
      expect(applyChanges(base, unpacked?.save.changes ?? [])).toBe(after);
      const whole = leftSave.parse(JSON.parse(JSON.stringify(packSave({ ...save, content }, base))));
      expect(unpackSave(whole, [base])).toEqual({ save: { ...save, content, base_content: base }, content });
    }),
  );
});

test("a word typed into a large text is small", () => {
  const base = "A line.\n".repeat(600_000);
  const changes = [{ from: base.length, to: base.length, insert: "One word." }];
  const packed = packSave({ ...save, changes }, base);
  expect(packed.changes).toEqual(changes);
  expect(JSON.stringify(packed).length).toBeLessThan(400);
});

test("a save that changed no text has none", () => {
  const packed = packSave({ ...save, title: "Named" }, "text");
  expect(unpackSave(packed, [])).toEqual({ save: { ...save, title: "Named", base_content: "text" } });
});

test.each([
  ["another text", "The base.", { from: 0, to: 1, insert: "" }],
  ["a place outside the text", "The base", { from: 5, to: 90, insert: "" }],
  ["a place that ends before it begins", "The base", { from: 5, to: 2, insert: "" }],
])("a change of %s is no save", (_, known, place) => {
  const packed = packSave({ ...save, changes: [place] }, "The base");
  expect(unpackSave(packed, [known])).toBeNull();
});
