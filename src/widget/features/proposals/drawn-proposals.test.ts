import { expect, test } from "vitest";
import { describeAnchor } from "../../../core/comments/describe-anchor.ts";
import type { Proposal } from "../../../core/records/canvas.ts";
import { READ_MS } from "../../state/seen-text.ts";
import { type DrawnProposals, drawProposals, NONE_DRAWN, unreadProposals } from "./drawn-proposals.ts";

/** `a:Tuesday/Monday`: suggestion a offers Tuesday for Monday; `~a`: the person's own. */
function proposal(notation: string): Proposal {
  const [, own, id, text, quote] = notation.match(/^(~?)(\w):(\w*)\/(\w*)$/)!;
  return {
    id: id!,
    kind: "suggestion",
    by: { kind: own === "" ? "model" : "person" },
    anchor: describeAnchor(quote!, 0, quote!.length, 1),
    text: text!,
    createdAt: "",
    version: 1,
    state: "open",
  };
}
const LATER = READ_MS / 2;

/** Each step is half the time that reading takes; what can be decided on after the last. */
test.each([
  ["the first can be decided on at once", ["a:x/m b:y/n"], "a b"],
  ["one that comes beside another must stand for a while", ["a:x/m", "a:x/m b:y/n"], "a"],
  ["and then can be", ["a:x/m", "a:x/m b:y/n", "a:x/m b:y/n", "a:x/m b:y/n"], "a b"],
  ["what takes the place of another must stand for a while", ["a:x/m", "b:z/m"], ""],
  ["even when there was nothing for a moment", ["a:x/m", "", "b:z/m"], ""],
  ["not when there was nothing for long", ["a:x/m", "", "", "", "b:z/m"], "b"],
  ["other words under the same name are another thing", ["a:x/m", "a:x/o"], ""],
  ["what was there before is known", ["a:x/m b:y/n", "b:y/n", "a:x/m b:y/n"], "a b"],
  ["what the person suggests they know", ["a:x/m", "a:x/m ~b:y/n"], "a b"],
] as const)("%s", (_, steps, decidable) => {
  let drawn: DrawnProposals = NONE_DRAWN;
  let shown: readonly Proposal[] = [];
  steps.forEach((step, at) => {
    if (at > 0 && step === steps[at - 1]) return;
    shown = step === "" ? [] : step.split(" ").map(proposal);
    drawn = drawProposals(drawn, shown, at * LATER);
  });
  const unread = unreadProposals(drawn, (steps.length - 1) * LATER);
  const left = shown.filter(({ id }) => !unread.has(id)).map(({ id }) => id);
  expect(left.join(" ")).toBe(decidable);
});
