import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compareRuns } from "./compare-runs.ts";
import { compareSource } from "./compare-source.ts";
import { foldUnchanged } from "./fold-unchanged.ts";
import type { TextRun } from "./text-runs.ts";

const SIGNS = { same: ["", ""], added: ["{+", "+}"], removed: ["[-", "-]"] } as const;

const plain = (text: string): TextRun[] => (text === "" ? [] : [{ text, looks: [] }]);
function show(runs: readonly { readonly text: string; readonly mark: keyof typeof SIGNS }[]): string {
  return runs.map(({ text, mark }) => SIGNS[mark][0] + text + SIGNS[mark][1]).join("");
}

describe("words compared as they read", () => {
  test.each([
    ["nothing changed", "a b c", "a b c", "a b c"],
    ["a word changed", "a big house", "a small house", "a [-big-]{+small+} house"],
    ["words added at the end", "a b", "a b c", "a b{+ c+}"],
    ["a word removed", "a b c", "a c", "a [-b -]c"],
  ])("%s", (_name, before, after, shown) => {
    expect(show(compareRuns(plain(before), plain(after)))).toBe(shown);
  });

  test("words that only look different are shown both ways", () => {
    const after: TextRun[] = [
      { text: "a ", looks: [] },
      { text: "bold", looks: ["strong"] },
      { text: " word", looks: [] },
    ];
    expect(show(compareRuns(plain("a bold word"), after))).toBe("a [-bold-]{+bold+} word");
  });

  test("law: the marks hold exactly both texts", () => {
    const text = fc.array(fc.constantFrom("alpha", "beta", "gamma", "🙂", " ", "\n", "."), { maxLength: 30 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const [before, after] = [a.join(""), b.join("")];
        const runs = compareRuns(plain(before), plain(after));
        const without = (mark: string) => runs.filter((run) => run.mark !== mark).map((run) => run.text);
        expect(without("added").join("")).toBe(before);
        expect(without("removed").join("")).toBe(after);
      }),
    );
  });
});

describe("sources compared by lines", () => {
  const lines = (before: string, after: string) =>
    compareSource(before, after).map(
      ({ before: was, after: is, pieces, hasOtherEnd }) =>
        `${was ?? "-"}/${is ?? "-"} ${show(pieces.filter(({ text }) => text !== ""))}${hasOtherEnd ? "↵" : ""}`,
    );

  test.each([
    ["equal", "a\nb\n", "a\nb\n", ["1/1 a", "2/2 b"]],
    ["a changed word", "a\nb c\nd\n", "a\nb x\nd\n", ["1/1 a", "2/- b [-c-]", "-/2 b {+x+}", "3/3 d"]],
    ["an added line", "a\n", "a\nb\n", ["1/1 a", "-/2 {+b+}"]],
    ["a removed line", "a\nb\nc\n", "a\nc\n", ["1/1 a", "2/- [-b-]", "3/2 c"]],
    ["from nothing", "", "a\n", ["-/1 {+a+}"]],
    ["only the last terminator differs", "a\nb", "a\nb\n", ["1/1 a", "2/2 b↵"]],
    ["only the line breaks differ", "a\r\nb\n", "a\nb\n", ["1/1 a↵", "2/2 b"]],
  ])("%s", (_name, before, after, shown) => {
    expect(lines(before, after)).toEqual(shown);
  });

  test("law: the lines of each side are all there, in order", () => {
    const text = fc.array(fc.constantFrom("a b", "c", "", "d e f", "g"), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const compared = compareSource(a.join("\n"), b.join("\n"));
        const side = (of: "before" | "after") =>
          compared.filter((line) => line[of] !== null).map((line) => line.pieces.map((piece) => piece.text).join(""));
        const without = (all: string[]) => (all.at(-1) === "" ? all.slice(0, -1) : all);
        expect(side("before")).toEqual(without(a));
        expect(side("after")).toEqual(without(b));
      }),
    );
  });
});

describe("folding what did not change", () => {
  test.each([
    ["folds far from changes", "....x....", 1, "[...].x.[...]"],
    ["keeps short gaps open", "x..x", 0, "x..x"],
    ["folds all when nothing changed", "....", 1, "[....]"],
    ["folds nothing when all changed", "xxx", 1, "xxx"],
  ])("%s", (_name, parts, around, shown) => {
    const stretches = foldUnchanged([...parts], (part) => part === "x", around);
    const text = stretches.map(({ kind, parts: some }) => (kind === "folded" ? `[${some.join("")}]` : some.join("")));
    expect(text.join("")).toBe(shown);
    expect(stretches.flatMap(({ parts: some }) => some).join("")).toBe(parts);
  });
});
