import { expect, test } from "vitest";
import { describeAnchor } from "../../../core/comments/describe-anchor.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import { conflictsFirst, proposalMarks } from "./proposal-marks.ts";

const TEXT = "# Plan\n\nWe meet Monday.\n\nThe end.\n";

function proposal(id: string, quote: string, text: string, more: Partial<Proposal> = {}): Proposal {
  const anchor = describeAnchor(TEXT, TEXT.indexOf(quote), quote.length, 1);
  const by = { kind: "model" as const };
  const common = { id, kind: "suggestion" as const, by, anchor, text, createdAt: "", version: 1 };
  return { ...common, state: "open", ...more };
}
/** The words that each is about, in brackets; where it stands; what it offers. */
const drawn = (proposals: readonly Proposal[], text = TEXT) =>
  proposalMarks(proposals, text).map(
    ({ proposal: { id, text: offered }, from, to, place, isGone }) =>
      `${id} ${place}${isGone ? " gone" : ""} [${text.slice(from, to)}] ${JSON.stringify(offered)}`,
  );

test("each stands on its words, in the order of the text", () => {
  const found = drawn([proposal("b", "The end.", ""), proposal("a", "Monday", "Tuesday")]);
  expect(found).toEqual(['a words [Monday] "Tuesday"', 'b words [The end.] ""']);
});

test("what takes more than a line, and what both changed, stand between blocks", () => {
  const conflict = proposal("c", "Monday", "Friday", { kind: "conflict" });
  expect(drawn([proposal("a", "The end.", "Last.\n\nThe end."), conflict])).toEqual([
    'c blocks [Monday] "Friday"',
    'a blocks [The end.] "Last.\\n\\nThe end."',
  ]);
  expect(drawn([proposal("a", "The end.", "Last.\n")])).toEqual(['a words [The end.] "Last.\\n"']);
});

test("overlapping ones all stand", () => {
  const found = drawn([proposal("a", "meet Monday", "talk"), proposal("b", "Monday.\n\nThe", "so the")]);
  expect(found).toEqual(['a words [meet Monday] "talk"', 'b words [Monday.\n\nThe] "so the"']);
});

test("one whose words are gone stands at the gap", () => {
  const gone = proposal("a", "Monday", "Tuesday");
  const anchor = { ...gone.anchor, length: 0 };
  expect(drawn([{ ...gone, anchor }])).toEqual(['a words gone [] "Tuesday"']);
  expect(drawn([{ ...gone, anchor }], "Short")).toEqual(['a words gone [] "Tuesday"']);
});

test("what is settled does not stand; what both changed is weighed first and what has no words last", () => {
  const gone = proposal("g", "We", "They");
  const marks = proposalMarks(
    [
      proposal("s", "Monday", "x", { state: "accepted" }),
      { ...gone, anchor: { ...gone.anchor, length: 0 } },
      proposal("a", "Monday", "Tuesday"),
      proposal("c", "The end.", "Fin.", { kind: "conflict" }),
    ],
    TEXT,
  );
  expect(conflictsFirst(marks).map(({ proposal: { id } }) => id)).toEqual(["c", "a", "g"]);
});
