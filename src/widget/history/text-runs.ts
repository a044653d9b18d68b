import type { Inline } from "../../core/markdown/tree.ts";

export type Look = "strong" | "emphasis" | "strike" | "code" | "link";

/** Words that look alike. */
export interface TextRun {
  readonly text: string;
  readonly looks: readonly Look[];
}

export type Mark = "same" | "added" | "removed";
export interface MarkedRun extends TextRun {
  readonly mark: Mark;
}

/** The words of inline markdown as a reader sees them. */
export function runsOf(inlines: readonly Inline[], looks: readonly Look[] = []): TextRun[] {
  return inlines.flatMap((inline) => runsOfOne(inline, looks));
}

function runsOfOne(inline: Inline, looks: readonly Look[]): TextRun[] {
  switch (inline.type) {
    case "text":
      return [{ text: inline.value, looks }];
    case "strong":
    case "emphasis":
    case "strike":
      return runsOf(inline.children, [...looks, inline.type]);
    case "link":
      return runsOf(inline.children, inline.href === "" ? looks : [...looks, "link"]);
    case "code":
      return [{ text: inline.text.value, looks: [...looks, "code"] }];
    case "image":
      return [{ text: `[${inline.alt.value || inline.src}]`, looks: [...looks, "link"] }];
    case "break":
      return [{ text: inline.hard ? "\n" : " ", looks }];
    case "footnoteRef":
      return [{ text: `[${inline.number}]`, looks: [...looks, "link"] }];
    case "html":
      return [{ text: inline.text.value, looks: [...looks, "code"] }];
  }
}

export function textOf(runs: readonly TextRun[]): string {
  return runs.map(({ text }) => text).join("");
}

/** The part of the runs that shows text[from, to). */
export function sliceRuns(runs: readonly TextRun[], from: number, to: number, mark: Mark): MarkedRun[] {
  const sliced: MarkedRun[] = [];
  let at = 0;
  for (const run of runs) {
    const start = Math.max(from, at);
    const end = Math.min(to, at + run.text.length);
    if (start < end) sliced.push({ text: run.text.slice(start - at, end - at), looks: run.looks, mark });
    at += run.text.length;
  }
  return sliced;
}
