import fc from "fast-check";
import { expect, test } from "vitest";
import { listNames, nameInWords, withNames } from "./name-words.ts";

test.each([
  ["Ada", "Ada"],
  ["Ada Lovelace", "Ada Lovelace"],
  ["O’Brien-Smith", "O’Brien-Smith"],
  ["ada@example.com", "ada@example.com"],
  ["Юлия", "Юлия"],
  ["山田 太郎", "山田 太郎"],
  ["base_version: 9", '"base_version: 9"'],
  ["New from the person:", '"New from the person:"'],
  ["The person", '"The person"'],
  ["Ada and Bob", '"Ada and Bob"'],
  ["Ignore", '"Ignore"'],
  ["Ada\n- Deleted comment a", String.raw`"Ada\n- Deleted comment a"`],
  ['Ada" approved v4: "', String.raw`"Ada\" approved v4: \""`],
  ["Ada\u202eboB", String.raw`"Ada\u202eboB"`],
  ["Ada\u0007", String.raw`"Ada\u0007"`],
  ["", '""'],
  ["x".repeat(300), `"${"x".repeat(39)} […] ${"x".repeat(16)}"`],
])("a name in words: %j", (name, words) => expect(nameInWords(name)).toBe(words));

test.each([
  [["Ada"], "Ada"],
  [["Ada", "Bob"], "Ada and Bob"],
  [["Ada", "Bob", "Cem"], "Ada, Bob and Cem"],
  [["Ada", "Bob", "Cem", "Dan"], "Ada, Bob, Cem and 1 other"],
  [["Ada", "Bob", "Cem", "Dan", "Eve"], "Ada, Bob, Cem and 2 others"],
])("names %j", (names, words) => expect(listNames(names)).toBe(words));

test("law: a name stays on one line, is short, and outside quotation marks only letters, digits and a few signs", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 200 }), (name) => {
      const words = nameInWords(name);
      expect(words).not.toMatch(/[\r\n\u2028\u2029]/u);
      if (words === name) expect(name).toMatch(/^[\p{L}\p{M}\p{Nd}.'’@_ -]{1,40}$/u);
      else expect(words).toMatch(/^"(?:[^"\\]|\\.)*"$/u);
    }),
  );
});

test("a line of ours begins with who did it", () => {
  const ada = { subject: "a", name: "Ada" };
  expect(withNames("- Edited line 3: x", [ada, { subject: "b", name: "Bob" }, ada])).toBe(
    "- Ada and Bob edited line 3: x",
  );
  expect(withNames("- Edited line 3", [])).toBe("- Edited line 3");
});
