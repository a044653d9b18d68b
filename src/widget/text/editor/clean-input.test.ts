import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { cleanInput, cleanText } from "./clean-input.ts";

test.each([
  ["keeps what can be kept", "a 😀 é\u200d\n", "a 😀 é\u200d\n", 0],
  ["replaces NUL", "a\0b", "a\uFFFDb", 1],
  ["replaces each half of a broken pair", "\uD83Dx\uDE00", "\uFFFDx\uFFFD", 2],
])("%s", (_name, before, after, replaced) => {
  expect(cleanText(before)).toEqual({ text: after, replaced });
});

test("what is pasted is cleaned in the same step, so undo takes it all back", () => {
  const state = EditorState.create({ doc: "ab", extensions: cleanInput(() => undefined) });
  const { state: after } = state.update({
    changes: { from: 1, insert: "x\0\ny\uD800" },
    selection: { anchor: 6 },
    userEvent: "input.paste",
  });
  expect(after.doc.toString()).toBe("ax\uFFFD\ny\uFFFDb");
  expect(after.selection.main.head).toBe(6);
});
