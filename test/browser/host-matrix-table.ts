import { readFileSync, writeFileSync } from "node:fs";

export const COLUMNS = ["streams", "edits", "comments", "sends", "restores", "accepts a suggestion"] as const;
/** One for each column. */
export type Cells = readonly string[];

const README = new URL("../../README.md", import.meta.url);
const [START, END] = ["<!-- host matrix -->", "<!-- end of the host matrix -->"];

function split(): [before: string, table: string, after: string] {
  const text = readFileSync(README, "utf8");
  const from = text.indexOf(START) + START.length;
  const to = text.indexOf(END);
  if (from < START.length || to < from) throw new Error(`README.md needs ${START} and, after it, ${END}`);
  return [text.slice(0, from), text.slice(from, to), text.slice(to)];
}

/** The table as it stands in the README, by the name of the host. */
export function readMatrix(): Map<string, Cells> {
  const lines = split()[1]
    .split("\n")
    .filter((line) => line.startsWith("|"));
  const rows = lines.slice(2).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  return new Map(rows.map(([name = "", ...cells]) => [name, cells]));
}

export function writeMatrix(rows: readonly (readonly [name: string, cells: Cells])[]): void {
  const table = [
    ["host", ...COLUMNS],
    ...rows.map(([name, cells]) => [name, ...COLUMNS.map((_, at) => cells[at] ?? "")]),
  ];
  const widths = ["", ...COLUMNS].map((_, at) => Math.max(...table.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], fill = " ") =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  const [head = [], ...body] = table;
  const lines = [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...body.map((row) => line(row)),
  ];
  const [before, , after] = split();
  writeFileSync(README, `${before}\n\n${lines.join("\n")}\n\n${after}`);
}
