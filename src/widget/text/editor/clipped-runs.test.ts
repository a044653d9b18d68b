// @vitest-environment happy-dom
import { EditorState, RangeSet, type RangeSet as Ranges } from "@codemirror/state";
import { type Decoration, EditorView } from "@codemirror/view";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clippedRuns } from "./clipped-runs.ts";
import { createEditor } from "./editor-view.ts";

const open = (text: string) => {
  const container = document.createElement("div");
  document.body.append(container);
  const changes: string[] = [];
  return { container, changes, editor: createEditor(container, { text, onChange: (made) => changes.push(made.text) }) };
};

test("a run without a break is drawn in part, and its text stays whole", () => {
  const text = `before\n${"a".repeat(300_000)}\nafter`;
  const { container, editor } = open(text);
  expect(container.querySelector(".editor-clipped")?.textContent).toContain("298,000");
  expect(container.querySelector(".cm-content")!.textContent!.length).toBeLessThan(3000);
  expect(editor.text()).toBe(text);
  editor.destroy();
});

test("all of it is drawn when asked for, in lines that the browser can lay out", () => {
  const text = `a${"\u0301".repeat(5000)}`;
  const { container, editor } = open(text);
  const button = container.querySelector<HTMLButtonElement>(".editor-clipped-button")!;
  expect(button.getAttribute("aria-label")).toMatch(/^Show all of this long text, 4,9\d\d more characters$/);
  button.focus();
  button.click();
  expect(container.querySelector(".editor-clipped")).toBeNull();
  expect(document.activeElement).toBe(container.querySelector(".cm-content"));
  expect(container.querySelectorAll(".editor-forced-break").length).toBeGreaterThan(0);
  expect(editor.text()).toBe(text);
  editor.destroy();
});

test("ordinary text is drawn as it is", () => {
  const { container, editor } = open("some words ".repeat(500));
  expect(container.querySelector(".editor-clipped, .editor-forced-break")).toBeNull();
  editor.destroy();
});

const piece = fc.constantFrom("x".repeat(2500), "\u0301".repeat(120), "a word ", "\n", "\n", "😀");
const stretch = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join(""));
const typing = fc.record({ at: fc.nat(), length: fc.nat({ max: 3000 }), insert: stretch });

/** What is drawn of a text, as its editor's state says it. */
function marksOf(state: EditorState): Ranges<Decoration> {
  return state.facet(EditorView.decorations)[0] as Ranges<Decoration>;
}

test("after whatever was typed the same is drawn as of a new text", () => {
  fc.assert(
    fc.property(stretch, fc.array(fc.array(typing, { maxLength: 3 }), { maxLength: 5 }), (text, steps) => {
      let state = EditorState.create({ doc: text, extensions: clippedRuns() });
      for (const keys of steps) {
        const spots = keys.map(({ at }) => at % (state.doc.length + 1)).sort((a, b) => a - b);
        const changes = keys.flatMap(({ length, insert }, i) => {
          const [from = 0, next = state.doc.length] = spots.slice(i, i + 2);
          return { from, to: Math.min(next, from + length), insert };
        });
        state = state.update({ changes }).state;
        const fresh = EditorState.create({ doc: state.doc, extensions: clippedRuns() });
        expect(RangeSet.eq([marksOf(state)], [marksOf(fresh)])).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
