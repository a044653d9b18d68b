import { useState } from "react";
import { historyWords as words } from "../words.ts";
import type { Done } from "./HistoryPanel.tsx";

export interface RestoreBarProps {
  readonly version: number;
  readonly head: number;
  onRestore(version: number): Promise<Done>;
}

type Step = { readonly kind: "offered" | "asking" | "working" } | { readonly kind: "failed"; readonly why: string };

/** Restoring is asked for once more, in words that say what will happen. */
export function RestoreBar({ version, head, onRestore }: RestoreBarProps) {
  const [step, setStep] = useState<Step>({ kind: "offered" });
  const restore = async () => {
    setStep({ kind: "working" });
    const done = await onRestore(version);
    setStep(done.ok ? { kind: "offered" } : { kind: "failed", why: done.why });
  };
  if (step.kind === "offered") {
    return (
      <div className="history-restore">
        <button type="button" className="button" data-kind="outline" onClick={() => setStep({ kind: "asking" })}>
          {words.restore}
        </button>
      </div>
    );
  }
  return (
    <div className="history-restore" role="alertdialog" aria-label={words.restore}>
      <p>{step.kind === "failed" ? words.restoreFailed(step.why) : words.restoreAsk(version, head)}</p>
      <button
        type="button"
        className="button"
        data-kind="primary"
        // The question has just appeared where the person pressed: its answer takes the focus.
        ref={(element) => element?.focus()}
        disabled={step.kind === "working"}
        onClick={() => void restore()}
      >
        {step.kind === "working" ? words.restoring : words.restoreYes(version)}
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
