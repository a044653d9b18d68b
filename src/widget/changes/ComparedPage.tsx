import { useMemo } from "react";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { ComparedText } from "../history/ComparedText.tsx";
import { compareRendered } from "../history/compare-rendered.ts";
import { changeWords as words } from "../words.ts";

/** The page with what it was before: what came is underlined, what left is struck through. */
export function ComparedPage({ before, after }: { readonly before: string; readonly after: string }) {
  const nodes = useMemo(() => compareRendered(parseMarkdown(before), parseMarkdown(after)), [before, after]);
  return (
    <section className="page changes-compared" aria-label={words.compared}>
      <div className="page-column">
        <ComparedText nodes={nodes} />
      </div>
    </section>
  );
}
