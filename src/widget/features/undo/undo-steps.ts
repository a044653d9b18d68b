import type { Outcome } from "../../state/effects/decide.ts";
import type { Depths } from "../../text/editor/undo-history.ts";

/** Something the person did outside the editor, and the way back and forth. */
export interface Step {
  undo(): Promise<Outcome>;
  redo(): Promise<Outcome>;
}

/**
 * What the person did outside the editor, in one order with what they typed in it: a step lies at the depth that the
 * editor's own undo had when it was made, so undo meets everything in the order in which it happened.
 */
export interface UndoSteps {
  /** The editor beside it; null: there is none. */
  attach(depths: (() => Depths) | null): void;
  /** The editor is gone, and could undo so much; another may come. */
  editorGone(left: Depths): void;
  /** The editor got back so much of what one before it could undo: older than all that was done since. */
  editorRegained(taken: Depths): void;
  note(step: Step): void;
  /** True: the last thing was one of these steps, and is being undone. False: it is the editor's turn. */
  undo(): boolean;
  redo(): boolean;
  /** Something was typed: what was undone before it is gone, as in every editor. */
  typed(): void;
}

/** More steps than this nobody takes back. */
const MOST = 200;

interface PlacedStep {
  readonly step: Step;
  readonly depth: number;
  /** Counts the editors: the depth is one of the editor that was there. */
  readonly editorNumber: number;
}

export function createUndoSteps(): UndoSteps {
  let depthsOf: (() => Depths) | null = null;
  let done: readonly PlacedStep[] = [];
  let undone: readonly PlacedStep[] = [];
  let busy: Promise<void> | null = null;
  let editorNumber = 0;
  let atLeaving: Depths = { undo: 0, redo: 0 };
  const depths = (): Depths => depthsOf?.() ?? { undo: 0, redo: 0 };
  // What an editor knew that is gone lies below everything, until the next one gets it back.
  const depthOf = (placed: PlacedStep): number => (placed.editorNumber === editorNumber ? placed.depth : 0);
  const settle = (placed: readonly PlacedStep[]): PlacedStep[] =>
    placed.map((one) => ({ ...one, depth: depthOf(one), editorNumber }));
  const lower = (placed: readonly PlacedStep[], taken: number, left: number): PlacedStep[] =>
    placed.map((one) => {
      const depth = one.editorNumber === editorNumber ? one.depth + taken : Math.max(0, one.depth + taken - left);
      return { ...one, depth, editorNumber };
    });

  return {
    attach(next) {
      depthsOf = next;
    },
    editorGone(left) {
      done = settle(done);
      undone = settle(undone);
      atLeaving = left;
      editorNumber++;
    },
    editorRegained(taken) {
      done = lower(done, taken.undo, atLeaving.undo);
      undone = lower(undone, taken.redo, atLeaving.redo);
    },
    note(step) {
      done = [...done, { step, depth: depths().undo, editorNumber }].slice(-MOST);
      undone = [];
    },
    undo() {
      const last = done.at(-1);
      if (busy !== null) return true;
      if (last === undefined || depths().undo > depthOf(last)) return false;
      const from = done.length;
      busy = last.step
        .undo()
        .then((outcome) => {
          if (outcome === "later" || done.length !== from || done.at(-1)?.step !== last.step) return;
          done = done.slice(0, -1);
          if (outcome === "done") undone = [...undone, { step: last.step, depth: depths().redo, editorNumber }];
        })
        .finally(() => {
          busy = null;
        });
      return true;
    },
    redo() {
      const last = undone.at(-1);
      if (busy !== null) return true;
      if (last === undefined || depths().redo > depthOf(last)) return false;
      const from = undone.length;
      busy = last.step
        .redo()
        .then((outcome) => {
          if (outcome === "later" || undone.length !== from || undone.at(-1)?.step !== last.step) return;
          undone = undone.slice(0, -1);
          if (outcome === "done") done = [...done, { step: last.step, depth: depths().undo, editorNumber }];
        })
        .finally(() => {
          busy = null;
        });
      return true;
    },
    typed() {
      undone = [];
    },
  };
}
