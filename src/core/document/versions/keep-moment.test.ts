import { expect, test } from "vitest";
import { at, canvasOf, good } from "../../../../test/loop/canvas-fixture.ts";
import { applyChanges } from "../../diff/text-changes.ts";
import type { Canvas } from "../../records/canvas.ts";
import type { Change, NewMoment } from "../../records/history.ts";
import { hashText } from "../../text/hash-text.ts";
import { finishDraft } from "../draft.ts";
import { applyPersonSave, type PersonSave } from "../person/apply-person-save.ts";
import { MOST_MOMENTS } from "./line.ts";

const PAGE = "A line that stands there from the beginning, and stays.\n".repeat(40);

/** A person's saves of a canvas that a model wrote, `step` seconds apart. */
class Typing {
  record: Canvas = canvasOf(PAGE);
  readonly moments: NewMoment[] = [];
  readonly changes: Change[] = [];
  second = 0;

  constructor(readonly step = 1) {}

  save(content: string, more: Partial<PersonSave> = {}): this {
    this.second += this.step;
    const wish = { content, baseRevision: this.record.document.revision, comments: [], decisions: [], sent: false };
    const texts = new Map([[1, PAGE]]);
    const { draft } = good(applyPersonSave(this.record, texts, { ...wish, ...more }, at("person", this.second / 60)));
    const change = finishDraft(draft, { widgetKey: "k" });
    if (change === undefined) return this;
    this.record = change.record;
    this.changes.push(change);
    this.moments.push(...(change.moments ?? []));
    return this;
  }

  type(more: string): this {
    const { content } = this.record.document;
    return this.save(content + more, { changes: [{ from: content.length, to: content.length, insert: more }] });
  }

  /** The texts that the moments make, each on the one that it names. */
  get texts(): readonly string[] {
    const texts = new Map<number | null, string>([[null, PAGE]]);
    for (const { revision, on, changes, content, hash } of this.moments) {
      const text = content ?? applyChanges(texts.get(on)!, changes);
      expect(hashText(text)).toBe(hash);
      texts.set(revision, text);
    }
    return [...texts.values()].slice(1);
  }
}

test("a save is kept by what was typed, on the text of the version before and then on the last moment", () => {
  const typing = new Typing().type("One. ").type("Two.");
  const end = PAGE.length;
  expect(typing.moments).toMatchObject([
    { version: 2, revision: 2, on: null, changes: [{ from: end, to: end, insert: "One. " }] },
    { version: 2, revision: 3, on: 2, changes: [{ from: end + 5, to: end + 5, insert: "Two." }] },
  ]);
  expect(typing.texts).toEqual([`${PAGE}One. `, `${PAGE}One. Two.`]);
});

test("where nobody says what was typed, or says it wrongly, it is what differs", () => {
  const typing = new Typing()
    .save(`${PAGE}one`)
    .save(`First. ${PAGE}one`, { changes: [{ from: 0, to: 0, insert: "x" }] });
  expect(typing.moments.map(({ changes }) => changes)).toEqual([
    [{ from: PAGE.length, to: PAGE.length, insert: "one" }],
    [{ from: 0, to: 0, insert: "First. " }],
  ]);
});

test("what is as long as the text is kept whole, and so is what would be long to read", () => {
  const typing = new Typing().save("short").save("shorter");
  expect(typing.moments.map(({ on, content }) => [on, content])).toEqual([
    [null, "short"],
    [null, "shorter"],
  ]);
  const long = new Typing(0.01);
  for (let n = 0; n < 300; n++) long.save(`${PAGE}${n % 2}`);
  expect(long.moments.some(({ content }) => content !== undefined)).toBe(true);
  expect(long.moments.filter(({ content }) => content !== undefined).length).toBeLessThan(6);
  expect(long.texts).toHaveLength(300);
});

test("a point stands for the moment of its text, and what comes stands on that", () => {
  const typing = new Typing().type("One. ").save(PAGE.slice(0, 300)).type("Two.");
  const [, removing] = typing.changes;
  expect(removing?.points).toMatchObject([{ version: 2, revision: 2, reason: "removal" }]);
  expect(typing.moments.map(({ revision }) => revision)).toEqual([2, 3, 4]);
  expect(typing.texts.at(-1)).toBe(`${PAGE.slice(0, 300)}Two.`);
});

test("what a version ends with is no moment, for it is the version", () => {
  const typing = new Typing().type("One. ").save(`${PAGE}One. Two.`, { sent: true });
  expect(typing.moments.map(({ revision }) => revision)).toEqual([2]);
  expect(typing.record.head.sealed).toBe(true);
  expect(typing.type("!").moments.at(-1)).toMatchObject({ version: 3, on: null });
});

test("what one save writes and decides is one moment", () => {
  const typing = new Typing();
  const anchor = { quotedText: "A line", offset: 0, length: 6, prefix: "", suffix: "", revision: 1 };
  const by = { kind: "model" } as const;
  const suggestion = { id: "P1", kind: "suggestion", by, anchor, text: "Lines", createdAt: "", version: 1 } as const;
  typing.record = { ...typing.record, proposals: [{ ...suggestion, state: "open" }] };
  typing.save(`${PAGE}end`, { decisions: [{ id: "P1", decision: "accept" }] });
  expect(typing.texts).toEqual([`Lines${PAGE.slice(6)}end`]);
  expect(typing.moments[0]?.changes).toHaveLength(2);
});

test("a version that has no line yet, or one that does not go so far, keeps what stood there, too", () => {
  const typing = new Typing().type("One. ").type("Two. ");
  const { line: _, ...head } = typing.record.head;
  typing.record = { ...typing.record, head };
  typing.type("Three.");
  expect(typing.moments.slice(2)).toMatchObject([
    { revision: 3, on: null, content: `${PAGE}One. Two. ` },
    { revision: 4, on: 3 },
  ]);
  const { head: next } = typing.record;
  typing.record = { ...typing.record, head: { ...next, line: { ...next.line!, revision: 3 } } };
  expect(typing.type("Four.").moments.slice(4)).toMatchObject([
    { revision: 4, on: null },
    { revision: 5, on: 4 },
  ]);
});

test("a line is thinned out now and then, and once its version is sealed where it is long", () => {
  const typing = new Typing();
  for (let n = 0; n < MOST_MOMENTS + 100; n++) typing.type(".");
  const thinned = typing.changes.flatMap(({ thins }, index) => (thins === undefined ? [] : [[index, ...thins]]));
  expect(thinned).toEqual([
    [240, 2],
    [281, 2],
  ]);
  expect(typing.type("!").save(`${PAGE}end`, { sent: true }).changes.at(-1)?.thins).toEqual([2]);
  const short = new Typing().type("One. ").save(`${PAGE}end`, { sent: true });
  expect(short.changes.at(-1)).not.toHaveProperty("thins");
});
