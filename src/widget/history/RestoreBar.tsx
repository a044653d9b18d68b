import { useState } from "react";
import { historyWords as words } from "../words.ts";
import type { Done } from "./HistoryPanel.tsx";
import type { Place } from "./place.ts";

export interface RestoreBarProps {
  readonly place: Place;
  /** When its text stood, if it is a point; null: it is a version. */
  readonly time: string | null;
  readonly head: number;
  onRestore(place: Place): Promise<Done>;
}

type Step = { readonly kind: "offered" | "asking" | "working" } | { readonly kind: "failed"; readonly why: string };

/** Restoring is asked for once more, in words that say what will happen. */
export function RestoreBar({ place, time, head, onRestore }: RestoreBarProps) {
  const { version } = place;
  const [step, setStep] = useState<Step>({ kind: "offered" });
  const restore = async () => {
    setStep({ kind: "working" });
    const done = await onRestore(place);
    setStep(done.ok ? { kind: "offered" } : { kind: "failed", why: done.why });
  };
  if (step.kind === "offered") {
    return (
      <div className="history-restore">
        <button type="button" className="button" data-kind="outline" onClick={() => setStep({ kind: "asking" })}>
          {time === null ? words.restore : words.restorePoint}
        </button>
      </div>
    );
  }
  return (
    <div className="history-restore" role="alertdialog" aria-label={time === null ? words.restore : words.restorePoint}>
      <p>{step.kind === "failed" ? words.restoreFailed(step.why) : words.restoreAsk(version, head, time)}</p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        // The question has just appeared where the person pressed: its answer takes the focus.
        ref={(element) => element?.focus()}
        disabled={step.kind === "working"}
        onClick={() => void restore()}
      >
        {step.kind === "working" ? words.restoring : words.restoreYes(version, time)}
      </button>
      <button
        type="button"
        className="button"
        data-kind="plain"
        disabled={step.kind === "working"}
        onClick={() => setStep({ kind: "offered" })}
      >
        {words.cancel}
      </button>
    </div>
  );
}
