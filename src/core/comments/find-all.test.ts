import fc from "fast-check";
import { expect, test } from "vitest";
import { findAll } from "./find-all.ts";

function oneByOne(text: string, sought: string, most: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(sought); at >= 0 && found.length < most; at = text.indexOf(sought, at + 1)) found.push(at);
  return found;
}

const word = fc.constantFrom("aaaaaaaa", "aaaa", "abcdefgh", "bcdefghi", "b", "\u{1f600}", "\ud83d", "\n");
const text = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(""));

test("what it finds is what is found one by one", () => {
  fc.assert(
    fc.property(text, fc.array(text, { maxLength: 30 }), fc.integer({ min: 1, max: 20 }), (where, sought, most) => {
      for (const [each, places] of findAll(where, sought, most)) expect(places).toEqual(oneByOne(where, each, most));
    }),
  );
});

test("many texts that stand far apart are all answered, also those that are nowhere", () => {
  const lines = Array.from({ length: 500 }, (_, n) => `Sentence number ${n} of the text.`);
  const found = findAll(lines.join("\n"), [...lines.slice(0, 20), "nowhere to be found"], 10);
  expect(found.size).toBe(21);
  expect(found.get("nowhere to be found")).toEqual([]);
  expect(found.get(lines[3]!)).toEqual([lines.slice(0, 3).join("\n").length + 1]);
});

test("texts that begin alike everywhere are left to be found one by one, after work that the text's length bounds", () => {
  const sought = Array.from({ length: 100 }, (_, n) => `${"a".repeat(1_000 + n)}b`);
  expect(findAll("a".repeat(10_000), sought, 10).size).toBe(0);
});
