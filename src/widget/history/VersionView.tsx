import { type ReactNode, useMemo, useState } from "react";
import { parseMarkdown } from "../../core/markdown/parse-markdown.ts";
import { historyWords as words } from "../words.ts";
import { ComparedSource } from "./ComparedSource.tsx";
import { ComparedText } from "./ComparedText.tsx";
import { compareRendered } from "./compare-rendered.ts";
import { compareSource } from "./compare-source.ts";
import { hasChange } from "./fold-unchanged.ts";
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
          <legend className="compared-spoken">{words.view}</legend>
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

function Comparison({ from, to, view }: { readonly from: string; readonly to: string; readonly view: View }) {
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
