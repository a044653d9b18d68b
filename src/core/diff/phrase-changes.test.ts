import fc from "fast-check";
import { expect, test } from "vitest";
import { diffPhrases } from "./diff-words.ts";
import { phrasesBetween } from "./phrase-changes.ts";
import { applyChanges } from "./text-changes.ts";

/** Struck in [-…-], put in in {+…+}. */
function show(a: string, b: string): string {
  let at = 0;
  const parts: string[] = [];
  for (const { from, to, insert } of phrasesBetween(a, b)) {
    parts.push(a.slice(at, from), from < to ? `[-${a.slice(from, to)}-]` : "", insert && `{+${insert}+}`);
    at = to;
  }
  return parts.join("") + a.slice(at);
}

test.each([
  ["a number whole", "rate 0.1 now", "rate 0.2 now", "rate [-0.1-]{+0.2+} now"],
  ["a number with thousands", "1,500 of 2", "1,700 of 2", "[-1,500-]{+1,700+} of 2"],
  ["a version", "v1.2.3, out", "v1.2.4, out", "v[-1.2.3-]{+1.2.4+}, out"],
  ["a number at the end of a sentence", "It is 5. No.", "It is 6. No.", "It is [-5-]{+6+}. No."],
  ["a phrase as one", "the old man sat", "the young girl sat", "the [-old man-]{+young girl+} sat"],
  ["a line that came", "a = 1;\nb = 2;\n", "a = 7;\nx = 3;\nb = 2;\n", "a = [-1-]{+7+};\n{+x = 3;\n+}b = 2;\n"],
  ["a line that left", "a = 1;\nx;\nb = 2;\n", "a = 7;\nb = 2;\n", "a = [-1-]{+7+};\n[-x;\n-]b = 2;\n"],
])("%s", (_, a, b, shown) => expect(show(a, b)).toBe(shown));

const line = fc
  .array(fc.constantFrom("a", "b", "0.5", "12", "1,500", ".", " ", "word", "x;", "é"), { maxLength: 8 })
  .map((words) => words.join(" "));
const text = fc.array(line, { maxLength: 6 }).map((lines) => lines.join("\n"));

test("law: the changes turn the one text into the other", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(applyChanges(a, phrasesBetween(a, b))).toBe(b);
    }),
  );
});

test("law: outside of phrases both texts are equal", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      let [i, j] = [0, 0];
      for (const { aFrom, aTo, bFrom, bTo } of [
        ...diffPhrases(a, b),
        { aFrom: a.length, aTo: a.length, bFrom: b.length, bTo: b.length },
      ]) {
        expect(b.slice(j, bFrom)).toBe(a.slice(i, aFrom));
        [i, j] = [aTo, bTo];
      }
    }),
  );
});
