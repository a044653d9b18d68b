import { useEffect, useMemo, useRef } from "react";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { ComparedText } from "../history/ComparedText.tsx";
import { type ComparedNode, compareRendered } from "../history/compare-rendered.ts";

interface ComparedPageProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether what did not change is folded away. */
  readonly folds: boolean;
  /** A text between the two: the first mark that it does not have is brought into view. */
  readonly upTo?: string | null;
}

/** Two texts as one page: what came is underlined, what left is struck through. */
export function ComparedPage({ label, before, after, folds, upTo = null }: ComparedPageProps) {
  const page = useRef<HTMLElement>(null);
  const nodes = useMemo(() => compareRendered(parseMarkdown(before), parseMarkdown(after)), [before, after]);
  useEffect(() => {
    if (upTo === null) return;
    const index = countMarks(compareRendered(parseMarkdown(before), parseMarkdown(upTo)));
    const marks = page.current?.querySelectorAll("ins, del, [data-mark]");
    marks?.item(Math.min(index, marks.length - 1))?.scrollIntoView({ block: "center" });
  }, [before, upTo]);
  return (
    <section ref={page} className="page changes-compared" aria-label={label}>
      <div className="page-column">
        <ComparedText nodes={nodes} folds={folds} />
      </div>
    </section>
  );
}

/** As many as the page has elements for them, in the same order. */
function countMarks(nodes: readonly ComparedNode[]): number {
  return nodes.reduce((sum, node) => {
    const own = node.mark === "same" ? 0 : 1;
    const inside =
      node.kind === "box" ? countMarks(node.children) : node.runs.filter((run) => run.mark !== "same").length;
    return sum + own + inside;
  }, 0);
}
