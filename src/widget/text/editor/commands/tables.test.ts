import type { StateCommand } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseMarkdown } from "../../../../core/markdown/parse-markdown.ts";
import { printHtml } from "../../../../core/markdown/print-html.ts";
import { insertTable } from "./insert-table.ts";
import { runAll, runNotation } from "./notation.testing.ts";
import { nextCell, previousCell } from "./table-cells.ts";
import { readRow } from "./table-row.ts";

describe("Tab in a table", () => {
  test.each<[string, StateCommand, string, string | null]>([
    ["goes to the next cell", nextCell, "| a¦ | b |\n| - | - |", "| a | ‹b› |\n| - | - |"],
    ["goes to an empty cell", nextCell, "| a¦ |   |\n| - | - |", "| a | ¦  |\n| - | - |"],
    ["goes over the dashes", nextCell, "| a | b¦ |\n| - | - |\n| c | d |", "| a | b |\n| - | - |\n| ‹c› | d |"],
    ["goes on from the dashes", nextCell, "| a | b |\n| -¦ | - |\n| c | d |", "| a | b |\n| - | - |\n| ‹c› | d |"],
    [
      "makes a row at the end",
      nextCell,
      "| a | b |\n| - | - |\n| c | d¦ |",
      "| a | b |\n| - | - |\n| c | d |\n| ¦  |   |",
    ],
    ["makes the first row", nextCell, "| a | b¦ |\n| - | - |\n\nc", "| a | b |\n| - | - |\n| ¦  |   |\n\nc"],
    ["makes a row in a list", nextCell, "- | a |\n  | - |\n  | b¦ |", "- | a |\n  | - |\n  | b |\n  | ¦  |"],
    ["makes a row in a quote", nextCell, "> | a |\n> | - |\n> | b¦ |", "> | a |\n> | - |\n> | b |\n> | ¦  |"],
    ["knows tables without outer pipes", nextCell, "a¦ | b\n--- | ---\nc | d", "a | ‹b›\n--- | ---\nc | d"],
    ["fills a short row", nextCell, "| a | b |\n| - | - |\n| c¦ |", "| a | b |\n| - | - |\n| c | ¦  |"],
    ["fills a short row without pipes", nextCell, "a | b\n--- | ---\nc¦", "a | b\n--- | ---\nc | ¦  |"],
    ["takes an escaped pipe for a letter", nextCell, "| a\\|¦b | c |\n| - | - |", "| a\\|b | ‹c› |\n| ---- | - |"],
    ["goes back", previousCell, "| a | b¦ |\n| - | - |", "| ‹a› | b |\n| - | - |"],
    [
      "goes back over the dashes",
      previousCell,
      "| a | b |\n| - | - |\n| c¦ | d |",
      "| a | ‹b› |\n| - | - |\n| c | d |",
    ],
    ["stays in the first cell", previousCell, "| a¦ | b |\n| - | - |", "| ‹a› | b |\n| - | - |"],
    ["goes on in Hebrew", nextCell, "| א¦ | ב |\n| - | - |", "| א | ‹ב› |\n| - | - |"],
    [
      "keeps columns under each other",
      nextCell,
      "| a longer¦   | b   |\n| --- | --: |\n| c   |   d |",
      "| a longer | ‹b›   |\n| -------- | --: |\n| c        |   d |".replace("‹b›  ", "  ‹b›"),
    ],
    [
      "counts wide letters twice",
      nextCell,
      "| 日本語¦   | b   |\n| --- | --- |\n| c   | d   |",
      "| 日本語 | ‹b›   |\n| ------ | --- |\n| c      | d   |",
    ],
    [
      "leaves a table as it is that never was aligned",
      nextCell,
      "|aa¦|b|\n|-|-|\n|c|dddd|",
      "|aa|‹b›|\n|-|-|\n|c|dddd|",
    ],
    ["is not for prose", nextCell, "a | b¦", null],
    ["is not for code", nextCell, "```\n| a¦ |\n| - |\n```", null],
  ])("%s", (_name, command, before, after) => expect(runNotation(command, before)).toBe(after));

  test("a table filled by Tab alone holds every word in its cell", () => {
    const words = fc.array(fc.stringMatching(/^[a-zé日אב]{1,9}$/), { minLength: 4, maxLength: 20 });
    fc.assert(
      fc.property(words, (cells) => {
        const steps = [insertTable, ...cells.flatMap((cell) => [cell, nextCell])];
        const text = runAll(steps, "before\n¦\nafter").replace(/[‹›¦]/g, "");
        const [, table] = parseMarkdown(text).blocks.map(({ node }) => node);
        if (table?.type !== "table") throw new Error(`No table in ${JSON.stringify(text)}`);
        const shown = [table.head, ...table.rows].flatMap((row) =>
          row.cells.map((cell) => cell.children.map((child) => (child.type === "text" ? child.value : "")).join("")),
        );
        expect(shown.slice(0, cells.length)).toEqual(cells);
        expect(
          new Set(
            text
              .split("\n")
              .filter((line) => line.startsWith("|"))
              .map((line) => readRow(line).cells.length),
          ),
        ).toEqual(new Set([3]));
      }),
      { numRuns: 50 },
    );
  });
  test("Shift-Tab undoes Tab's way", () => {
    const text = "| a | b |\n| - | - |\n| c | d |\n| ¦  |   |";
    expect(runAll([previousCell, previousCell, previousCell, nextCell, nextCell, nextCell], text)).toBe(text);
  });
});

