import type { Block, TextNode } from "../../core/markdown/tree.ts";
import { runsOf, type TextRun } from "./text-runs.ts";

export type LineTag = "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "pre" | "hr" | "td" | "th";
export type BoxTag = "ul" | "ol" | "li" | "blockquote" | "table" | "tr";

/** A rendered text: lines of words, and boxes around them. */
export type Shape =
  | { readonly kind: "line"; readonly tag: LineTag; readonly runs: readonly TextRun[] }
  | { readonly kind: "box"; readonly tag: BoxTag; readonly children: readonly Shape[]; readonly start?: number };

export function shapesOf(block: Block): Shape[] {
  switch (block.type) {
    case "paragraph":
      return [{ kind: "line", tag: "p", runs: runsOf(block.children) }];
    case "heading":
      return [{ kind: "line", tag: `h${block.level}`, runs: runsOf(block.children) }];
    case "quote":
      return [{ kind: "box", tag: "blockquote", children: block.children.flatMap(shapesOf) }];
    case "list":
      return [
        {
          kind: "box",
          tag: block.ordered ? "ol" : "ul",
          ...(block.ordered ? { start: block.start } : {}),
          children: block.items.map((item): Shape => {
            const box = item.checked === null ? [] : [{ text: item.checked ? "☑ " : "☐ ", looks: [] }];
            const [first, ...rest] = item.children.flatMap(shapesOf);
            const head: Shape[] =
              first?.kind === "line"
                ? [{ ...first, runs: [...box, ...first.runs] }]
                : [
                    ...(box.length > 0 ? [{ kind: "line", tag: "p", runs: box } as const] : []),
                    ...(first ? [first] : []),
                  ];
            return { kind: "box", tag: "li", children: [...head, ...rest] };
          }),
        },
      ];
    case "table":
      return [
        {
          kind: "box",
          tag: "table",
          children: [block.head, ...block.rows].map(
            (row, at): Shape => ({
              kind: "box",
              tag: "tr",
              children: row.cells.map((cell) => ({
                kind: "line",
                tag: at === 0 ? "th" : "td",
                runs: runsOf(cell.children),
              })),
            }),
          ),
        },
      ];
    case "rule":
      return [{ kind: "line", tag: "hr", runs: [] }];
    case "footnote":
      return block.children.flatMap(shapesOf);
    case "code":
    case "html":
    case "frontMatter":
    case "plain":
      return [{ kind: "line", tag: "pre", runs: [{ text: linesOf(block.lines), looks: [] }] }];
  }
}

function linesOf(lines: readonly TextNode[]): string {
  return lines.map(({ value }) => value).join("\n");
}
