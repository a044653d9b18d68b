import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyPatch, chainSize, hashText, patchBetween, patchBody, readChain } from "./version-text.ts";

describe("a version's text", () => {
  test("comes back through a patch, whatever the two texts", () => {
    const texts = fc.string({ unit: "binary" });
    fc.assert(
      fc.property(texts, texts, texts, (a, b, c) => {
        expect(applyPatch(`${a}${b}`, patchBetween(`${a}${b}`, `${a}${c}`))).toBe(`${a}${c}`);
      }),
    );
  });

  test("comes back through a chain of patches kept as JSON, also when a patch splits an emoji", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("😀", "😁", "a", "\r\n", '"', "\\"), { minLength: 2, maxLength: 60 }),
        (parts) => {
          const texts = parts.map(
            (_, n) => `${"long enough to be worth a patch ".repeat(8)}${parts.slice(n).join("")}`,
          );
          const chain: string[] = [JSON.stringify(texts[0])];
          for (let n = 1; n < texts.length; n++)
            chain.push(patchBody(chainSize(chain), texts[n - 1]!, texts[n]!) ?? JSON.stringify(texts[n]));
          for (const [n, text] of texts.entries()) expect(readChain(chain.slice(0, n + 1))).toBe(text);
        },
      ),
    );
  });

  test("a patch larger than the text, and the end of a chain, become a full copy", () => {
    expect(patchBody(chainSize([]), "", "a")).toBeNull();
    expect(patchBody(chainSize([JSON.stringify("abc")]), "abc", "xyz")).toBeNull();
    expect(patchBody(chainSize([JSON.stringify("a".repeat(99))]), "a".repeat(99), "a".repeat(98))).toBe('[[98,99,""]]');
    expect(patchBody(chainSize(Array(128).fill("[]")), "a".repeat(99), "a".repeat(98))).toBeNull();
  });

  test("two small edits far apart make a small patch", () => {
    const text = "The same line again and again.\n".repeat(3_000);
    const edited = `First. ${text.slice(0, 60_000)} More. ${text.slice(60_000)} Last.`;
    expect(JSON.stringify(patchBetween(text, edited)).length).toBeLessThan(200);
    expect(applyPatch(text, patchBetween(text, edited))).toBe(edited);
  });

  test("a patch that does not fit is refused", () => {
    expect(() => applyPatch("abc", [[2, 9, ""]])).toThrow(/2–9 .*a text of 3/);
  });

  test("texts that differ only in a broken surrogate have different hashes", () => {
    expect(hashText("\ud800")).not.toBe(hashText("\ud801"));
  });
});
