import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import type { Canvas } from "../../records/canvas.ts";
import { hashText } from "../../text/hash-text.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";
import { addMark, fitBase } from "./past-texts.ts";

function save(record: Canvas, more: Partial<PersonSave>) {
  return applyPersonSave(record, new Map(), { comments: [], decisions: [], sent: false, ...more }, at("person", 3));
}
/** The canvas after the person saved these texts, one after the other: revision 1 is the first. */
function canvasWith(first: string, ...later: readonly string[]): Canvas {
  return later.reduce((record, content) => {
    const { revision } = record.document;
    return good(save(record, { content, baseRevision: revision })).draft.record;
  }, canvasOf(first));
}
const commented = (record: Canvas) =>
  good(save(record, { comments: [{ op: "add", id: "c1", body: "b", anchor: null }] })).draft.record;

const HAD = canvasWith("one", "two", "three");
test.each([
  ["the text in force", HAD, 3, "three", "current"],
  ["the text in force, before a comment came", commented(HAD), 3, "three", "current"],
  ["a text that it had", HAD, 2, "two", "older"],
  ["a text that it had, after a comment came", canvasWithComment(), 2, "one", "older"],
  ["another text in the place of that in force", HAD, 3, "third", "elsewhere"],
  ["another text in the place of one that it had", HAD, 2, "second", "elsewhere"],
  ["a revision that it has not come to", HAD, 4, "four", "elsewhere"],
  ["the text in force, at a revision that it has not come to", HAD, 4, "three", "elsewhere"],
  ["what a release without marks saved", { ...HAD, pastTexts: HAD.pastTexts!.slice(0, 2) }, 2, "second", "older"],
  ["what was before all marks", { ...HAD, pastTexts: HAD.pastTexts!.slice(2) }, 1, "first", "older"],
] as const)("a base that is %s", (_, record, revision, text, fit) => {
  expect(fitBase(record, { revision, hash: hashText(text) })).toBe(fit);
});

function canvasWithComment(): Canvas {
  const record = commented(canvasOf("one"));
  return good(save(record, { content: "two", baseRevision: 2 })).draft.record;
}

test("only so many marks are kept, and one of each revision", () => {
  const marks = Array.from({ length: 500 }, (_, revision) => ({ revision, hash: `${revision}` })).reduce(
    addMark,
    [] as ReturnType<typeof addMark>,
  );
  expect(marks).toHaveLength(100);
  expect(marks.at(-1)).toEqual({ revision: 499, hash: "499" });
  expect(addMark(marks, { revision: 450, hash: "new" }).at(-1)).toEqual({ revision: 450, hash: "new" });
  expect(addMark(marks, { revision: 499, hash: "499" })).toBe(marks);
});

test("a store put back, with revisions that have caught up, overwrites nothing: the save is not taken as it is", () => {
  const baseHash = hashText("the text of a later store");
  const wrong = { content: "mine", baseRevision: 3, baseHash };
  expect(save(HAD, wrong)).toMatchObject({ ok: false, error: { code: "future_version" } });
  expect(save(HAD, { ...wrong, baseHash: hashText("three") })).toMatchObject({ ok: true });
  // Without a hash, as older widgets save.
  expect(save(HAD, { content: "mine", baseRevision: 3 })).toMatchObject({ ok: true });
  const comment = { op: "add" as const, id: "c1", body: "b", anchor: null };
  expect(save(HAD, { comments: [comment], baseRevision: 3, baseHash })).toMatchObject({ ok: false });
});

test("a base text that is sent along is what the save grew from, also where the revision is current", () => {
  const text = "One.\n\nTwo.\n\nThree.\n";
  const base = { baseRevision: 1, baseHash: hashText(text), baseContent: "One.\n\nThree.\n" };
  const { draft } = good(save(canvasOf(text), { ...base, content: "One.\n\nThree.\n\nFour.\n" }));
  expect(draft.record.document.content).toBe("One.\n\nTwo.\n\nThree.\n\nFour.\n");
});

test.each([
  ["another text", hashText("what the person saw"), false],
  ["this text", hashText("three"), true],
  ["no text, as older widgets do", undefined, true],
])("an approval that names the revision and %s", (_, baseHash, isTaken) => {
  const status = { to: "approved" as const, revision: 3 };
  const outcome = save(HAD, { status, ...(baseHash === undefined ? {} : { baseHash }) });
  expect(outcome.ok).toBe(isTaken);
  if (!outcome.ok) expect(outcome.error.code).toBe("approval_stale");
});
