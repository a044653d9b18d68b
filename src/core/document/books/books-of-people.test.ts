import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { Person } from "../../records/sharing.ts";
import { beginDraft, type Moment } from "../draft.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave } from "../person/apply-person-save.ts";
import { audienceOf, showToModel } from "../review/tell-model.ts";
import { bookOf, openBook } from "./books.ts";

const TEXT = "# Plan\n\nOne two three.\n";
const ADA: Person = { subject: "ada", name: "Ada" };
const BOB: Person = { subject: "bob", name: "Bob" };

const moment = (kind: "person" | "model", person: Person, client: string, minutes: number): Moment => ({
  ...at(kind, minutes),
  by: { kind, client, ...person },
});
const show = (record: Canvas, person: Person, client = "claude-code", minutes = 1) =>
  showToModel(openBook(beginDraft(record, new Map([[1, TEXT]]), moment("model", person, client, minutes))), {
    isWhole: true,
  });
const write = (record: Canvas, person: Person, content: string) =>
  good(
    applyModelWrite(
      openBook(beginDraft(record, new Map([[1, TEXT]]), moment("model", person, "claude-code", 5))).record,
      new Map([[1, TEXT]]),
      { content, comments: [], addresses: [] },
      moment("model", person, "claude-code", 5),
    ),
  ).draft.record;
const keys = ({ books }: Canvas) => books.map(({ client, subject }) => `${client}/${subject ?? ""}`);

const start = canvasOf(TEXT, { owner: "ada" });
const old = { ...start, books: start.books.map((book) => ({ ...book, client: "claude-code" })) };

test("two people with the same program have a book each", () => {
  const both = show(show(old, ADA).draft.record, BOB).draft.record;
  expect(keys(both)).toEqual(["claude-code/ada", "claude-code/bob"]);
  expect(bookOf(both, { client: "claude-code", subject: "bob" })).toBe(both.books[1]);
  expect(bookOf(both, { client: "claude-code", subject: "eve" })).toBeUndefined();
});

test("a book from before the server knew people is the owner's, and nobody else's", () => {
  expect(keys(show(old, BOB).draft.record)).toEqual(["claude-code/", "claude-code/bob"]);
  expect(bookOf(old, { client: "claude-code", subject: "ada" })).toBe(old.books[0]);
  const adopted = show(old, ADA).draft.record;
  expect(keys(adopted)).toEqual(["claude-code/ada"]);
  expect(adopted.books[0]?.shownVersion).toBe(old.books[0]?.shownVersion);
});

test("without people a program is known by its name, as ever", () => {
  expect(bookOf(old, { client: "claude-code" })).toBe(old.books[0]);
  expect(bookOf(start, {})).toBe(start.books[0]);
});

test("another person's model of the same program is another: they are told whose it was", () => {
  const both = show(show(old, ADA).draft.record, BOB).draft.record;
  const written = write(both, BOB, TEXT.replace("two", "2"));
  const news = show(written, ADA, "claude-code", 9).feedback.text;
  expect(news).toContain('- Bob\'s model ("claude-code") wrote v2: read_canvas shows its text');
  expect(news).not.toContain("edited line");
  expect(show(written, BOB, "claude-code", 9).feedback.text).toContain("Nothing new");
});

test.each<[string, { client?: string; subject?: string }, string]>([
  ["their own program", { client: "claude-code", subject: "ada" }, "claude-code/ada"],
  ["their last active", { client: "page", subject: "ada" }, "cursor/ada"],
  ["nobody's of theirs: the last active", { client: "page", subject: "eve" }, "claude-code/bob"],
  ["no people: the last active", { client: "page" }, "claude-code/bob"],
])("a person's widget is shown what %s knows", (_, who, expected) => {
  const ada = show(show(old, ADA).draft.record, ADA, "cursor", 2).draft.record;
  const book = audienceOf(show(ada, BOB, "claude-code", 3).draft.record, who);
  expect(`${book?.client}/${book?.subject ?? ""}`).toBe(expected);
});

test("two people's texts are two versions, one person's are one", () => {
  const save = (record: Canvas, who: Person, content: string, minutes: number) =>
    good(
      applyPersonSave(
        record,
        new Map([[1, TEXT]]),
        { content, baseRevision: record.document.revision, comments: [], decisions: [], sent: false },
        moment("person", who, "page", minutes),
      ),
    ).draft;
  const first = save(old, ADA, `${TEXT}a\n`, 1).record;
  const again = save(first, ADA, `${TEXT}ab\n`, 2);
  expect([first.document.version, again.record.document.version, again.sealed]).toEqual([2, 2, []]);
  const bobs = save(again.record, BOB, `${TEXT}ab\nb\n`, 3);
  expect(bobs.record.document.version).toBe(3);
  expect(bobs.sealed).toMatchObject([{ version: 2, by: { name: "Ada", subject: "ada" }, content: `${TEXT}ab\n` }]);
  expect(bobs.record.head.by).toMatchObject({ subject: "bob" });
});
