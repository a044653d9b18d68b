import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../test/loop/canvas-fixture.ts";
import { applyModelEdit } from "../../core/document/model/apply-model-edit.ts";
import { applyPersonSave } from "../../core/document/person/apply-person-save.ts";
import { listingOf, type News, newsFrom, wordsOf } from "./listing.ts";

test("a suggestion of the model's waits for the person, one of their own does not", () => {
  const content = "# Plan\n\nFirst paragraph here.\n";
  const save = { baseRevision: 1, comments: [], decisions: [], sent: false, suggest: true };
  const typed = { ...save, content: content.replace("First", "Opening") };
  const own = good(applyPersonSave(canvasOf(content), new Map(), typed, at("person", 1))).draft.record;
  expect(own.proposals).toHaveLength(1);
  expect(listingOf(own).openProposals).toBe(0);
  const edits = [{ find: "here", replace: "there" }];
  const offer = { edits, mode: "suggest", comments: [], addresses: [] } as const;
  const both = good(applyModelEdit(own, new Map(), offer, at("model", 2))).draft.record;
  expect(listingOf(both).openProposals).toBe(1);
});

test("of an endless query the beginning is sought", () => {
  expect(wordsOf(`first ${"-".repeat(200_000)} last`)).toEqual(["first"]);
});

test("news are those of the model that asks, and of its person", () => {
  const news: News = [
    ["claude-code", 1, 0, 0],
    ["claude-code", 2, 0, 0, "bob"],
    ["cursor", 3, 0, 0, "bob"],
    ["claude-code", 4, 0, 0, "eve"],
  ];
  const edits = (reader: Parameters<typeof newsFrom>[2]) => newsFrom(news, 7, reader, "ada").newEdits;
  expect([
    edits({ client: "claude-code", subject: "bob" }),
    // What names nobody is the owner's.
    edits({ client: "claude-code", subject: "ada" }),
    edits({ client: "claude-code" }),
    edits({ client: "cursor", subject: "ada" }),
    edits({ subject: "bob" }),
    edits({ subject: "zoe" }),
    edits({}),
    edits(undefined),
  ]).toEqual([2, 1, 1, 0, 3, 4, 4, 4]);
});
