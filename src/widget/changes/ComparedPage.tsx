import { useMemo } from "react";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { ComparedText } from "../history/ComparedText.tsx";
import { compareRendered } from "../history/compare-rendered.ts";

interface ComparedPageProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether what did not change is folded away. */
  readonly folds: boolean;
}

/** Two texts as one page: what came is underlined, what left is struck through. */
export function ComparedPage({ label, before, after, folds }: ComparedPageProps) {
  const nodes = useMemo(() => compareRendered(parseMarkdown(before), parseMarkdown(after)), [before, after]);
  return (
    <section className="page changes-compared" aria-label={label}>
      <div className="page-column">
        <ComparedText nodes={nodes} folds={folds} />
      </div>
    </section>
  );
}
