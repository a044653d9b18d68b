import fc from "fast-check";
import { expect, test } from "vitest";
import { withAdoptedEdits } from "./adopted-edits.ts";

const BASE = "# Plan\n\nFirst one. Second one.\n\n- milk\n- eggs\n\nThe end.\n";
const put = (from: string, to: string, text = BASE): string => text.replace(from, to);

test.each<[what: string, content: string, text: string, base: string]>([
  [
    "a sentence that stands in both is in the base",
    put("Second one.", "Second one. Third one."),
    put("First one.", "Third one. First one."),
    put("Second one.", "Second one. Third one."),
  ],
  [
    "of two only the one that stands in both",
    put("The end.", "The end. Ask Ada. Ask Jun."),
    put("The end.", "Ask Ada."),
    put("The end.", "The end. Ask Ada."),
  ],
  ["an item of a list", put("- eggs", "- eggs\n- tea"), put("- milk", "- tea\n- milk"), put("- eggs", "- eggs\n- tea")],
  [
    "a rewritten sentence, when the old one is gone",
    put("Second one.", "Second one, again."),
    put("First one. Second one.", "Second one, again."),
    put("Second one.", "Second one, again."),
  ],
  [
    "not when the old one is there too",
    put("Second one.", "Second one, again."),
    put("Second one.", "Second one. Second one, again."),
    BASE,
  ],
  ["what stands in one alone is not", put("Second one.", "Second one. Third one."), put("First", "The first"), BASE],
  ["what stood before is not", put("The end.", "The end. First one."), put("The end.", "First one."), BASE],
  ["marks without words are not", put("The end.", "The end.\n\n---"), put("First one.", "---\n\nFirst one."), BASE],
  ["what the person took out stays in the base", put("First one. ", ""), put("First one. ", ""), BASE],
])("%s", (_, content, text, base) => expect(withAdoptedEdits(BASE, content, text)).toBe(base));

test("law: every sentence of the base that comes of it stood in the base, or stands in both texts", () => {
  const texts = fc
    .array(fc.constantFrom("One.", "Two three.", "Four.", "\n\n", "\n- five\n", "Six seven."), { maxLength: 8 })
    .map((parts) => parts.join(" "));
  fc.assert(
    fc.property(texts, texts, texts, (base, content, text) => {
      const words = (of: string) => of.match(/\w[\w ]*/g)?.map((word) => word.trim()) ?? [];
      const both = words(content).filter((word) => words(text).includes(word));
      for (const word of words(withAdoptedEdits(base, content, text)))
        expect([...words(base), ...both]).toContain(word);
    }),
  );
});
