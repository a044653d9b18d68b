import { expect, test } from "vitest";
import { at, canvasOf, good, KEY } from "../../../test/loop/canvas-fixture.ts";
import type { Canvas } from "../records/canvas.ts";
import type { PointRecord, VersionRecord } from "../records/history.ts";
import { finishDraft } from "./draft.ts";
import { applyPersonSave, type PersonSave } from "./person/apply-person-save.ts";
import { removesMuch } from "./put-content.ts";
import { MOST_POINTS } from "./versions/points.ts";

const sentences = (from: number, count: number) =>
  Array.from({ length: count }, (_, n) => `Sentence ${from + n} says something of its own.\n`).join("");
/** 400 characters or so. */
const PAGE = sentences(10, 10);
const OTHER = PAGE.replace(/Sentence (\d+) says something of its own/g, "Whatever comes $1th, none is a word like it");

test.each<[string, string, string, boolean]>([
  ["all of a page", PAGE, "x", true],
  ["all of a page, and another as long in its place", PAGE, OTHER, true],
  ["a tenth and 60 characters", PAGE, PAGE.slice(0, -80), true],
  ["60 characters of a long text", PAGE.repeat(4), PAGE.repeat(4).slice(0, -80), false],
  ["more than 300 of a long text", PAGE.repeat(40), PAGE.repeat(40).slice(0, -301), true],
  ["300 in places far apart", PAGE.repeat(40), PAGE.repeat(40).replaceAll("Sentence 15 says something", "It"), true],
  ["half of a line", "A short line, and no more.", "A short", false],
  ["nothing, but much came", PAGE, `${PAGE}${OTHER}`, false],
  ["nothing at all", PAGE, PAGE, false],
])("removes much: %s", (_, before, after, expected) => {
  expect(removesMuch(before, after)).toBe(expected);
});

/** The person's saves of a canvas that a model wrote, so many seconds after it. */
class Saves {
  record: Canvas = canvasOf("# Plan\n");
  readonly points: PointRecord[] = [];
  readonly versions: VersionRecord[] = [];

  save(second: number, content?: string, more: Partial<PersonSave> = {}): this {
    const { revision } = this.record.document;
    const text = content === undefined ? {} : { content, baseRevision: revision };
    const save = { ...text, comments: [], decisions: [], sent: false, ...more };
    const { version } = this.record.document;
    const texts = new Map([
      [1, "# Plan\n"],
      ...this.versions.map((each): [number, string] => [each.version, each.content]),
    ]);
    const { draft } = good(applyPersonSave(this.record, texts, save, at("person", second / 60)));
    const change = finishDraft(draft, KEY);
    if (change === undefined) return this;
    expect(change.points?.every((point) => point.version === version) ?? true).toBe(true);
    this.record = change.record;
    this.points.push(...(change.points ?? []));
    this.versions.push(...change.sealed);
    return this;
  }

  get kept(): string {
    return this.points.map(({ reason, content }) => `${reason}=${content.length}`).join(" ");
  }
}

const A = `# Plan\n\n${PAGE}`;
const typed = (more: string) => A + more;
const left = { left: true };

test.each<[string, (saves: Saves) => Saves, string]>([
  ["a first save keeps nothing: what stood before is a version", (s) => s.save(1, A), ""],
  ["before much is removed", (s) => s.save(1, A).save(2, "x"), `removal=${A.length}`],
  ["and again", (s) => s.save(1, A).save(2, "x").save(3, A).save(4, "y"), `removal=${A.length} removal=${A.length}`],
  [
    "before what is kept nowhere is taken away little by little",
    (s) => [1, 2, 3, 4].reduce((saves, n) => saves.save(1 + 5 * n, A.slice(0, -30 * n)), s.save(1, A)),
    `interval=${A.length}`,
  ],
  [
    "not what the version before says already",
    (s) => s.save(1, A).save(2, "# Plan\n").save(99, "x"),
    `removal=${A.length}`,
  ],
  ["a little typing within 30 s keeps nothing", (s) => s.save(1, A).save(20, typed("b")).save(30, typed("bc")), ""],
  [
    "one in 30 s",
    (s) => s.save(1, A).save(31, typed("b")).save(60, typed("bc")).save(61, typed("bcd")),
    `interval=${A.length} interval=${A.length + 2}`,
  ],
  ["after two minutes of rest", (s) => s.save(1, A).save(121, typed("b")), `rest=${A.length}`],
  [
    "a comment or a name is no rest broken",
    (s) => s.save(1, A).save(60, undefined, { title: "Name" }).save(121, typed("b")),
    `rest=${A.length}`,
  ],
  ["what the person left", (s) => s.save(1, A, left).save(5, typed("b")).save(6, typed("bc")), `left=${A.length}`],
  [
    "left later, with nothing else",
    (s) => s.save(1, A).save(2, undefined, left).save(5, typed("b")),
    `left=${A.length}`,
  ],
  ["left, and then much removed", (s) => s.save(1, A, left).save(5, "x"), `removal=${A.length}`],
  ["a clock that was put back keeps on", (s) => s.save(500, A).save(1, typed("b")), `rest=${A.length}`],
  ["a version of ten minutes is sealed instead", (s) => s.save(1, A).save(602, "x"), ""],
])("kept: %s", (_, tell, expected) => {
  expect(tell(new Saves()).kept).toBe(expected);
});

