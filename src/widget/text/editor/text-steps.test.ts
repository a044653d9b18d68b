import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import { readHistory } from "./kept-history.ts";
import { type MadeChange, stepsWithoutEditor } from "./text-steps.ts";

const yes = () => true;

/** A text, and its steps, with all that was done to it. */
function open(text: string, kept: Parameters<typeof stepsWithoutEditor>[1] = null) {
  const made: MadeChange[] = [];
  const steps = stepsWithoutEditor(text, kept, (one) => made.push(one));
  return { steps, made, text: () => made.at(-1)?.text ?? text };
}
const accept = (id: string, from: number, to: number, insert: string) => ({
  changes: [{ from, to, insert }],
  decisions: [{ decision: { id, decision: "accept" as const }, place: { from, to } }],
});

describe("The steps of a text", () => {
  test.each(["one two three", "zero\r\none two three\nfour\r\n"])(
    "a decision comes, goes and comes again with its words, in %j",
    (text) => {
      const { steps, made } = open(text);
      const from = text.indexOf("two");
      steps.act(accept("S1", from, from + 3, "second"));
      steps.goBack("undo", yes);
      steps.goBack("redo", yes);
      const inText = { from, to: from + 6 };
      const decided = [{ id: "S1", decision: "accept", inText, was: "two", put: "second" }];
      expect(made.map(({ how, decisions }) => [how, decisions?.decided, decisions?.takenBack])).toEqual([
        ["step", decided, []],
        ["history", [], ["S1"]],
        ["history", decided, []],
      ]);
      expect(made.map((one) => one.text)).toEqual(
        [0, 1, 2].map((at) => (at === 1 ? text : text.replace("two", "second"))),
      );
    },
  );
  test("a decision that changes no text is a step as well", () => {
    const { steps, made } = open("text");
    steps.act({ changes: [], decisions: [{ decision: { id: "S1", decision: "reject" }, place: null }] });
    expect(steps.goBack("undo", yes)).toBe(true);
    expect(made.map(({ text, decisions }) => [text, decisions?.decided.length, decisions?.takenBack])).toEqual([
      ["text", 1, []],
      ["text", 0, ["S1"]],
    ]);
  });
  test("a step that may not be undone now stays to be undone later", () => {
    const { steps, text } = open("one two");
    steps.act(accept("S1", 4, 7, "second"));
    expect(steps.goBack("undo", () => false)).toBe(true);
    expect(text()).toBe("one second");
    steps.goBack("undo", yes);
    expect(text()).toBe("one two");
  });
  test("law: whatever others write meanwhile, the words are where they are said to be, and undo takes out just them", () => {
    const word = fc.constantFrom("alpha", "beta", "gamma");
    const newline = fc.constantFrom("\n", "\r\n");
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 2, maxLength: 6 }),
        newline,
        fc.array(fc.nat(40)),
        (words, end, places) => {
          const lines = words.map((one, at) => `${one} ${at}.`);
          const text = lines.join(end);
          const { steps, made, text: now } = open(text);
          const ids = lines.map((_, at) => `S${at}`);
          let shown = text;
          ids.forEach((id, at) => {
            const from = shown.indexOf(lines[at]!);
            steps.act(accept(id, from, from + lines[at]!.length, `New ${at}!`));
            shown = now();
            const place = places[at];
            if (place === undefined) return;
            // Others write between lines.
            const all = shown.split(end);
            all.splice(place % all.length, 0, `Theirs ${at}`);
            shown = all.join(end);
            steps.follow(shown, false);
          });
          for (const which of ["undo", "redo"] as const) {
            const from = made.length;
            while (steps.goBack(which, yes));
            const told = made.slice(from);
            expect(told).toHaveLength(ids.length);
            for (const { text: after, decisions } of told) {
              for (const one of decisions?.decided ?? []) {
                const { from: start, to } = (one as { inText: { from: number; to: number } }).inText;
                expect(after.slice(start, to)).toBe(`New ${one.id.slice(1)}!`);
              }
            }
            const theirs = (one: string) => one.split(end).filter((line) => line.startsWith("Theirs"));
            const mine = (one: string) => one.split(end).filter((line) => !line.startsWith("Theirs"));
            expect(theirs(now())).toEqual(theirs(shown));
            expect(mine(now())).toEqual(which === "undo" ? lines : lines.map((_, at) => `New ${at}!`));
          }
        },
      ),
    );
  });
  test("law: the changes that are told make the text that is told", () => {
    const edit = fc.tuple(fc.nat(30), fc.nat(6), fc.constantFrom("", "x", "\n", "words "));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(edit, fc.constantFrom("act", "follow", "undo", "redo")), { maxLength: 15 }),
        (all) => {
          const { steps, made } = open("Some text\nto begin with");
          let shown = "Some text\nto begin with";
          for (const [[at, cut, insert], how] of all) {
            const from = Math.min(at, shown.length);
            const changes = [{ from, to: Math.min(from + cut, shown.length), insert }];
            const count = made.length;
            if (how === "act") steps.act({ changes, decisions: [] });
            else if (how === "follow") {
              shown = applyChanges(shown, changes);
              steps.follow(shown, false);
            } else steps.goBack(how as "undo", yes);
            for (const one of made.slice(count)) {
              expect(applyChanges(shown, one.changes)).toBe(one.text);
              shown = one.text;
            }
          }
        },
      ),
    );
  });
  test.each([
    ["no decision", [{ decides: true, place: null }]],
    ["one that takes back", [{ decides: true, decision: { id: "S1", decision: "reopen" }, place: null }]],
    [
      "a place outside the text",
      [{ decides: true, decision: { id: "S1", decision: "accept" }, place: { from: 2, to: 99 } }],
    ],
    ["no list", "S1"],
  ])("a stored step with %s is void", (_, decisions) => {
    const { steps } = open("one two");
    steps.act(accept("S1", 4, 7, "second"));
    const kept = JSON.parse(JSON.stringify(steps.keepHistory()));
    expect(readHistory(kept)).not.toBeNull();
    kept.done[0].decisions = decisions;
    expect(readHistory(kept)).toBeNull();
  });
});
