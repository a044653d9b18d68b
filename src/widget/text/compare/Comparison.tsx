import { useMemo } from "react";
import { parseMarkdown } from "../../../core/markdown/parse-markdown.ts";
import { historyWords as words } from "../../words.ts";
import { ComparedSource } from "./ComparedSource.tsx";
import { ComparedText } from "./ComparedText.tsx";
import { compareRendered } from "./compare-rendered.ts";
import { compareSource } from "./compare-source.ts";
import { hasChange } from "./fold-unchanged.ts";

interface ComparisonProps {
  readonly from: string;
  readonly to: string;
  readonly view: "rendered" | "source";
  /** Whether long stretches without a change are folded away. */
  readonly folds?: boolean;
}

/** What changed between two texts, as they read or in their source. Where they read the same and are not, the source is shown. */
export function Comparison({ from, to, view, folds = true }: ComparisonProps) {
  const nodes = useMemo(
    () => (view === "rendered" ? compareRendered(parseMarkdown(from), parseMarkdown(to)) : []),
    [from, to, view],
  );
  const readsOtherwise = useMemo(() => nodes.some(hasChange), [nodes]);
  const lines = useMemo(() => (readsOtherwise ? [] : compareSource(from, to)), [from, to, readsOtherwise]);
  if (from === to) return <p className="compared-same">{words.same}</p>;
  if (readsOtherwise) return <ComparedText nodes={nodes} folds={folds} />;
  if (view === "source") return <ComparedSource lines={lines} />;
  return (
    <>
      <p className="compared-note">{words.sameRendered}</p>
      <ComparedSource lines={lines} />
    </>
  );
}