test("a record of the release before, which does not say when its text came, keeps points too", () => {
  const saves = new Saves().save(1, A);
  const { by, openedAt, sealed, contentRevision } = saves.record.head;
  saves.record = { ...saves.record, head: { by, openedAt, sealed, contentRevision: contentRevision! } };
  expect(saves.save(121, typed("b")).save(122, "x").kept).toBe(`rest=${A.length} removal=${A.length + 1}`);
});

test("leaving is no revision, and twice is no more than once", () => {
  const saves = new Saves().save(1, A);
  const { document } = saves.record;
  saves.save(2, undefined, left);
  expect(saves.record.document).toEqual(document);
  const marked = saves.record;
  expect(saves.save(3, undefined, left).record).toBe(marked);
  expect(saves.save(4, typed("b")).record.head.left).toBeUndefined();
});

test("leaving a text that a model wrote, or one that is sealed, marks nothing", () => {
  const saves = new Saves();
  const start = saves.record;
  expect(saves.save(1, undefined, left).record).toBe(start);
  const sent = saves.save(2, A, { sent: true }).record;
  expect(saves.save(3, undefined, left).record).toBe(sent);
});

test("a point has the revision and the time of its text, and its words against the version before", () => {
  const saves = new Saves().save(1, A).save(8, typed("two words")).save(20, "x");
  expect(saves.points).toEqual([
    {
      version: 2,
      revision: 3,
      at: at("person", 8 / 60).now,
      reason: "removal",
      wordsAdded: PAGE.match(/\w+/g)!.length + 2,
      wordsRemoved: 0,
      content: typed("two words"),
    },
  ]);
});

test("what one save both writes and takes away is a version", () => {
  const own = `Mine: ${OTHER}`;
  const base = new Saves().save(1, `# Plan\n\n${PAGE}\nEnd.\n`);
  const { record } = base;
  const offset = record.document.content.indexOf(PAGE);
  const anchor = { quotedText: PAGE, offset, length: PAGE.length, prefix: "", suffix: "", revision: 2 };
  base.record = {
    ...record,
    proposals: [
      {
        id: "P1",
        kind: "suggestion",
        by: { kind: "model" },
        anchor,
        text: "Short.",
        createdAt: "",
        version: 2,
        state: "open",
      },
    ],
  };
  const content = record.document.content.replace("End.\n", own);
  base.save(3, content, { decisions: [{ id: "P1", decision: "accept" }] });
  expect(base.record.document.content).toBe(`# Plan\n\nShort.\n${own}`);
  expect(base.versions.map((version) => version.content)).toEqual([content]);
});

test("a very long text becomes a version once, and later points cost what differs from it", () => {
  const long = PAGE.repeat(300);
  const saves = new Saves().save(1, long).save(40, `${long}One.`).save(80, `${long}One. Two.`).save(82, "x");
  expect(saves.versions.map(({ content }) => content.length)).toEqual([long.length]);
  expect(saves.kept).toBe(`interval=${long.length + 4} removal=${long.length + 9}`);
});

test("when a version is full of points that never go, it is sealed, and no text is lost", () => {
  const saves = new Saves().save(1, A);
  const texts: string[] = [];
  for (let n = 0; n < 3 * MOST_POINTS; n++) {
    const text = `${n} ${n % 2 === 0 ? OTHER : PAGE}${n}`;
    texts.push(text);
    saves.save(2 + n, text);
  }
  const kept = new Set([...saves.points, ...saves.versions].map(({ content }) => content));
  expect(texts.slice(0, -1).filter((text) => !kept.has(text))).toEqual([]);
  expect(saves.versions).toHaveLength(2);
  for (const { version } of saves.versions) {
    expect(saves.points.filter((point) => point.version === version)).toHaveLength(MOST_POINTS);
  }
});
