import type { Origin } from "../../state/browser-cache.ts";
import { systemClock } from "../../state/clock.ts";
import { rightsOf } from "../../state/rights.ts";
import type { WidgetActions } from "../../state/start-widget.ts";
import { isReadOnly, type Ready } from "../../state/state.ts";
import type { EditorHandle, EditorHistory } from "../../text/editor/editor-view.ts";
import { readHistory } from "../../text/editor/kept-history.ts";
import {
  type GoBack,
  type MadeChange,
  type MayGo,
  type OwnStep,
  stepsWithoutEditor,
  type TextSteps,
} from "../../text/editor/text-steps.ts";
import { proposalWords } from "../../words.ts";
import { createUndoKeeper } from "./undo-keeper.ts";

/** The steps of one canvas: in its editor, once there is one. */
export interface PageSteps {
  /** The canvas has become this one. */
  follow(ready: Ready): void;
  act(step: OwnStep): void;
  goBack(which: GoBack): boolean;
  setEditor(editor: EditorHandle | null): void;
  readonly history: EditorHistory;
  /** Keeps the undo now: the page may be gone in a moment. */
  flush(): void;
  stop(): void;
}

export interface PageStepsOptions extends Origin {
  readonly actions: WidgetActions;
  readonly id: string;
  newest(): Ready;
  changed(made: MadeChange): void;
}

export function createPageSteps({ actions, id, newest, changed, ...origin }: PageStepsOptions): PageSteps {
  let editor: EditorHandle | null = null;
  /** Until somebody writes, and from the first step on: nobody who only reads pays for it. */
  let alone: ReturnType<typeof stepsWithoutEditor> | null = null;
  let seen = newest().draft;
  const keeper = createUndoKeeper(
    systemClock,
    () => (editor?.steps ?? alone)?.keepHistory() ?? null,
    (history) => actions.keptUndo.keep(id, origin, history),
  );
  const keptBefore = () => readHistory(actions.keptUndo.read(id, origin));
  const mayGo: MayGo = (decisions) => {
    if (decisions === null || !decisions.changesText || !newest().suggesting) return true;
    actions.say(proposalWords.undoSuggesting, "warning");
    return false;
  };
  /** On the text that is on screen now, whether or not React has told the editor of it. */
  const stepsNow = (): TextSteps => {
    const { draft, ownText } = newest();
    if (editor === null) alone ??= stepsWithoutEditor(draft, keptBefore(), changed);
    const steps = editor?.steps ?? alone!;
    steps.follow(draft, ownText === draft);
    return steps;
  };
  return {
    follow({ draft, ownText }) {
      if (draft === seen) return;
      const before = seen;
      const isOwn = ownText === draft;
      seen = draft;
      keeper.changed();
      if (editor !== null) return;
      // What the person put there otherwise is a step, even where it is the first.
      if (isOwn) alone ??= stepsWithoutEditor(before, keptBefore(), changed);
      alone?.follow(draft, isOwn);
    },
    act: (step) => stepsNow().act(step),
    goBack(which) {
      const ready = newest();
      const { canEdit, canSuggest } = rightsOf(ready.view);
      if (isReadOnly(ready) || !(canEdit || canSuggest)) return false;
      return stepsNow().goBack(which, mayGo);
    },
    setEditor(next) {
      if (next === null && editor !== null) keeper.flush();
      editor = next;
    },
    history: { read: keptBefore, carried: () => alone?.undo ?? null, mayGo },
    flush: keeper.flush,
    stop: keeper.stop,
  };
}
