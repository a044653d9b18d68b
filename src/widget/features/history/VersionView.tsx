import { type ReactNode, useState } from "react";
import { Comparison } from "../../text/compare/Comparison.tsx";
import { historyWords as words } from "../../words.ts";
import type { Loaded } from "./HistoryPanel.tsx";

export interface VersionViewProps {
  readonly name: string;
  readonly text: Loaded | undefined;
  /** null: nothing to compare with, the text is just read. */
  readonly other: { readonly name: string; readonly text: Loaded | undefined; readonly isOlder: boolean } | null;
  renderText(text: string): ReactNode;
  onRetry(): void;
}

type View = "rendered" | "source";

/** One text of the history as it reads or as its source, alone or with what changed between it and another. */
export function VersionView({ name, text, other, renderText, onRetry }: VersionViewProps) {
  const [view, setView] = useState<View>("rendered");
  const failure = [text, other?.text].find((one) => one !== undefined && !one.ok);
  if (failure !== undefined && !failure.ok) {
    return (
      <div className="history-note" role="alert">
        <p>{words.failed(failure.why)}</p>
        <button type="button" className="button" data-kind="outline" onClick={onRetry}>
          {words.tryAgain}
        </button>
      </div>
    );
  }
  if (!text?.ok || (other !== null && !other.text?.ok)) return <p className="history-note">{words.loading}</p>;
  const otherText = other?.text?.ok ? other.text.content : null;
  // The older one is always what changed into the newer.
  const [from, to] = other?.isOlder || otherText === null ? [otherText, text.content] : [text.content, otherText];
  const title =
    other === null
      ? words.reading(name)
      : other.isOlder
        ? words.compared(other.name, name)
        : words.compared(name, other.name);
  return (
    <>
      <div className="history-bar">
        <h3 className="history-title">{title}</h3>
        <fieldset className="history-views">
          <legend className="visually-hidden">{words.view}</legend>
          {(["rendered", "source"] as const).map((one) => (
            <button
              key={one}
              type="button"
              className="button"
              data-kind={view === one ? "outline" : "plain"}
              aria-pressed={view === one}
              onClick={() => setView(one)}
            >
              {words[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div className="history-text">
        {from === null ? (
          view === "rendered" ? (
            renderText(to)
          ) : (
            <pre className="history-source">{to}</pre>
          )
        ) : (
          <Comparison from={from} to={to} view={view} />
        )}
      </div>
    </>
  );
}
