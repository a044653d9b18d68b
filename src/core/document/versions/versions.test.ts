import { expect, test } from "vitest";
import { at, canvasOf, good, KEY } from "../../../../test/loop/canvas-fixture.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { VersionRecord } from "../../records/history.ts";
import { openBook } from "../books/books.ts";
import { beginDraft, type Draft, finishDraft, type Moment, type Texts } from "../draft.ts";
import { applyModelWrite } from "../model/apply-model-write.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";
import { restoreVersion } from "../person/restore-version.ts";
import { markSent, showToModel } from "../review/tell-model.ts";

/** A canvas with its history, as a store would keep it. */
class Story {
  record = canvasOf("one");
  readonly versions: VersionRecord[] = [];
  private get texts(): Texts {
    return new Map([[1, "one"], ...this.versions.map(({ version, content }): [number, string] => [version, content])]);
  }

  private take(draft: Draft): this {
    const change = finishDraft(draft, KEY);
    if (change === undefined) return this;
    this.record = change.record;
    this.versions.push(...change.sealed);
    return this;
  }
  save(content: string, moment: Moment, more: Partial<PersonSave> = {}): this {
    const save = {
      content,
      baseRevision: this.record.document.revision,
      comments: [],
      decisions: [],
      sent: false,
      ...more,
    };
    return this.take(good(applyPersonSave(this.record, this.texts, save, moment)).draft);
  }
  write(content: string, moment: Moment): this {
    const input = { content, baseVersion: this.record.document.version, comments: [], addresses: [] };
    const { draft } = good(applyModelWrite(this.record, this.texts, input, moment));
    return this.take(showToModel(draft).draft);
  }
  show(): this {
    return this.take(showToModel(openBook(beginDraft(this.record, this.texts, at("model")))).draft);
  }
  send(): this {
    return this.take(markSent(beginDraft(this.record, this.texts, at("person")), undefined));
  }
  restore(version: number): this {
    return this.take(good(restoreVersion(this.record, this.texts, version, at("person", 5))).draft);
  }
  get state(): string {
    const { version, revision } = this.record.document;
    const history = this.versions.map(({ version: v, content }) => `v${v}=${content}`).join(" ");
    return `v${version} r${revision}${this.record.head.sealed ? "" : " open"}${history === "" ? "" : ` | ${history}`}`;
  }
}

const person = (minutes: number) => at("person", minutes);

test.each<[string, (story: Story) => Story, string]>([
  ["a first save opens the next version", (s) => s.save("two", person(1)), "v2 r2 open"],
  ["saves in a row amend it", (s) => s.save("two", person(1)).save("three", person(2)), "v2 r3 open"],
  ["a save that changes nothing is no revision", (s) => s.save("two", person(1)).save("two", person(2)), "v2 r2 open"],
  ["showing it to the model seals it", (s) => s.save("two", person(1)).show(), "v2 r2 | v2=two"],
  ["showing it twice seals it once", (s) => s.save("two", person(1)).show().show(), "v2 r2 | v2=two"],
  ["sending seals it", (s) => s.save("two", person(1)).send(), "v2 r2 | v2=two"],
  [
    "after sealing the next save opens the next",
    (s) => s.save("two", person(1)).show().save("three", person(2)),
    "v3 r3 open | v2=two",
  ],
  [
    "the model's write seals the person's",
    (s) => s.save("one two", person(1)).write("zero one", at("model", 2)),
    "v3 r3 | v2=one two v3=zero one two",
  ],
  [
    "another person's save seals it",
    (s) => s.save("two", person(1)).save("three", at("person", 2, "Ann")),
    "v3 r3 open | v2=two",
  ],
  [
    "after ten minutes the next save seals it",
    (s) => s.save("two", person(1)).save("three", person(11)),
    "v3 r3 open | v2=two",
  ],
  ["before ten minutes it does not", (s) => s.save("two", person(1)).save("three", person(10)), "v2 r3 open"],
  [
    "restoring seals what stood and what was restored",
    (s) => s.save("two", person(1)).restore(1),
    "v3 r3 | v2=two v3=one",
  ],
  ["restoring what stands is no version", (s) => s.show().restore(1), "v1 r1"],
  [
    "a status seals it",
    (s) => s.save("two", person(1)).save("two", person(2), { status: { to: "in_review", revision: 2 } }),
    "v2 r3 | v2=two",
  ],
  ["the model writing what stands is no version", (s) => s.write("one", at("model", 1)), "v1 r1"],
])("%s", (_, act, state) => expect(act(new Story()).state).toBe(state));

test("a sealed version says who, what it was called, and how many words came and went", () => {
  const story = new Story().save("one two three", person(1)).show().save("one three", person(2)).show();
  expect(story.versions).toMatchObject([
    { version: 2, by: { kind: "person" }, sealed: true, wordsAdded: 2, wordsRemoved: 0, title: "Untitled" },
    { version: 3, wordsAdded: 0, wordsRemoved: 1 },
  ]);
});

test("a restored version says what it restores, an approved one that it is", () => {
  const story = new Story().save("two", person(1)).restore(1).save("new", person(6));
  story.save("new", person(7), { status: { to: "approved", revision: story.record.document.revision } });
  expect(story.versions.map(({ label }) => label)).toEqual([undefined, "restored v1", "approved"]);
});

test("no operation changes the record that it was given", () => {
  const frozen = deepFreeze(canvasOf("one"));
  good(
    applyPersonSave(
      frozen,
      new Map(),
      { content: "two", baseRevision: 1, comments: [], decisions: [], sent: true },
      person(1),
    ),
  );
  good(applyModelWrite(frozen, new Map(), { content: "three", comments: [{ body: "b" }], addresses: [] }, at("model")));
});

function deepFreeze<T extends Canvas>(value: T): T {
  const freeze = (each: unknown): void => {
    if (typeof each !== "object" || each === null) return;
    Object.freeze(each);
    Object.values(each).forEach(freeze);
  };
  freeze(value);
  return value;
}
