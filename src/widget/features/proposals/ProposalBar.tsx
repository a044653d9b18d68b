import { type Access, authorName, isMine } from "../../people/who.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { useEscape } from "../../ui/use-escape.ts";
import { namesInWords, proposalWords as words } from "../../words.ts";
import { decisionOn } from "./ProposalActions.tsx";
import type { ProposalControls } from "./use-proposal-controls.ts";
import "./proposals.css";

interface ProposalBarProps {
  readonly controls: ProposalControls;
  readonly assistant: string;
  /** Who looks, as far as the server knows; undefined: it knows nobody. */
  readonly access?: Access;
  readonly locked: boolean;
  /** The last decision, while it can be taken back. */
  readonly last: { readonly words: string; undo(): void; dismiss(): void } | null;
  onStep(by: 1 | -1): void;
}

/** How much waits for the person, and the way through it. Each stands in the text; here are the ways to settle all that can have been read. */
export function ProposalBar({ controls, assistant, access, locked, last, onStep }: ProposalBarProps) {
  const suggestions = controls.open
    .map(({ proposal }) => proposal)
    .filter(({ kind, by }) => kind === "suggestion" && !isMine(by, access));
  const own = controls.open.some(({ proposal: { kind, by } }) => kind === "suggestion" && isMine(by, access));
  const read = suggestions.filter(({ id }) => !controls.unread.has(id));
  const all = (decision: "accept" | "reject") => controls.decide(read.map((one) => decisionOn(one, decision)));
  const waiting = waitingWords(controls, assistant, access);
  useEscape(last !== null, () => last?.dismiss());
  return (
    <section className="proposal-bar" aria-label={words.title}>
      <p className="proposal-count">{waiting === "" ? last?.words : waiting}</p>
      {controls.at >= 0 && <span className="proposal-at">{words.at(controls.at + 1, controls.open.length)}</span>}
      <div className="proposal-controls">
        {controls.open.length > 0 && (
          <>
            <IconButton
              icon="ChevronUp"
              label={words.previous}
              aria-keyshortcuts="Shift+F9"
              onClick={() => onStep(-1)}
            />
            <IconButton icon="ChevronDown" label={words.next} aria-keyshortcuts="F9" onClick={() => onStep(1)} />
          </>
        )}
        {(suggestions.length > 0 || own) && (
          <IconButton
            icon="Eye"
            label={words.inText}
            aria-pressed={controls.inText}
            onClick={() => controls.showInText(!controls.inText)}
          />
        )}
        {last !== null && !locked && (
          <Button icon="Undo" onClick={last.undo}>
            {words.undo}
          </Button>
        )}
        {suggestions.length > 1 && !locked && (
          <>
            <Button isEarly={read.length === 0} onClick={() => all("accept")}>
              {words.acceptAll}
            </Button>
            <Button isEarly={read.length === 0} onClick={() => all("reject")}>
              {words.rejectAll}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

/** How much waits, of each sort; empty when nothing does. */
export function waitingWords({ open }: ProposalControls, assistant: string, access?: Access): string {
  const proposals = open.map(({ proposal }) => proposal);
  const conflicts = proposals.filter(({ kind }) => kind === "conflict").length;
  const own = proposals.filter(({ kind, by }) => kind === "suggestion" && isMine(by, access)).length;
  const others = proposals.filter(({ kind, by }) => kind === "suggestion" && !isMine(by, access));
  const authors = [
    ...new Set(others.map(({ by }) => (access === undefined ? assistant : authorName(by, access, assistant)))),
  ];
  return [
    ...(conflicts > 0 ? [access === undefined ? words.conflicts(conflicts) : words.conflictsOf(conflicts)] : []),
    ...(others.length > 0 ? [words.suggestions(namesInWords(authors), others.length)] : []),
    ...(own > 0 ? [words.ownSuggestions(own)] : []),
  ].join(" · ");
}
