import { Comparison } from "../../text/compare/Comparison.tsx";

interface ComparedPageProps {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** Whether what did not change is folded away. */
  readonly folds: boolean;
}

/** Two texts as one page: what came is underlined, what left is struck through. */
export function ComparedPage({ label, before, after, folds }: ComparedPageProps) {
  return (
    <section className="page changes-compared" aria-label={label}>
      <div className="page-column">
        <Comparison from={before} to={after} view="rendered" folds={folds} />
      </div>
    </section>
  );
}
