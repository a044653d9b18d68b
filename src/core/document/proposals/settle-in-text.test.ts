import fc from "fast-check";
import { expect, test } from "vitest";
import { at, baseline, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { applyChanges, changesBetween } from "../../diff/text-changes.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { ProposalDecision } from "../../records/operations.ts";
import { beginDraft } from "../draft.ts";
import { applyModelEdit } from "../model/apply-model-edit.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";
import { decideProposals } from "./decide-proposals.ts";

const BASE = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n\n- item one\n";
const ANN = { subject: "ann", name: "Ann" };

function suggested(content: string, ...edits: [find: string, replace: string][]): Canvas {
  const input = { edits: edits.map(([find, replace]) => ({ find, replace })), comments: [], addresses: [] };
  return good(applyModelEdit(canvasOf(content), new Map(), { ...input, mode: "suggest" }, at("model", 1))).draft.record;
}
function save(record: Canvas, more: Partial<PersonSave>, person = {}) {
  const input = { baseRevision: record.document.revision, comments: [], decisions: [], sent: false, ...more };
  const moment = at("person", 2);
  return applyPersonSave(record, new Map(), input, { ...moment, by: { ...moment.by, ...person } });
}

/** The same decisions as a widget makes them, which puts their words into the text by itself. */
function inWidget(record: Canvas, decisions: readonly ProposalDecision[]) {
  const { made } = good(decideProposals(beginDraft(record, new Map(), at("person", 2)), decisions));
  const placed = decisions.map((decision): ProposalDecision => {
    const inText = made.places.get(decision.id);
    return inText === undefined || decision.decision === "reopen" ? decision : { ...decision, inText };
  });
  return { changes: made.changes, decisions: placed, content: applyChanges(record.document.content, made.changes) };
}

/** Of anchors only the words: where they stood and what stood around them says only where to look first. */
function shape({ document, proposals, books, touches = [] }: Canvas) {
  return {
    content: document.content,
    proposals: proposals.map(({ anchor, ...rest }) => ({ ...rest, quoted: anchor.quotedText })),
    books,
    touches: touches.map(({ offset, length, by }) => [offset, length, by.subject]),
  };
}

const word = fc.constantFrom("alpha", "beta", "gamma", "delta", "the", "end");
const lines = fc.array(fc.array(word, { minLength: 1, maxLength: 5 }), { minLength: 2, maxLength: 8 });
const decision = fc.constantFrom("accept" as const, "reject" as const, "both" as const, "edit" as const);

test.each([
  ["alone", {}],
  ["where people are known", ANN],
])("law: decided in the widget, with the words in the text, all is as decided on the server, %s", (_, person) => {
  fc.assert(
    fc.property(lines, fc.array(decision, { minLength: 8, maxLength: 8 }), fc.nat(3), (words, wanted, skip) => {
      const texts = words.map((line, i) => `Line ${i}: ${line.join(" ")}.`);
      const edits = texts.flatMap((text, i): [string, string][] =>
        i % (skip + 1) === 0 ? [[text, `${text.slice(0, -1)} omega ${i}.`]] : [],
      );
      const record = suggested(`${texts.join("\n\n")}\n`, ...edits);
      const decisions = record.proposals.map(({ id }, i): ProposalDecision => {
        const how = wanted[i]!;
        return how === "edit" ? { id, decision: how, text: `My own ${i}.` } : { id, decision: how };
      });
      const onServer = good(save(record, { decisions }, person)).draft.record;
      const { changes, decisions: placed } = inWidget(record, decisions);
      const asText = changes.length === 0 ? {} : { changes };
      const fromWidget = good(save(record, { ...asText, decisions: placed }, person)).draft.record;
      expect(shape(fromWidget)).toEqual(shape(onServer));
    }),
  );
});

test("what the person made of the words since shows as theirs, and what they typed beside them, too", () => {
  const record = suggested(BASE, ["First", "1st"]);
  const { decisions, content } = inWidget(record, [{ id: record.proposals[0]!.id, decision: "accept" }]);
  const typed = content.replace("1st", "1sst").replace("item one", "item one, mine");
  const from = typed.indexOf("1sst");
  const inText = { from, to: from + 4 };
  const changes = changesBetween(BASE, typed);
  const after = good(save(record, { changes, decisions: decisions.map((one) => ({ ...one, inText })) })).draft.record;
  expect(after.document.content).toBe(typed);
  expect(baseline(after)).toBe(BASE.replace("First", "1st"));
});

test("taken back, it stands on the words that it would replace again", () => {
  const record = suggested(BASE, ["Second paragraph", "The end"]);
  const { id } = record.proposals[0]!;
  const { changes, decisions } = inWidget(record, [{ id, decision: "accept" }]);
  const accepted = good(save(record, { changes, decisions })).draft.record;
  const undone = good(save(accepted, { content: BASE, decisions: [{ id, decision: "reopen" }] })).draft.record;
  const anchor = { offset: BASE.indexOf("Second"), quotedText: "Second paragraph" };
  expect(undone.proposals).toMatchObject([{ state: "open", anchor }]);
  expect(baseline(undone)).toBe(BASE);
});

test("where others wrote meanwhile the words are found in the merged text", () => {
  const record = suggested(BASE, ["item one", "item 1"]);
  const { changes, decisions } = inWidget(record, [{ id: record.proposals[0]!.id, decision: "accept" }]);
  const theirs = `A new line.\n\n${BASE}`;
  const moved = good(save(record, { content: theirs })).draft.record;
  const base = { baseRevision: record.document.revision, baseContent: BASE };
  const after = good(save(moved, { ...base, changes, decisions })).draft.record;
  expect(after.document.content).toBe(theirs.replace("item one", "item 1"));
  expect(after.proposals).toMatchObject([{ state: "accepted", anchor: { quotedText: "item one" } }]);
  expect(baseline(after)).toBe(BASE.replace("item one", "item 1"));
});

test.each([
  ["behind the text", { from: 3, to: 4_000 }],
  ["backwards", { from: 9, to: 3 }],
])("a place %s is refused, and nothing is written", (_, inText) => {
  const record = suggested(BASE, ["First", "1st"]);
  const decisions = [{ id: record.proposals[0]!.id, decision: "accept" as const, inText }];
  expect(save(record, { decisions })).toMatchObject({ ok: false, error: { code: "invalid_input" } });
});

test("what is only suggested is not in the text: the server puts the accepted words there", () => {
  const record = suggested(BASE, ["First", "1st"]);
  const { content, decisions } = inWidget(record, [{ id: record.proposals[0]!.id, decision: "accept" }]);
  const after = good(save(record, { content: `${BASE}Mine.\n`, suggest: true, decisions })).draft.record;
  expect(after.document.content).toBe(content);
});
