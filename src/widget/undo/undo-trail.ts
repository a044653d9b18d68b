/** How many changes an editor could undo and redo by itself. */
export interface Depths {
  readonly undo: number;
  readonly redo: number;
}

/** `later`: it can be tried again; `never`: it cannot be done any more. */
export type Outcome = "done" | "later" | "never";

/** Something the person did outside the editor, and the way back and forth. */
export interface Step {
  undo(): Promise<Outcome>;
  redo(): Promise<Outcome>;
}

/**
 * What the person did outside the editor, in one order with what they typed in it: a step lies at the depth that the
 * editor's own undo had when it was made, so undo meets everything in the order in which it happened.
 */
export interface UndoTrail {
  /** The editor beside it; null: there is none. */
  attach(depths: (() => Depths) | null): void;
  note(step: Step): void;
  /** True: the last thing was a step of the trail, and is being undone. False: it is the editor's turn. */
  undo(): boolean;
  redo(): boolean;
  /** Something was typed: what was undone before it is gone, as in every editor. */
  typed(): void;
}

/** More steps than this nobody takes back. */
const MOST = 200;

export function createUndoTrail(): UndoTrail {
  let depthsOf: (() => Depths) | null = null;
  let done: { readonly step: Step; readonly depth: number }[] = [];
  let undone: { readonly step: Step; readonly depth: number }[] = [];
  let busy: Promise<void> | null = null;
  const depths = (): Depths => depthsOf?.() ?? { undo: 0, redo: 0 };

  return {
    attach(next) {
      depthsOf = next;
    },
    note(step) {
      done = [...done, { step, depth: depths().undo }].slice(-MOST);
      undone = [];
    },
    undo() {
      const last = done.at(-1);
      if (busy !== null) return true;
      if (last === undefined || depths().undo > last.depth) return false;
      const from = done;
      busy = last.step
        .undo()
        .then((outcome) => {
          if (outcome === "later" || done !== from) return;
          done = done.slice(0, -1);
          if (outcome === "done") undone = [...undone, { step: last.step, depth: depths().redo }];
        })
        .finally(() => {
          busy = null;
        });
      return true;
    },
    redo() {
      const last = undone.at(-1);
      if (busy !== null) return true;
      if (last === undefined || depths().redo > last.depth) return false;
      const from = undone;
      busy = last.step
        .redo()
        .then((outcome) => {
          if (outcome === "later" || undone !== from) return;
          undone = undone.slice(0, -1);
          if (outcome === "done") done = [...done, { step: last.step, depth: depths().undo }];
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
