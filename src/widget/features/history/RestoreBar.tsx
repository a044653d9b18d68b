import { useMemo, useState } from "react";
import { wordDelta } from "../../../core/document/versions/word-delta.ts";
import { READ_MS, useUnchangedFor } from "../../state/seen-text.ts";
import { Comparison } from "../../text/compare/Comparison.tsx";
import { Button } from "../../ui/Button.tsx";
import { historyWords as words } from "../../words.ts";
import type { Done } from "./HistoryPanel.tsx";
import type { Place } from "./place.ts";

/** The text that a restored one takes the place of. */
interface Replaced {
  readonly text: string;
  /** As the person could read it before the history covered it. */
  readonly seen: string;
  /** Who made the one out of the other, as a sentence begins. */
  readonly who: string;
}

export interface Restoring {
  readonly replaces: Replaced;
  /** `over`: the text that it replaces, as the person could read it. */
  onRestore(place: Place, over: string, time: string | null): Promise<Done>;
}

interface RestoreBarProps extends Restoring {
  readonly place: Place;
  /** When its text stood, if it is a point; null: it is a version. */
  readonly time: string | null;
  readonly head: number;
}

type Step = { readonly kind: "offered" | "working" | "asking" } | { readonly kind: "failed"; readonly why: string };

/** One press restores, and it can be undone. Only if it would replace words that the person has not seen, it asks first. */
export function RestoreBar(props: RestoreBarProps) {
  const { place, time, head, replaces, onRestore } = props;
  const { text, seen } = replaces;
  const [step, setStep] = useState<Step>({ kind: "offered" });
  const restore = async () => {
    setStep({ kind: "working" });
    const done = await onRestore(place, text, time);
    if (!done.ok) setStep(done.moved ? { kind: "asking" } : { kind: "failed", why: done.why });
  };
  if (step.kind === "asking") {
    return <RestoreQuestion {...props} onRestore={restore} onClose={() => setStep({ kind: "offered" })} />;
  }
  const isWorking = step.kind === "working";
  return (
    <div className="history-restore">
      <Button
        kind="primary"
        disabled={isWorking}
        onClick={() => (text === seen ? void restore() : setStep({ kind: "asking" }))}
      >
        {isWorking ? words.restoring : time === null ? words.restore : words.restorePoint}
      </Button>
      <p role="status">{step.kind === "failed" ? words.restoreFailed(step.why) : words.restoreStays(head)}</p>
    </div>
  );
}

interface RestoreQuestionProps extends Omit<RestoreBarProps, "onRestore"> {
  readonly onRestore: () => Promise<void>;
  readonly onClose: () => void;
}

/** What will happen, and what has come since the person last saw the text, which would be replaced too. */
function RestoreQuestion({ place, time, head, replaces, onRestore, onClose }: RestoreQuestionProps) {
  const { version } = place;
  const { text, seen, who } = replaces;
  const isOther = text !== seen;
  const canRead = useUnchangedFor(text, isOther ? READ_MS : 0);
  const delta = useMemo(() => (isOther ? wordDelta(seen, text) : null), [isOther, seen, text]);
  return (
    <div className="history-restore" role="alertdialog" aria-label={time === null ? words.restore : words.restorePoint}>
      {delta !== null && (
        <div className="history-moved">
          <p className="dialog-alert" role="alert">
            {words.restoreChanged(who, delta.added, delta.removed)}
          </p>
          <div className="dialog-changes">
            <Comparison from={seen} to={text} view="source" />
          </div>
        </div>
      )}
      <div className="history-answer">
        <p>{words.restoreAsk(version, head, time)}</p>
        <Button
          kind="primary"
          // The question has just appeared where the person pressed: its answer takes the focus.
          ref={focusOnce}
          isEarly={!canRead}
          onClick={() => void onRestore()}
        >
          {words.restoreYes(version, time)}
        </Button>
        <button type="button" className="button" data-kind="plain" onClick={onClose}>
          {words.cancel}
        </button>
      </div>
    </div>
  );
}

function focusOnce(element: HTMLElement | null): void {
  element?.focus();
}
