import { useCallback, useEffect, useMemo, useState } from "react";
import type { TextChange } from "../../../core/diff/hunk.ts";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
import type { Ready } from "../../state/state.ts";
import type { EditorHandle, EditorHistory } from "../../text/editor/editor-view.ts";
import type { MadeChange } from "../../text/editor/text-steps.ts";
import type { KeyBinding } from "../../ui/use-keymap.ts";
import { useNewest } from "../../ui/use-newest.ts";
import { proposalWords } from "../../words.ts";
import { createPageSteps, type PageSteps } from "./page-steps.ts";

export interface Undo {
  /** What was decided last, while nothing else was done since. */
  readonly last: { readonly words: string; readonly ids: readonly string[]; undo(): void; dismiss(): void } | null;
  /** Decides, and can take it back. `wordsFor`: what is said of those that were made. */
  decide(decisions: readonly ProposalDecision[], wordsFor: (made: readonly ProposalDecision[]) => string): void;
  /** Changes the text by something that is no typing, as one step. */
  change(changes: readonly TextChange[]): void;
  goBack(which: "undo" | "redo"): boolean;
  /** The editor that holds the undo from now on; null: there is none. */
  setEditor(editor: EditorHandle | null): void;
  /** What the editor goes on with. */
  readonly history: EditorHistory;
  /** The person changed the text, in the editor or beside it. */
  changed(made: MadeChange): void;
  readonly keys: readonly KeyBinding[];
}

interface Last {
  readonly words: string;
  readonly ids: readonly string[];
  readonly steps: PageSteps;
}

/** One undo for all that the person does: typing, decisions, ticked boxes, what they took back of the model's changes. */
export function useUndo(actions: WidgetActions, ready: Ready): Undo {
  const { storeId, owner, checkpoint } = ready.view;
  const { id } = checkpoint.document;
  const newest = useNewest(ready);
  const [last, setLast] = useState<Last | null>(null);

  const changed = useCallback(
    ({ text, changes, decisions, how }: MadeChange): void => {
      actions.type(text, changes, decisions ?? undefined);
      if (how !== "step") setLast(null);
      if (how !== "history" || decisions === null) return;
      actions.say(decisions.takenBack.length > 0 ? proposalWords.takenBack : proposalWords.madeAgain);
    },
    [actions],
  );
  const steps = useMemo(
    () => createPageSteps({ actions, id, storeId, owner, newest, changed }),
    [actions, id, storeId, owner, newest, changed],
  );
  useEffect(() => steps.follow(ready), [steps, ready]);
  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && steps.flush();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("pagehide", steps.flush);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", steps.flush);
      steps.stop();
    };
  }, [steps]);

  const press = (which: "undo" | "redo") => (event: KeyboardEvent) => !isWriting(event.target) && steps.goBack(which);
  return {
    last:
      last?.steps === steps
        ? { words: last.words, ids: last.ids, undo: () => void steps.goBack("undo"), dismiss: () => setLast(null) }
        : null,
    decide(asked, wordsFor) {
      const decided = actions.decide(asked, steps.act);
      if (decided === null) return;
      const { decisions, isStep } = decided;
      // Without a step there is nothing that its "Undo" could take back.
      setLast(isStep ? { words: wordsFor(decisions), ids: decisions.map((one) => one.id), steps } : null);
    },
    change(changes) {
      steps.act({ changes, decisions: [] });
      setLast(null);
    },
    goBack: (which) => steps.goBack(which),
    setEditor: steps.setEditor,
    history: steps.history,
    changed,
    keys: [
      { key: "z", mod: true, shift: false, run: press("undo") },
      { key: "z", mod: true, shift: true, run: press("redo") },
      { key: "y", mod: true, shift: false, run: press("redo") },
    ],
  };
}

/** A field has an undo of its own, and the editor hears its keys itself. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, [contenteditable='true']") !== null;
}
