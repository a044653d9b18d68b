import { useMemo } from "react";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { historyWords as words } from "../words.ts";
import { ComparedSource } from "./ComparedSource.tsx";
import { ComparedText } from "./ComparedText.tsx";
import { compareRendered } from "./compare-rendered.ts";
import { compareSource } from "./compare-source.ts";
import { hasChange } from "./fold-unchanged.ts";

interface ComparisonProps {
  readonly from: string;
  readonly to: string;
  readonly view: "rendered" | "source";
}

/** What changed between two texts, as they read or in their source. */
export function Comparison({ from, to, view }: ComparisonProps) {
  const nodes = useMemo(
    () => (view === "rendered" ? compareRendered(parseMarkdown(from), parseMarkdown(to)) : []),
    [from, to, view],
  );
  const lines = useMemo(() => (view === "source" ? compareSource(from, to) : []), [from, to, view]);
  if (from === to) return <p className="history-note">{words.same}</p>;
  if (view === "source") return <ComparedSource lines={lines} />;
  if (!nodes.some(hasChange)) return <p className="history-note">{words.sameRendered}</p>;
  return <ComparedText nodes={nodes} />;
}
