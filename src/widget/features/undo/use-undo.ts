import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ProposalDecision } from "../../../core/records/operations.ts";
import type { Origin } from "../../state/browser-cache.ts";
import { systemClock } from "../../state/clock.ts";
import type { Decided, Outcome } from "../../state/effects/decide.ts";
import type { Replacement } from "../../state/effects/versions.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
import type { EditorHandle } from "../../text/editor/editor-view.ts";
import { type KeptHistory, readHistory } from "../../text/editor/kept-history.ts";
import type { Depths } from "../../text/editor/undo-history.ts";
import type { KeyBinding } from "../../ui/use-keymap.ts";
import { historyWords, proposalWords } from "../../words.ts";
import { createUndoKeeper } from "./undo-keeper.ts";
import { createUndoSteps, type UndoSteps } from "./undo-steps.ts";

export interface Undo {
  readonly steps: UndoSteps;
  /** What was decided last, while nothing else was done since. */
  readonly last: { readonly words: string; readonly ids: readonly string[]; undo(): void; dismiss(): void } | null;
  /** Decides, and can take it back. `wordsFor`: what is said of those that were made. */
  decide(decisions: readonly ProposalDecision[], wordsFor: (made: readonly ProposalDecision[]) => string): void;
  /** Changes the text by something that is no typing, and can take it back. */
  change(before: string, after: string): void;
  /** An older text was restored in the place of the one before: that comes back, as one step. */
  restored(made: Replacement): void;
  /** The editor whose undo runs beside this one. */
  setEditor(editor: EditorHandle | null): void;
  typed(): void;
  /** The text in the editor changed, by whomever: its undo is kept at the next pause. */
  changed(): void;
  /** What the editor's life before this one kept. */
  readHistory(): KeptHistory | null;
  historyTaken(depths: Depths): void;
  readonly keys: readonly KeyBinding[];
}

/** One undo for all that the person does: typing, decisions, what they took back of the model's changes. */
export function useUndo(actions: WidgetActions, canvasId: string, { storeId, owner }: Origin): Undo {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another canvas has undo steps of its own
  const steps = useMemo(() => createUndoSteps(), [canvasId]);
  const editor = useRef<EditorHandle | null>(null);
  const keeper = useMemo(() => {
    const read = () => editor.current?.keepHistory() ?? null;
    const keep = (history: KeptHistory) => actions.keptUndo.keep(canvasId, { storeId, owner }, history);
    return createUndoKeeper(systemClock, read, keep);
  }, [actions, canvasId, storeId, owner]);
  const [last, setLast] = useState<{
    readonly words: string;
    readonly ids: readonly string[];
    readonly steps: UndoSteps;
  } | null>(null);

  useEffect(() => {
    steps.attach(() => editor.current?.depths() ?? { undo: 0, redo: 0 });
  }, [steps]);
  const goBack = (what: "undo" | "redo") => (event: KeyboardEvent) => {
    if (isWriting(event.target)) return false;
    const isOurs = what === "undo" ? steps.undo() : steps.redo();
    if (!isOurs && editor.current?.run(what) !== true) return false;
    setLast(null);
    return true;
  };

  useEffect(() => {
    const hide = () => document.visibilityState === "hidden" && keeper.flush();
    document.addEventListener("visibilitychange", hide);
    window.addEventListener("pagehide", keeper.flush);
    return () => {
      document.removeEventListener("visibilitychange", hide);
      window.removeEventListener("pagehide", keeper.flush);
      keeper.stop();
    };
  }, [keeper]);

  const setEditor = useCallback(
    (next: EditorHandle | null) => {
      if (next === null && editor.current !== null) {
        keeper.flush();
        steps.editorGone(editor.current.depths());
      }
      editor.current = next;
    },
    [keeper, steps],
  );
  const remember = (first: Decided): void => {
    let now = first;
    editor.current?.isolate();
    steps.note({
      undo: () => actions.takeBack(now),
      async redo() {
        if (now.decisions.length === 0) return actions.takeBack({ ...now, before: now.after, after: now.before });
        const again = actions.decide(now.decisions);
        if (again === null) return "never";
        now = again;
        actions.say(proposalWords.madeAgain);
        return "done";
      },
    });
  };
  return {
    steps,
    last:
      last?.steps === steps
        ? {
            words: last.words,
            ids: last.ids,
            undo() {
              steps.undo();
              setLast(null);
            },
            dismiss: () => setLast(null),
          }
        : null,
    decide(decisions, wordsFor) {
      const decided = actions.decide(decisions);
      if (decided === null) return;
      remember(decided);
      setLast({ words: wordsFor(decided.decisions), ids: decided.decisions.map(({ id }) => id), steps });
    },
    change(before, after) {
      actions.type(after);
      remember({ canvasId, decisions: [], before, after });
      setLast(null);
    },
    restored(made) {
      let now = made;
      // The two texts take turns: each time the one that stands gives way to the one that it replaced.
      const swap = async (): Promise<Outcome> => {
        const done = await actions.restoreVersion(now.replaced, undefined, now.text);
        if (done.ok && done.made !== null) {
          now = done.made;
          return "done";
        }
        if (done.ok) return "never";
        actions.say(historyWords.restoreFailed(done.why), "warning");
        return done.moved === true ? "never" : "later";
      };
      editor.current?.isolate();
      steps.note({ undo: swap, redo: swap });
      setLast(null);
    },
    setEditor,
    typed() {
      steps.typed();
      if (last !== null) setLast(null);
    },
    changed: keeper.changed,
    readHistory: () => readHistory(actions.keptUndo.read(canvasId, { storeId, owner })),
    historyTaken: (depths) => steps.editorRegained(depths),
    keys: [
      { key: "z", mod: true, shift: false, run: goBack("undo") },
      { key: "z", mod: true, shift: true, run: goBack("redo") },
      { key: "y", mod: true, shift: false, run: goBack("redo") },
    ],
  };
}

/** A field has an undo of its own, and the editor asks for these steps itself. */
function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("input, textarea, [contenteditable='true']") !== null;
}
