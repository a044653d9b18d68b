import { createElement, type ReactNode } from "react";
import { VisibleText } from "../unseen/VisibleText.tsx";
import type { Look, MarkedRun } from "./text-runs.ts";

const LOOK_TAGS: Readonly<Record<Look, string>> = {
  strong: "strong",
  emphasis: "em",
  strike: "s",
  kbd: "kbd",
  sub: "sub",
  sup: "sup",
  mark: "mark",
  code: "code",
  link: "u",
  address: "small",
};

interface ShownRunsProps {
  readonly runs: readonly MarkedRun[];
  /** Of one of two texts: what only it has is marked, and neither came nor left. */
  readonly isSide?: boolean;
}

/** Words as they look, underlined if they came and struck through if they left. */
export function ShownRuns({ runs, isSide = false }: ShownRunsProps) {
  return runs.map((run, at) => showRun(run, at, isSide));
}

function showRun({ text, looks, mark }: MarkedRun, at: number, isSide: boolean): ReactNode {
  const key = `${at}`;
  const shown = looks.reduceRight<ReactNode>(
    (inner, look) => createElement(LOOK_TAGS[look], look === "address" ? { dir: "ltr" } : null, inner),
    <VisibleText text={text} />,
  );
  if (isSide && mark !== "same") return <mark key={key}>{shown}</mark>;
  if (mark === "added") return <ins key={key}>{shown}</ins>;
  return mark === "removed" ? <del key={key}>{shown}</del> : <span key={key}>{shown}</span>;
}
