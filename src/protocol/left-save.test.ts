import fc from "fast-check";
import { expect, test } from "vitest";
import { leftSave, packSave, unpackSave } from "./left-save.ts";

const save = { canvas_id: "HN8B", key: "key", save_key: "once", base_revision: 3 };
const text = fc.string({ unit: "binary", maxLength: 40 });
/** Texts that share their ends, as what is typed into a text does. */
const pair = fc
  .tuple(text, text, text, text)
  .map(([start, before, after, end]) => [start + before + end, start + after + end] as const);

test("a save is the same after it was packed, sent and unpacked, with the text that it grew from", () => {
  fc.assert(
    fc.property(pair, fc.array(text), ([base, content], others) => {
      const packed = leftSave.parse(JSON.parse(JSON.stringify(packSave({ ...save, content }, base))));
      expect(unpackSave(packed, [...others, base])).toEqual({ ...save, content, base_content: base });
    }),
  );
});

test("a word typed into a large text is small", () => {
  const base = "A line.\n".repeat(600_000);
  const packed = packSave({ ...save, content: `${base}One word.` }, base);
  expect(packed.change).toMatchObject({ from: base.length, to: base.length, insert: "One word." });
  expect(JSON.stringify(packed).length).toBeLessThan(400);
});

test("a save that changed no text has none", () => {
  const packed = packSave({ ...save, title: "Named" }, "text");
  expect(unpackSave(packed, [])).toEqual({ ...save, title: "Named", base_content: "text" });
});

test.each([
  ["another text", "The base.", { from: 0, to: 1, insert: "" }],
  ["a place outside the text", "The base", { from: 5, to: 90, insert: "" }],
  ["a place that ends before it begins", "The base", { from: 5, to: 2, insert: "" }],
])("a change of %s is no save", (_, known, place) => {
  const packed = packSave({ ...save, content: "The bases" }, "The base");
  expect(unpackSave({ ...packed, change: { ...packed.change!, ...place } }, [known])).toBeNull();
});
