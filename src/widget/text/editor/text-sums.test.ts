import { EditorState } from "@codemirror/state";
import { expect, test } from "vitest";
import { createRandom } from "../../../../bench/corpus.ts";
import { createDocHash, hashText } from "./text-sums.ts";

test("an editor's text has the name of the same text as a string, however often it was changed", () => {
  const random = createRandom(3);
  const nameOf = createDocHash();
  let state = EditorState.create({ doc: Array.from({ length: 3_000 }, (_, at) => `Line ${at}`).join("\n") });
  for (let step = 0; step < 200; step++) {
    const from = random.below(state.doc.length);
    const to = Math.min(state.doc.length, from + random.below(step % 20 === 0 ? 20_000 : 20));
    state = state.update({ changes: { from, to, insert: random.pick(["", "x", "\n\n", "Some\nlines\nmore"]) } }).state;
    expect(nameOf(state.doc)).toBe(hashText(state.doc.toString()));
  }
});

test("texts that are nearly the same have other names", () => {
  const texts = ["", "\0", "a", "b", "ab", "ba", "a\nb", "ab\n", "\nab", "aa", "aaa"];
  expect(new Set(texts.map(hashText)).size).toBe(texts.length);
});
