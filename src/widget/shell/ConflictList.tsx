import type { Proposal } from "../../core/document/records.ts";
import { shellWords } from "../words.ts";
import { Button } from "./Button.tsx";
import "./conflict-list.css";

interface ConflictListProps {
  readonly conflicts: readonly Proposal[];
  readonly assistant: string;
  readonly onDecide: (id: string, decision: "keep" | "take" | "both") => void;
  readonly onShow: (proposal: Proposal) => void;
}

/** What both changed: the person's words are in the text, the model's stand here until one click settles it. */
export function ConflictList({ conflicts, assistant, onDecide, onShow }: ConflictListProps) {
  return (
    <section className="conflict-list" aria-label={shellWords.conflictsTitle}>
      {conflicts.map((conflict) => (
        <article key={conflict.id} className="conflict">
          <h3 className="conflict-title">
            <button type="button" className="button" data-kind="link" onClick={() => onShow(conflict)}>
              {shellWords.conflictParagraph}
            </button>
          </h3>
          <dl className="conflict-sides">
            <div data-side="mine">
              <dt>{shellWords.yours}</dt>
              <dd dir="auto">{conflict.anchor.quotedText || shellWords.nothingThere}</dd>
            </div>
            <div data-side="theirs">
              <dt>{shellWords.theirs(assistant)}</dt>
              <dd dir="auto">{conflict.text || shellWords.nothingThere}</dd>
            </div>
          </dl>
          <div className="conflict-actions">
            <Button kind="outline" onClick={() => onDecide(conflict.id, "keep")}>
              {shellWords.keepMine}
            </Button>
            <Button kind="outline" onClick={() => onDecide(conflict.id, "take")}>
              {shellWords.takeTheirs(assistant)}
            </Button>
            <Button kind="outline" onClick={() => onDecide(conflict.id, "both")}>
              {shellWords.keepBoth}
            </Button>
          </div>
        </article>
      ))}
    </section>
  );
}
