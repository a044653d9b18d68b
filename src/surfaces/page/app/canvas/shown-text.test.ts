import { expect, test } from "vitest";
import { hashText } from "../../../../core/text/hash-text.ts";
import type { SavedCanvas } from "../../../../protocol/saved-canvas.ts";
import { createShownText } from "./shown-text.ts";

const BEFORE = "We meet Monday.\n";
const AFTER = "We meet on Tuesday.\n";

/** The answer to a save after which the text is this one. */
function answer(content: string, text: SavedCanvas["text"]): SavedCanvas {
  const mark = { revision: 2, hash: hashText(content), length: content.length };
  return { mark, text, document: { title: "Plan" } } as SavedCanvas;
}
const PUT_IN = answer(AFTER, [{ from: 8, to: 14, insert: "on Tuesday" }]);

test("words that the server put in are followed", () => {
  const shown = createShownText({ title: "Plan", content: BEFORE });
  expect(shown.follow({ base_hash: hashText(BEFORE) }, PUT_IN)).toBe(true);
  expect(shown.now().content).toBe(AFTER);
});

test("an answer that comes after the canvas was shown with it puts nothing in again", () => {
  const shown = createShownText({ title: "Plan", content: BEFORE });
  shown.set({ title: "Plan", content: AFTER });
  expect(shown.follow({ base_hash: hashText(BEFORE) }, PUT_IN)).toBe(false);
  expect(shown.now().content).toBe(AFTER);
});

test("a save that leaves the text alone needs no look at it", () => {
  const shown = createShownText({ title: "Plan", content: AFTER });
  expect(shown.follow({ base_hash: hashText(BEFORE) }, answer(AFTER, []))).toBe(true);
  expect(shown.now().content).toBe(AFTER);
});
