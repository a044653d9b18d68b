import type { Inline } from "../../../core/markdown/tree.ts";
import { originOf, type RunOrigin } from "./run-origin.ts";

/** "address": where a link leads, written out behind it. */
export type Look = "strong" | "emphasis" | "strike" | "kbd" | "sub" | "sup" | "mark" | "code" | "link" | "address";

/** Where a link leads, one object for each link. */
export interface RunTarget {
  readonly address: string;
}

/** Words that look alike. */
export interface TextRun {
  readonly text: string;
  readonly looks: readonly Look[];
  /** Absent: no link, or one whose words are its address. */
  readonly target?: RunTarget;
  /** Absent: written by us, such as an address behind its link. */
  readonly origin?: RunOrigin;
}

export type Mark = "same" | "added" | "removed";
export interface MarkedRun extends TextRun {
  readonly mark: Mark;
  /** Of words that are the same on both sides: where they led before. */
  readonly was?: RunTarget;
}

/** The words of inline markdown as a reader sees them. */
export function runsOf(inlines: readonly Inline[], looks: readonly Look[] = []): TextRun[] {
  return inlines.flatMap((inline) =>
    // What has others inside has their origins already.
    runsOfOne(inline, looks).map((run) => (run.origin ? run : { ...run, origin: originOf(inline, run.text) })),
  );
}

/** The address with its title, as far as the words do not say it themselves. */
function targetOf(
  shown: string,
  address: string,
  { refused = "", title }: { readonly refused?: string; readonly title: string },
): { readonly target?: RunTarget } {
  const written = address || refused;
  const isShown = title === "" && [shown, `mailto:${shown}`, `http://${shown}`].includes(written);
  const whole = title === "" ? written : `${written} “${title}”`;
  return isShown || whole === "" ? {} : { target: { address: whole } };
}

function runsOfOne(inline: Inline, looks: readonly Look[]): TextRun[] {
  switch (inline.type) {
    case "text":
      return [{ text: inline.value, looks }];
    case "strong":
    case "emphasis":
    case "strike":
    case "kbd":
    case "sub":
    case "sup":
    case "mark":
      return runsOf(inline.children, [...looks, inline.type]);
    case "link": {
      const runs = runsOf(inline.children, inline.href === "" ? looks : [...looks, "link"]);
      const target = targetOf(textOf(runs), inline.href, inline);
      // A link without words is there all the same.
      if (runs.length === 0 && target.target !== undefined)
        return [{ text: "[]", looks: [...looks, "link"], ...target }];
      return runs.map((run) => (run.target === undefined ? { ...run, ...target } : run));
    }
    case "code":
      return [{ text: inline.text.value, looks: [...looks, "code"] }];
    case "image":
      return [{ text: `[${inline.alt.value}]`, looks: [...looks, "link"], ...targetOf("", inline.src, inline) }];
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
    if (start < end) {
      const origin = run.origin && { ...run.origin, at: run.origin.at + start - at };
      sliced.push({ ...run, text: run.text.slice(start - at, end - at), mark, ...(origin && { origin }) });
    }
    at += run.text.length;
  }
  return sliced;
}
