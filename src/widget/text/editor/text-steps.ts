import { historyField, isolateHistory, redo, undo } from "@codemirror/commands";
import { EditorState, Transaction, type TransactionSpec } from "@codemirror/state";
import type { TextChange } from "../../../core/diff/hunk.ts";
import { toEditor } from "../../../core/diff/line-endings.ts";
import { changesBetween } from "../../../core/diff/text-changes.ts";
import type { PlacedDecision } from "../../../core/records/operations.ts";
import { outside } from "./clean-input.ts";
import { decidingEffect, decisionsOf, type StepDecisions } from "./decided-steps.ts";
import { historyFor, type KeptHistory, keepHistory } from "./kept-history.ts";
import { lineBreaks, setLineBreaks, sourceChanges, sourceText, toPosition } from "./line-breaks.ts";
import { createDocHash } from "./text-sums.ts";
import { type CarriedUndo, undoExtension } from "./undo-history.ts";

/** Something done to the text that is no typing: a ticked box, a decision, a change that is taken back. */
export interface OwnStep {
  readonly changes: readonly TextChange[];
  readonly decisions: readonly PlacedDecision[];
}

/** One change by the person, however it was made. */
export interface MadeChange {
  readonly text: string;
  /** In offsets of the text before. */
  readonly changes: readonly TextChange[];
  readonly decisions: StepDecisions | null;
  readonly how: "typed" | "step" | "history";
}

export type GoBack = "undo" | "redo";
/** Whether this step may be undone or made again now. */
export type MayGo = (decisions: StepDecisions | null) => boolean;

/** One text with its undo: the editor's, or one that nobody writes in yet. */
export interface TextSteps {
  /** The text on screen has become this one. `own`: by the person, so that undo takes it back. */
  follow(text: string, own: boolean): void;
  act(step: OwnStep): void;
  /** False: there is nothing to undo. */
  goBack(which: GoBack, mayGo: MayGo): boolean;
  /** Undo and redo in a form that outlives the page; null when there is nothing to undo. */
  keepHistory(): KeptHistory | null;
}

/** What holds the state: an editor's view, or a variable. */
interface Target {
  state(): EditorState;
  dispatch(spec: TransactionSpec | Transaction): void;
}

export function stepsOn({ state, dispatch }: Target): TextSteps {
  const hashOf = createDocHash();
  return {
    follow(text, own) {
      if (text === sourceText(state())) return;
      dispatch({
        changes: changesBetween(state().doc.toString(), toEditor(text)).map((change) => ({ ...change })),
        effects: setLineBreaks(text),
        annotations: [
          outside.of(true),
          isolateHistory.of("full"),
          ...(own ? [] : [Transaction.remote.of(true), Transaction.addToHistory.of(false)]),
        ],
      });
    },
    act: (step) => dispatch(specOf(state(), step)),
    goBack(which, mayGo) {
      const command = which === "undo" ? undo : redo;
      return command({
        state: state(),
        dispatch(transaction) {
          if (mayGo(decisionsOf(transaction))) dispatch(transaction);
        },
      });
    },
    keepHistory: () => keepHistory(state(), hashOf),
  };
}

/** A step of its own, whatever is typed before and after it. */
function specOf(state: EditorState, { changes, decisions }: OwnStep): TransactionSpec {
  const at = (offset: number) => toPosition(state, offset);
  return {
    changes: changes.map(({ from, to, insert }) => ({ from: at(from), to: at(to), insert: toEditor(insert) })),
    effects: decisions.map(({ decision, place }) =>
      decidingEffect({ decision, place: place && { from: at(place.from), to: at(place.to) } }),
    ),
    annotations: isolateHistory.of("full"),
    userEvent: OWN_STEP,
  };
}

const OWN_STEP = "step";

/** What the person did by this transaction; null: it changes nothing, or it came from outside. */
export function madeChange(transaction: Transaction): MadeChange | null {
  const decisions = decisionsOf(transaction);
  if ((!transaction.docChanged && decisions === null) || transaction.annotation(outside)) return null;
  const isBack = transaction.isUserEvent("undo") || transaction.isUserEvent("redo");
  const how = isBack ? "history" : transaction.isUserEvent(OWN_STEP) ? "step" : "typed";
  return { text: sourceText(transaction.state), changes: sourceChanges(transaction), decisions, how };
}

/** The steps of a text in which nobody writes yet. `kept`: what an earlier life of it kept. */
export function stepsWithoutEditor(
  text: string,
  kept: KeptHistory | null,
  onChange: (made: MadeChange) => void,
): TextSteps & { readonly undo: CarriedUndo } {
  const doc = toEditor(text);
  const value = kept === null ? null : historyFor(kept, doc);
  let now = EditorState.create({
    doc,
    extensions: [lineBreaks(text), value === null ? [] : historyField.init(() => value), undoExtension()],
  });
  const steps = stepsOn({
    state: () => now,
    dispatch(spec) {
      const transaction = spec instanceof Transaction ? spec : now.update(spec);
      now = transaction.state;
      const made = madeChange(transaction);
      if (made !== null) onChange(made);
    },
  });
  return { ...steps, undo: { value: () => now.field(historyField) } };
}
