import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { snippetOf } from "./snippet.ts";

/** The runs in one line, with what was sought in brackets. */
const shown = (passage: string, ...words: string[]) =>
  snippetOf(passage, words)
    ?.map(({ text, hit }) => (hit ? `[${text}]` : text))
    .join("") ?? null;

describe("a snippet", () => {
  test.each([
    ["We plant tomatoes in May.", ["tomatoes"], "We plant [tomatoes] in May."],
    ["We plant **Toma**toes.", ["tomatoes"], "We plant [Tomatoes]."],
    ["| a | b |\n| - | - |\n| one | two |\n", ["two"], "a b one [two]"],
    ["# One\n\n- two\n- three", ["three", "one"], "[One] two [three]"],
    ["Über die Straße", ["über", "straße"], "[Über] die [Straße]"],
    ["a+b (c)", ["a+b", "(c)"], "[a+b] [(c)]"],
    ["[word](https://hidden.example)", ["hidden"], null],
    ["nothing", ["else"], null],
    ["nothing", [], null],
  ])("of %j for %j is %j", (passage, words, expected) => {
    expect(shown(passage, ...words)).toBe(expected);
  });

  test("is cut at words, and says so", () => {
    const found = shown(`${"before ".repeat(20)}here ${"after ".repeat(60)}`, "here");
    expect(found).toMatch(/^…before before [\w ]*\[here\] after[\w ]* after…$/);
    expect(found?.length).toBeLessThan(220);
  });

  test("breaks no character, and what is marked is what was sought", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 400 }), fc.string({ minLength: 1 }), (passage, word) => {
        const runs = snippetOf(`${passage} ${word} ${passage}`, [word.toLowerCase()]) ?? [];
        for (const { text, hit } of runs) {
          expect(text).not.toMatch(/\p{Surrogate}/u);
          if (hit) expect(text.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});
