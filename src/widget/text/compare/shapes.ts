import type { Block, MarkdownDocument, Span, TextNode } from "../../../core/markdown/tree.ts";
import { surplusCells, unseenParts } from "../../../core/markdown/unseen-parts.ts";
import { previewWords } from "../../words.ts";
import { linesOrigin, wholeOrigin } from "./run-origin.ts";
import { runsOf, type TextRun } from "./text-runs.ts";

/** What the rendering does not show: what stands on a fence, cells without a column, definitions that nothing uses. */
export type HiddenTag = "fence" | "cells" | "unused" | "remark";
export type LineTag =
  | HiddenTag
  | "p"
  | "summary"
  | "alert"
  | "h1"
  | "h2"
  | "h3"
  | "h4"
  | "h5"
  | "h6"
  | "pre"
  | "hr"
  | "td"
  | "th";
export type BoxTag = "ul" | "ol" | "li" | "blockquote" | "details" | "table" | "tr";

/** Where something stands in its text; `base` is where its top-level block starts, which origins of runs count from. */
export interface Place extends Span {
  readonly base: number;
}

/** A rendered text: lines of words, and boxes around them. */
export type Shape = { readonly at?: Place } & (
  | { readonly kind: "line"; readonly tag: LineTag; readonly runs: readonly TextRun[] }
  | { readonly kind: "box"; readonly tag: BoxTag; readonly children: readonly Shape[]; readonly start?: number }
);

export function shapesOf(document: MarkdownDocument): Shape[] {
  const { text, blocks } = document;
  const loose = unseenParts(document).filter(({ kind }) => kind === "unused" || kind === "remark");
  const shapes: Shape[] = [];
  let next = 0;
  const takeUntil = (offset: number) => {
    for (; next < loose.length && loose[next]!.from < offset; next++) {
      const { kind, text: says, from, to } = loose[next]!;
      shapes.push({ ...hidden(kind as HiddenTag, says), at: { from, to, base: 0 } });
    }
  };
  for (const { from, node } of blocks) {
    takeUntil(from);
    shapes.push(...blockShapes(node, { text, base: from }));
  }
  takeUntil(Number.POSITIVE_INFINITY);
  return shapes;
}

const HIDDEN: ReadonlySet<string> = new Set<HiddenTag>(["fence", "cells", "unused", "remark"]);
export const isHidden = (tag: LineTag | BoxTag): tag is HiddenTag => HIDDEN.has(tag);

function hidden(tag: HiddenTag, text: string): Shape {
  return { kind: "line", tag, runs: [{ text, looks: [] }] };
}

interface Source {
  readonly text: string;
  /** Where the top-level block starts. */
  readonly base: number;
}

const placeOf = ({ from, to }: Span, { base }: Source): Place => ({ from: base + from, to: base + to, base });

function blockShapes(block: Block, source: Source): Shape[] {
  return shapesIn(block, source).map((shape) => (shape.at ? shape : { ...shape, at: placeOf(block, source) }));
}

function shapesIn(block: Block, source: Source): Shape[] {
  const inside = (child: Block) => blockShapes(child, source);
  switch (block.type) {
    case "paragraph":
      return [{ kind: "line", tag: "p", runs: runsOf(block.children) }];
    case "heading":
      return [{ kind: "line", tag: `h${block.level}`, runs: runsOf(block.children) }];
    case "quote":
      return [
        {
          kind: "box",
          tag: "blockquote",
          children: [
            ...(block.alert === null ? [] : [alertShape(previewWords.alerts[block.alert])]),
            ...block.children.flatMap(inside),
          ],
        },
      ];
    case "details":
      return [{ kind: "box", tag: "details", children: block.children.flatMap(inside) }];
    case "summary":
      return [{ kind: "line", tag: "summary", runs: runsOf(block.children) }];
    case "list":
      return [
        {
          kind: "box",
          tag: block.ordered ? "ol" : "ul",
          ...(block.ordered ? { start: block.start } : {}),
          children: block.items.map((item): Shape => {
            const tick = item.checked ? "☑ " : "☐ ";
            const box =
              item.checked === null ? [] : [{ text: tick, looks: [], origin: wholeOrigin(item.box ?? item, tick) }];
            const [first, ...rest] = item.children.flatMap(inside);
            const head: Shape[] =
              first?.kind === "line"
                ? [{ ...first, runs: [...box, ...first.runs] }]
                : [
                    ...(box.length > 0 ? [{ kind: "line", tag: "p", runs: box } as const] : []),
                    ...(first ? [first] : []),
                  ];
            return { kind: "box", tag: "li", at: placeOf(item, source), children: [...head, ...rest] };
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
              at: placeOf(row, source),
              children: row.cells.map((cell) => ({
                kind: "line",
                tag: at === 0 ? "th" : "td",
                at: placeOf(cell, source),
                runs: runsOf(cell.children),
              })),
            }),
          ),
        },
        ...[block.head, ...block.rows].flatMap((row): Shape[] => {
          const cells = surplusCells(source.text, source.base, row);
          return cells === null ? [] : [hidden("cells", cells.text)];
        }),
      ];
    case "rule":
      return [{ kind: "line", tag: "hr", runs: [] }];
    case "footnote":
      return block.children.flatMap(inside);
    case "code":
      return [...(block.info === "" ? [] : [hidden("fence", block.info)]), codeShape(block.lines)];
    case "html":
    case "frontMatter":
    case "plain":
      return [codeShape(block.lines)];
  }
}

function alertShape(text: string): Shape {
  return { kind: "line", tag: "alert", runs: [{ text, looks: [] }] };
}

function codeShape(lines: readonly TextNode[]): Shape {
  const text = lines.map(({ value }) => value).join("\n");
  const origin = linesOrigin(lines, text);
  return { kind: "line", tag: "pre", runs: [{ text, looks: [], ...(origin && { origin }) }] };
}
