import { Button, IconButton } from "../../ui/Button.tsx";
import { namesInWords, changeWords as words } from "../../words.ts";
import { changedWords, nameOfAuthor } from "./change-authors.ts";
import type { MarkedPlace } from "./marked-places.ts";
import { UnseenChanges } from "./UnseenChanges.tsx";
import type { ModelChanges } from "./use-model-changes.ts";
import "./changes-bar.css";

interface ChangesBarProps {
  readonly changes: ModelChanges;
  readonly assistant: string;
  readonly locked: boolean;
  onShow(place: MarkedPlace): void;
}

/** What the model changed, in one line: step through it, see it as it was, take one change back, or be done with it. */
export function ChangesBar({ changes, assistant, locked, onShow }: ChangesBarProps) {
  const { places, at, compares } = changes;
  const step = (by: 1 | -1) => {
    const place = changes.step(by);
    if (place !== null) onShow(place);
  };
  const isOnlyModel = changes.authors.every((authors) => authors.every((author) => author === null));
  const current = at === null ? undefined : places[at];
  const { added, removed } = changes.words;
  const hidden = changes.unseen.reduce((sum, { length }) => sum + length, 0);
  return (
    <section className="changes-bar" aria-label={isOnlyModel ? words.title(assistant) : words.titleOthers}>
      <p className="changes-words">
        <span className="changes-long">{changedWords(changes.authors, assistant)}</span>
        <span className="changes-brief" aria-hidden="true">
          {at === null ? words.brief(places.length) : words.at(at + 1, places.length)}
        </span>
        {added + removed > 0 && (
          <span className="changes-count">
            {added > 0 && <ins>{words.added(added)}</ins>} {removed > 0 && <del>{words.removed(removed)}</del>}{" "}
            {words.unit}
          </span>
        )}
        {hidden > 0 && <span className="changes-count">{words.hidden(hidden)}</span>}
      </p>
      <div className="changes-controls">
        {/* Always there, and always as wide: what is pressed again and again must not move. */}
        <span className="changes-at" style={{ minInlineSize: `${words.at(places.length, places.length).length}ch` }}>
          {at === null ? "" : words.at(at + 1, places.length)}
        </span>
        {at !== null && !isOnlyModel && (
          <span className="changes-who" dir="auto">
            {namesInWords((changes.authors[at] ?? []).map((author) => nameOfAuthor(author, assistant)))}
          </span>
        )}
        <IconButton icon="ChevronUp" label={words.previous} aria-keyshortcuts="Shift+F7" onClick={() => step(-1)} />
        <IconButton icon="ChevronDown" label={words.next} aria-keyshortcuts="F7" onClick={() => step(1)} />
        <Button
          icon="Compare"
          aria-label={words.compare}
          aria-pressed={compares}
          title={words.compared}
          onClick={() => changes.compare(!compares)}
        >
          <span className="changes-label">{words.compare}</span>
        </Button>
        {!locked && (
          <Button
            icon="Undo"
            aria-label={words.undoThis}
            title={words.undoThis}
            // It keeps the focus, and with it the place in the row, when there is nothing to undo for a while.
            aria-disabled={current === undefined}
            onClick={() => current !== undefined && changes.undo(current)}
          >
            <span className="changes-label">{words.undo}</span>
          </Button>
        )}
        <Button kind="outline" onClick={changes.done}>
          {words.done}
        </Button>
      </div>
      {at !== null && <UnseenChanges changes={changes.unseen[at] ?? []} />}
    </section>
  );
}