describe("a new table", () => {
  const rows = (prefix: string, first = "| ¦    |     |     |") =>
    [first, "| --- | --- | --- |", "|     |     |     |", "|     |     |     |"].join(`\n${prefix}`);
  test.each([
    ["in an empty text", "¦", rows("")],
    ["parts a paragraph", "a ¦b", `a\n\n${rows("")}\n\nb`],
    ["stands below a paragraph", "a¦\n\nb", `a\n\n${rows("")}\n\nb`],
    ["has blank lines around it", "a\n¦\nb", `a\n\n${rows("")}\n\nb`],
    ["keeps what is selected", "a ‹b› c", `a b\n\n${rows("")}\n\nc`],
    ["belongs to a list item", "- a¦\n- b", `- a\n\n  ${rows("  ")}\n\n- b`.replace("\n\n- b", "\n\n- b")],
    ["stands above an item", "¦- a", `${rows("")}\n\n- a`],
    ["begins a list item", "1. ¦", `1. ${rows("   ")}`],
    ["belongs to a task", "- [ ] a¦", `- [ ] a\n\n  ${rows("  ")}`],
    ["belongs to a quote", "> a¦ b", `> a\n>\n> ${rows("> ")}\n>\n> b`],
    ["belongs to a list in a quote", "> - a¦", `> - a\n>\n>   ${rows(">   ")}`],
    ["goes below code", "```\na¦\n```", `\`\`\`\na\n\`\`\`\n\n${rows("")}`],
    ["goes below a heading", "# a¦b", `# ab\n\n${rows("")}`],
    ["goes below a table", "| a¦ |\n| - |", `| a |\n| - |\n\n${rows("")}`],
    ["goes below words that share their marks", "a **b¦ c** d", `a **b c** d\n\n${rows("")}`],
  ])("%s", (_name, before, after) => expect(runNotation(insertTable, before)).toBe(after));

  test("is a table wherever it is put", () => {
    const text = fc.array(
      fc.constantFrom(
        "a",
        " ",
        "\n",
        "\n\n",
        "- ",
        "> ",
        "1. ",
        "  ",
        "# ",
        "**",
        "`c`",
        "| a |\n| - |",
        "\n\n```\nx\n```\n",
      ),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(text, fc.nat(), (pieces, place) => {
        const at = pieces.slice(0, place % (pieces.length + 1)).join("").length;
        const source = pieces.join("");
        const before = `${source.slice(0, at)}¦${source.slice(at)}`;
        const after = runAll([insertTable, "HERE"], before).replace("¦", "");
        expect(printHtml(parseMarkdown(after))).toMatch(/<th[^>]*>HERE<\/th>/);
      }),
      { numRuns: 300 },
    );
  });
});
