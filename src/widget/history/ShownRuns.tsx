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

/** Words as they look, underlined if they came and struck through if they left. */
export function ShownRuns({ runs }: { readonly runs: readonly MarkedRun[] }) {
  return runs.map(showRun);
}

function showRun({ text, looks, mark }: MarkedRun, at: number): ReactNode {
  const key = `${at}`;
  const shown = looks.reduceRight<ReactNode>(
    (inner, look) => createElement(LOOK_TAGS[look], look === "address" ? { dir: "ltr" } : null, inner),
    <VisibleText text={text} />,
  );
  if (mark === "added") return <ins key={key}>{shown}</ins>;
  return mark === "removed" ? <del key={key}>{shown}</del> : <span key={key}>{shown}</span>;
}
