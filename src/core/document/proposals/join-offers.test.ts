import fc from "fast-check";
import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { applyChanges } from "../../diff/text-changes.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { ProposalDecision } from "../../records/operations.ts";
import { applyModelEdit } from "../model/apply-model-edit.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave } from "../person/apply-person-save.ts";
import { joinOffers, type Offer } from "./join-offers.ts";
import { MOST_OPEN, openProposals } from "./raise-proposals.ts";

const SUGGEST = { settings: { suggestOnly: true } };
const made = (content: string, offers: readonly Offer[]): string =>
  applyChanges(
    content,
    offers.map(({ from, to, text }) => ({ from, to, insert: text })),
  );
const write = (record: Canvas, content: string, minute = 1) =>
  applyModelWrite(record, new Map(), { content, comments: [], addresses: [] }, at("model", minute));
function decide(record: Canvas, decision: "accept" | "reject" | "take"): Canvas {
  const decisions = openProposals(record).map(({ id }): ProposalDecision => ({ id, decision }));
  return good(applyPersonSave(record, new Map(), { comments: [], decisions, sent: false }, at("person", 5))).draft
    .record;
}
/** Numbered sentences, some to a paragraph, some paragraphs to a section. */
const textOf = (sentences: number, aParagraph: number, aSection: number, word: string): string =>
  Array.from({ length: sentences }, (_, n) => {
    const start = n % aParagraph === 0 ? (n % (aParagraph * aSection) === 0 ? `\n\n## Part ${n}\n\n` : "\n\n") : " ";
    return `${start}Sentence ${n} ${word}. Another stays ${n}.`;
  }).join("");

test.each([
  ["fewer than 500 stay as they are", textOf(400, 2, 5, "was"), textOf(400, 2, 5, "is"), 400],
  ["what is more is joined by paragraphs", textOf(900, 3, 5, "was"), textOf(900, 3, 5, "is"), 300],
  ["then by sections", textOf(1_800, 2, 5, "was"), textOf(1_800, 2, 5, "is"), 180],
  ["then with what stands near", textOf(1_300, 1, 1, "was"), textOf(1_300, 1, 1, "is"), 500],
])("of a rewrite that is only suggested: %s", (_, before, after, count) => {
  const { draft, suggestions } = good(write(canvasOf(before, SUGGEST), after));
  expect(suggestions).toHaveLength(count);
  expect(draft.record.document.content).toBe(before);
  expect(decide(draft.record, "accept").document.content).toBe(after);
  expect(decide(draft.record, "reject").document.content).toBe(before);
});

test("a rewrite after a rewrite takes the place of its own suggestions, and never are more than 500 open", () => {
  const before = textOf(1_300, 1, 1, "was");
  const first = good(write(canvasOf(before, SUGGEST), textOf(1_300, 1, 1, "is"))).draft.record;
  const second = good(write(first, textOf(1_300, 1, 1, "will be"), 2)).draft.record;
  expect(openProposals(second).length).toBeLessThanOrEqual(MOST_OPEN);
  expect(decide(second, "accept").document.content).toBe(textOf(1_300, 1, 1, "will be"));
});

/** A canvas on which 500 suggestions of the person's wait. */
function crowded(): Canvas {
  const record = canvasOf(textOf(500, 1, 1, "was"), SUGGEST);
  const wish = {
    content: textOf(500, 1, 1, "is"),
    suggest: true,
    baseRevision: 1,
    comments: [],
    decisions: [],
    sent: false,
  };
  return good(applyPersonSave(record, new Map(), wish, at("person", 1))).draft.record;
}

test("where 500 of others wait a model is told to wait, too", () => {
  const record = crowded();
  expect(openProposals(record)).toHaveLength(MOST_OPEN);
  expect(write(record, textOf(500, 1, 1, "may be"))).toMatchObject({
    ok: false,
    error: { code: "too_many_proposals" },
  });
  const edits = [{ find: "Sentence 7 was", replace: "Sentence seven was" }];
  const edit = applyModelEdit(
    record,
    new Map(),
    { edits, mode: "suggest", comments: [], addresses: [] },
    at("model", 2),
  );
  expect(edit).toMatchObject({ ok: false, error: { code: "too_many_proposals" } });
});

test("a person is never held up: the oldest suggestion makes room, and they are told", () => {
  const record = crowded();
  const content = `${record.document.content} And one more.`;
  const wish = { content, suggest: true, baseRevision: 2, comments: [], decisions: [], sent: false };
  const { draft, notes } = good(applyPersonSave(record, new Map(), wish, at("person", 2)));
  expect(openProposals(draft.record)).toHaveLength(MOST_OPEN);
  expect(draft.record.proposals.find(({ state }) => state === "withdrawn")?.id).toBe(record.proposals[0]!.id);
  expect(notes.join()).toContain("the oldest was set aside");
});

test("a decision is not taken back where 500 others wait", () => {
  const record = crowded();
  const [first] = record.proposals;
  const one = (decision: "reject" | "reopen") => ({
    comments: [],
    decisions: [{ id: first!.id, decision }],
    sent: false,
  });
  const rejected = good(applyPersonSave(record, new Map(), one("reject"), at("person", 2))).draft.record;
  const wish = {
    content: `${record.document.content} And one more.`,
    ...{ suggest: true, baseRevision: 3, comments: [], decisions: [], sent: false },
  };
  const full = good(applyPersonSave(rejected, new Map(), wish, at("person", 3))).draft.record;
  const { draft, notes } = good(applyPersonSave(full, new Map(), one("reopen"), at("person", 4)));
  expect(openProposals(draft.record)).toHaveLength(MOST_OPEN);
  expect(notes.join()).toContain("stays settled");
});

const pieces = fc.array(
  fc.record({
    kept: fc.constantFrom("word ", "\n\n", "\n", "# A\n", "\r\n\r\n", "a b c "),
    gone: fc.constantFrom("", "old ", "old\n\nolder "),
    text: fc.constantFrom("", "new ", "new\n"),
  }),
  { minLength: 1, maxLength: 40 },
);

test("coarser offers are never more than there is room for, and give the same text as the finer ones", () => {
  fc.assert(
    fc.property(pieces, fc.integer({ min: 1, max: 20 }), (parts, most) => {
      let content = "";
      const offers: Offer[] = [];
      for (const { kept, gone, text } of parts) {
        content += kept;
        offers.push({ from: content.length, to: content.length + gone.length, text });
        content += gone;
      }
      const fitting = joinOffers(content, offers, most);
      expect(fitting.length).toBeLessThanOrEqual(Math.max(most, 1));
      expect(made(content, fitting)).toBe(made(content, offers));
      if (offers.length <= most) expect(fitting).toBe(offers);
    }),
  );
});

test("bases and reasons are joined with the texts", () => {
  const content = "One two three four";
  const offers: Offer[] = [
    { from: 0, to: 3, text: "1", base: "Uno", reason: "Shorter." },
    { from: 8, to: 13, text: "3", base: "tres", reason: "Clearer." },
  ];
  expect(joinOffers(content, offers, 1)).toEqual([
    { from: 0, to: 13, text: "1 two 3", base: "Uno two tres", reason: "Shorter. Clearer." },
  ]);
});
