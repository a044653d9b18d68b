import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../test/loop/canvas-fixture.ts";
import { createCanvas } from "../document/create-canvas.ts";
import { beginDraft } from "../document/draft.ts";
import { applyModelEdit } from "../document/model/apply-model-edit.ts";
import { applyPersonSave } from "../document/person/apply-person-save.ts";
import { criticOf } from "./critic-canvas.ts";
import { printCritic } from "./critic-markup.ts";
import { importMarks } from "./import-marks.ts";
import { readCritic } from "./read-critic-markup.ts";

const TEXT = "# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n";

test("open suggestions with their reasons, and threads, are in the export; resolved ones are not", () => {
  const edits = [
    { find: "First", replace: "Opening", reason: "Clearer" },
    { find: " here.\n\nSecond", replace: ".\n\nSecond" },
  ];
  const suggested = good(
    applyModelEdit(
      canvasOf(TEXT),
      new Map(),
      { edits, mode: "suggest", comments: [{ body: "All good" }], addresses: [] },
      at("model"),
    ),
  ).draft.record;
  const quotedText = "Second paragraph";
  const anchor = { quotedText, offset: TEXT.indexOf(quotedText), length: quotedText.length };
  const { record } = good(
    applyPersonSave(
      suggested,
      new Map(),
      {
        comments: [
          { op: "add", id: "c1", body: "Longer?", anchor },
          { op: "reply", id: "c2", replyTo: "c1", body: "Or shorter." },
          { op: "add", id: "c3", body: "Done", anchor: null },
          { op: "resolve", id: "c3" },
        ],
        decisions: [],
        sent: false,
      },
      at("person", 1),
    ),
  ).draft;
  expect(printCritic(criticOf(record))).toBe(
    "{>>Claude: All good<<}# Plan\n\n{~~First~>Opening~~}{>>Clearer<<} paragraph{~~ here.\n\nSecond~>.\n\nSecond~~} paragraph{>>Longer?<<}{>>Or shorter.<<} here.\n",
  );
});

test("what was exported is there again after the import", () => {
  const text =
    "# Plan\n\n{~~First~>Opening~~} paragraph {==here==}{>>Where?<<}.\n\nSecond{++ and last++} paragraph{-- here--}.\n";
  const marked = readCritic(text);
  const moment = at("person");
  const made = createCanvas({ id: "HN8B", content: marked.content, owner: "local", widgetKey: "K" }, moment);
  const { record } = importMarks(beginDraft(made.record, new Map(), moment), marked);
  expect(record.document.content).toBe("# Plan\n\nFirst paragraph here.\n\nSecond paragraph here.\n");
  expect(record.proposals.map(({ text: offered, anchor }) => [anchor.quotedText, offered])).toEqual([
    ["First", "Opening"],
    ["", " and last"],
    [" here", ""],
  ]);
  expect(record.comments).toMatchObject([{ by: { kind: "person" }, body: "Where?", anchor: { quotedText: "here" } }]);
  expect(printCritic(criticOf(record))).toBe(text);
});

test("an offer for words that are gone, and a second one for the same words, are told in notes with their reasons", () => {
  const edits = [{ find: "First", replace: "Opening", reason: "Clearer" }];
  const asked = { edits, mode: "suggest", comments: [], addresses: [] } as const;
  const once = good(applyModelEdit(canvasOf(TEXT), new Map(), asked, at("model"))).draft.record;
  const other = { ...once.proposals[0]!, id: "other", text: "Foremost", reason: "Warmer" };
  const content = TEXT.replace("First", "Some");
  const gone = { ...once, document: { ...once.document, content } };
  expect(printCritic(criticOf({ ...once, proposals: [...once.proposals, other] }))).toContain(
    '{>>Another suggestion: "Foremost" (Warmer)<<}',
  );
  expect(printCritic(criticOf(gone))).toBe(
    content.replace("Some", '{>>A suggestion for "First", which is gone: "Opening" (Clearer)<<}Some'),
  );
});
