import { history, historyField, isolateHistory, redo, undo } from "@codemirror/commands";
import { type ChangeSpec, EditorState, Transaction } from "@codemirror/state";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { historyFor, isTextOf, keepHistory, MOST_KEPT, readHistory } from "./kept-history.ts";

type Act =
  | { readonly kind: "type" | "outside"; readonly at: number; readonly cut: number; readonly insert: string }
  | { readonly kind: "undo" | "redo" };

const edit = fc.record({
  kind: fc.constantFrom("type" as const, "type" as const, "outside" as const),
  at: fc.nat(60),
  cut: fc.nat(8),
  insert: fc.string({ unit: fc.constantFrom("a", "b", " ", "\n", "😀"), maxLength: 8 }),
});
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 5, arbitrary: edit },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo" as const) }) },
);

function open(doc: string, value?: unknown): EditorState {
  return EditorState.create({
    doc,
    extensions: [history(), ...(value === undefined ? [] : [historyField.init(() => value)])],
  });
}

function step(state: EditorState, command: typeof undo): EditorState | null {
  let next: EditorState | null = null;
  command({ state, dispatch: (transaction) => (next = transaction.state) });
  return next;
}

/** Every text on the way back, or forth. */
function way(from: EditorState, command: typeof undo): string[] {
  const texts: string[] = [];
  for (let at = step(from, command); at !== null; at = step(at, command)) texts.push(at.doc.toString());
  return texts;
}

function perform(state: EditorState, done: Act): EditorState {
  if (!("at" in done)) return step(state, done.kind === "undo" ? undo : redo) ?? state;
  const from = Math.min(done.at, state.doc.length);
  const changes: ChangeSpec = { from, to: Math.min(from + done.cut, state.doc.length), insert: done.insert };
  const annotations = done.kind === "outside" ? Transaction.addToHistory.of(false) : isolateHistory.of("before");
  return state.update({ changes, annotations, selection: { anchor: from } }).state;
}

const stored = (state: EditorState): unknown => JSON.parse(JSON.stringify(keepHistory(state)));

describe("undo that is kept", () => {
  test("goes the same way back and forth in another life", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 30 }), (acts) => {
        const before = acts.reduce(perform, open("Some text\nto begin with"));
        const kept = readHistory(stored(before));
        if (kept === null) {
          expect([...way(before, undo), ...way(before, redo)]).toEqual([]);
          return;
        }
        const text = before.doc.toString();
        expect(isTextOf(kept, text)).toBe(true);
        const after = open(text, historyFor(kept, text));
        expect(way(after, undo)).toEqual(way(before, undo));
        expect(way(after, redo)).toEqual(way(before, redo));
      }),
    );
  });

  test("over a text that changed meanwhile does what it would have done in an open editor", () => {
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), edit, (acts, last) => {
        const before = acts.reduce(perform, open("Some text\nto begin with"));
        const meanwhile = perform(before, { ...last, kind: "outside" });
        const text = meanwhile.doc.toString();
        const kept = readHistory(stored(before));
        if (kept === null) return;
        const value = historyFor(kept, text);
        if (value === null) return;
        const after = open(text, value);
        expect(way(after, undo)).toEqual(way(meanwhile, undo));
        expect(way(after, redo)).toEqual(way(meanwhile, redo));
      }),
    );
  });

  test.each([
    ["before it", "Zero.\n\nOne. Mine.\n\nTwo.\n", "Zero.\n\nOne.\n\nTwo.\n"],
    ["behind it", "One. Mine.\n\nTwo, changed.\n\nThree.\n", "One.\n\nTwo, changed.\n\nThree.\n"],
    ["in the same line", "One. Mine. Theirs.\n\nTwo.\n", null],
    ["instead of it", "Another text.\n", null],
  ])("takes back the person's own words only, where others wrote %s", (_, text, back) => {
    const typed = open("One.\n\nTwo.\n").update({ changes: { from: 4, insert: " Mine." } }).state;
    const kept = readHistory(stored(typed))!;
    expect(isTextOf(kept, text)).toBe(false);
    const value = historyFor(kept, text);
    expect(value === null ? null : way(open(text, value), undo)).toEqual(back === null ? null : [back]);
  });

  test("is void, or harmless, when the stored record is damaged", () => {
    const damage = fc.tuple(
      fc.nat(),
      fc.constantFrom<unknown>(null, -1, 0, 1, 2.5, 1e9, "", "x\ny", [], {}, [1, "a", "b"], undefined),
    );
    const damaged = (value: unknown, at: number, by: unknown): unknown => {
      let places = 0;
      JSON.stringify(value, (_, one) => {
        places++;
        return one;
      });
      let seen = 0;
      const copy = JSON.stringify(value, (_, one) => (seen++ === at % places ? by : one));
      return copy === undefined ? null : JSON.parse(copy);
    };
    fc.assert(
      fc.property(fc.array(act, { maxLength: 20 }), damage, (acts, [at, by]) => {
        const before = acts.reduce(perform, open("Some text\nto begin with"));
        const text = before.doc.toString();
        const kept = readHistory(damaged(stored(before), at, by));
        if (kept === null) return;
        const value = historyFor(kept, text);
        if (value === null) return;
        way(open(text, value), undo);
        way(open(text, value), redo);
      }),
      { numRuns: 500 },
    );
    for (const none of [null, 1, "x", [], {}, { done: [], undone: [] }]) expect(readHistory(none)).toBeNull();
  });

  test("leaves out the oldest steps of what is too much, and begins in the same text", () => {
    let state = open("");
    for (let at = 0; at < 8; at++) {
      const changes = { from: 0, to: state.doc.length, insert: `${at}`.repeat(60_000) };
      state = state.update({ changes, annotations: isolateHistory.of("full") }).state;
    }
    const kept = keepHistory(state)!;
    expect(JSON.stringify(kept).length).toBeLessThan(MOST_KEPT + 1_000);
    const text = state.doc.toString();
    const back = way(open(text, historyFor(readHistory(stored(state))!, text)), undo);
    expect(back).toEqual(way(state, undo).slice(0, back.length));
    expect(back.length).toBeGreaterThan(2);
    const huge = open("x".repeat(MOST_KEPT + 1));
    expect(keepHistory(huge.update({ changes: { from: 0, to: huge.doc.length } }).state)).toBeNull();
  });

  test("is nothing where nothing can be undone", () => {
    expect(keepHistory(open("text"))).toBeNull();
    expect(keepHistory(open("text").update({ selection: { anchor: 2 } }).state)).toBeNull();
  });
});
