import { expect, test } from "vitest";
import type { Outcome } from "../../state/effects/decide.ts";
import { createUndoSteps, type Step } from "./undo-steps.ts";

/** The steps beside an editor that types letters; what happened is one string. */
function rig() {
  const steps = createUndoSteps();
  const log: string[] = [];
  let typed: string[] = [];
  let taken: string[] = [];
  steps.attach(() => ({ undo: typed.length, redo: taken.length }));
  const step = (name: string, outcome: Outcome = "done"): Step => ({
    undo: async () => {
      log.push(`-${name}`);
      return outcome;
    },
    redo: async () => {
      log.push(`+${name}`);
      return outcome;
    },
  });
  const settled = () => new Promise((done) => setTimeout(done));
  return {
    log,
    steps,
    step,
    /** The editor goes, and another comes; `back` is called when it gets its history back. */
    another() {
      const left = { undo: typed, redo: taken };
      steps.editorGone({ undo: typed.length, redo: taken.length });
      [typed, taken] = [[], []];
      return {
        back(most = left.undo.length) {
          const undo = most === 0 ? [] : left.undo.slice(-most);
          [typed, taken] = [
            [...undo, ...typed],
            [...left.redo, ...taken],
          ];
          steps.editorRegained({ undo: undo.length, redo: left.redo.length });
        },
      };
    },
    type(letter: string) {
      typed = [...typed, letter];
      taken = [];
      steps.typed();
    },
    async undo() {
      if (!steps.undo() && typed.length > 0) {
        log.push(`-${typed.at(-1)}`);
        taken = [...taken, typed.at(-1)!];
        typed = typed.slice(0, -1);
      }
      await settled();
    },
    async redo() {
      if (!steps.redo() && taken.length > 0) {
        log.push(`+${taken.at(-1)}`);
        typed = [...typed, taken.at(-1)!];
        taken = taken.slice(0, -1);
      }
      await settled();
    },
  };
}

test("typing and decisions are undone and redone in the order in which they happened", async () => {
  const { log, steps, step, type, undo, redo } = rig();
  type("a");
  steps.note(step("1"));
  type("b");
  steps.note(step("2"));
  steps.note(step("3"));
  for (let i = 0; i < 6; i++) await undo();
  expect(log).toEqual(["-3", "-2", "-b", "-1", "-a"]);
  log.length = 0;
  for (let i = 0; i < 6; i++) await redo();
  expect(log).toEqual(["+a", "+1", "+b", "+2", "+3"]);
});

test("without an editor the steps alone are undone and redone", async () => {
  const { log, steps, step, undo, redo } = rig();
  steps.attach(null);
  steps.note(step("1"));
  steps.note(step("2"));
  await undo();
  await undo();
  await redo();
  expect(log).toEqual(["-2", "-1", "+1"]);
});

test("what was undone is gone once something new is done or typed", async () => {
  const { log, steps, step, type, undo, redo } = rig();
  steps.note(step("1"));
  await undo();
  type("a");
  await redo();
  steps.note(step("2"));
  await undo();
  steps.note(step("3"));
  await redo();
  expect(log).toEqual(["-1", "-2"]);
});

test("what cannot be undone now stays; what can never be is passed over", async () => {
  const { log, steps, step, undo } = rig();
  steps.note(step("1"));
  steps.note(step("2", "later"));
  await undo();
  await undo();
  expect(log).toEqual(["-2", "-2"]);
  steps.note(step("3", "never"));
  await undo();
  await undo();
  expect(log).toEqual(["-2", "-2", "-3", "-2"]);
});

test("a second press while the first still works is not lost on the editor", async () => {
  const { log, steps, step, type } = rig();
  type("a");
  steps.note(step("1"));
  expect([steps.undo(), steps.undo()]).toEqual([true, true]);
  await new Promise((done) => setTimeout(done));
  expect(log).toEqual(["-1"]);
});

test.each([
  ["at once", 2],
  ["with its oldest change left out", 1],
])("the order holds when another editor gets the history back %s", async (_, most) => {
  const { log, steps, step, type, undo, redo, another } = rig();
  type("a");
  steps.note(step("1"));
  type("b");
  const next = another();
  next.back(most);
  steps.note(step("2"));
  for (let i = 0; i < 5; i++) await undo();
  expect(log).toEqual(["-2", "-b", "-1", "-a"].slice(0, 2 + most));
  log.length = 0;
  for (let i = 0; i < 5; i++) await redo();
  expect(log).toEqual(["+a", "+1", "+b", "+2"].slice(2 - most));
});

test("what is decided before the editor gets its history back is undone before it", async () => {
  const { log, steps, step, type, undo, another } = rig();
  type("a");
  type("b");
  const next = another();
  steps.note(step("1"));
  next.back();
  type("c");
  for (let i = 0; i < 5; i++) await undo();
  expect(log).toEqual(["-c", "-1", "-b", "-a"]);
});

test("where the history does not come back, what is typed anew is undone before older decisions", async () => {
  const { log, steps, step, type, undo, another } = rig();
  type("a");
  steps.note(step("1"));
  another();
  type("b");
  for (let i = 0; i < 3; i++) await undo();
  expect(log).toEqual(["-b", "-1"]);
});
