import { useMemo, useState } from "react";
import { wordDelta } from "../../core/document/version-record.ts";
import { Button } from "../shell/Button.tsx";
import { READ_MS, useStoodFor } from "../shell/use-stood-for.ts";
import { historyWords as words } from "../words.ts";
import { Comparison } from "./Comparison.tsx";
import type { Done } from "./HistoryPanel.tsx";
import type { Place } from "./place.ts";

/** The text that a restored one takes the place of. */
export interface Replaced {
  readonly text: string;
  /** As the person could read it before the history covered it. */
  readonly seen: string;
  /** Who made the one out of the other, as a sentence begins. */
  readonly who: string;
}

export interface RestoreBarProps {
  readonly place: Place;
  /** When its text stood, if it is a point; null: it is a version. */
  readonly time: string | null;
  readonly head: number;
  readonly replaces: Replaced;
  onRestore(place: Place, over: string): Promise<Done>;
}

/** Restoring is asked for once more, in words that say what will happen. */
export function RestoreBar(props: RestoreBarProps) {
  const [isAsking, ask] = useState(false);
  if (isAsking) return <RestoreQuestion {...props} onClose={() => ask(false)} />;
  return (
    <div className="history-restore">
      <button type="button" className="button" data-kind="outline" onClick={() => ask(true)}>
        {props.time === null ? words.restore : words.restorePoint}
      </button>
    </div>
  );
}

type Step = { readonly kind: "asking" | "working" } | { readonly kind: "failed"; readonly why: string };

/** What will happen; and what has come since the person last saw the text, which would be replaced too. */
function RestoreQuestion(props: RestoreBarProps & { readonly onClose: () => void }) {
  const { place, time, head, replaces, onRestore, onClose } = props;
  const { version } = place;
  const { text, seen, who } = replaces;
  const [step, setStep] = useState<Step>({ kind: "asking" });
  const isOther = text !== seen;
  const canRead = useStoodFor(text, isOther ? READ_MS : 0);
  const delta = useMemo(() => (isOther ? wordDelta(seen, text) : null), [isOther, seen, text]);
  const restore = async () => {
    setStep({ kind: "working" });
    const done = await onRestore(place, text);
    if (done.ok) onClose();
    else setStep(done.moved ? { kind: "asking" } : { kind: "failed", why: done.why });
  };
  return (
    <div className="history-restore" role="alertdialog" aria-label={time === null ? words.restore : words.restorePoint}>
      {delta !== null && (
        <div className="history-moved">
          <p role="alert">{words.restoreChanged(who, delta.added, delta.removed)}</p>
          <div className="dialog-changes">
            <Comparison from={seen} to={text} view="source" />
          </div>
        </div>
      )}
      <div className="history-answer">
        <p>{step.kind === "failed" ? words.restoreFailed(step.why) : words.restoreAsk(version, head, time)}</p>
        <Button
          kind="primary"
          // The question has just appeared where the person pressed: its answer takes the focus.
          ref={focusOnce}
          disabled={step.kind === "working"}
          isEarly={!canRead}
          onClick={() => void restore()}
        >
          {step.kind === "working" ? words.restoring : words.restoreYes(version, time)}
        </Button>
        <button type="button" className="button" data-kind="plain" disabled={step.kind === "working"} onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
