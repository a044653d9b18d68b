import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { TextChange } from "../core/diff/hunk.ts";
import { applyChanges } from "../core/diff/text-changes.ts";
import { createCanvas } from "../core/document/create-canvas.ts";
import type { Moment } from "../core/document/draft.ts";
import { applyModelWrite } from "../core/document/model/apply-model-write.ts";
import { applyPersonSave, type PersonSave } from "../core/document/person/apply-person-save.ts";
import { checkpointFor } from "../core/document/review/tell-model.ts";
import { markOfText } from "../core/document/versions/past-texts.ts";
import type { Canvas } from "../core/records/canvas.ts";
import { hashText } from "../core/text/hash-text.ts";
import type { CanvasView } from "./canvas-view.ts";
import { unpackView } from "./canvas-view.ts";
import { answerSave, savedCanvas, unpackSaved } from "./saved-canvas.ts";

const TEXT = "# Plan\n\nThe first line has some words.\n\n- one\n- two\n\nThe last line, with others.\n";

const moment = (kind: "person" | "model", second: number): Moment => ({
  by: { kind },
  now: `2026-11-16T12:00:${String(second % 60).padStart(2, "0")}.000Z`,
  sealOpenedBefore: "2026-11-16T11:50:00.000Z",
  randomId: (length) => String(second).padStart(length, "2"),
});

function viewOf(record: Canvas): CanvasView {
  const { owner } = record;
  const state = `${record.document.revision}`;
  return { storeId: "store", owner, key: "k", state, checkpoint: checkpointFor(record) };
}

/** A canvas with a comment, a protection and a suggestion. */
function canvas(): Canvas {
  const created = createCanvas(
    { id: "HN8B", owner: "local", widgetKey: "k", content: TEXT },
    moment("model", 1),
  ).record;
  const at = TEXT.indexOf("some words");
  const saved = applyPersonSave(
    created,
    new Map(),
    {
      baseRevision: 1,
      comments: [{ op: "add", id: "c1", body: "Which?", anchor: { offset: at, length: 10, quotedText: "some words" } }],
      decisions: [],
      protect: [{ op: "add", id: "p1", offset: TEXT.indexOf("two"), length: 3, quotedText: "two" }],
      sent: false,
    },
    moment("person", 2),
  );
  if (!saved.ok) throw new Error(saved.error.message);
  return saved.draft.record;
}

const place = fc.double({ min: 0, max: 1, noNaN: true });
const typing = fc.array(fc.tuple(place, place, fc.constantFrom("", "x", "new words ", "\n")), { maxLength: 4 });

function changesIn(length: number, wanted: readonly (readonly [number, number, string])[]): TextChange[] {
  const changes: TextChange[] = [];
  const all = wanted.map(([a, size, insert]) => {
    const from = Math.floor(a * length);
    return { from, to: Math.min(length, from + Math.floor(size * 12)), insert };
  });
  for (const one of all.toSorted((a, b) => a.from - b.from))
    if (one.from > (changes.at(-1)?.to ?? -1)) changes.push(one);
  return changes;
}

const isWire = (value: unknown) => savedCanvas.parse(JSON.parse(JSON.stringify(value)));

describe("The answer to a save", () => {
  test("law: the canvas that the widget makes of it is the server's, whatever was typed, commented or renamed", () => {
    fc.assert(
      fc.property(typing, fc.boolean(), fc.boolean(), fc.boolean(), (wanted, comments, renames, resolves) => {
        const before = canvas();
        const changes = changesIn(TEXT.length, wanted);
        const text = applyChanges(TEXT, changes);
        const save: PersonSave = {
          baseRevision: before.document.revision,
          baseHash: hashText(TEXT),
          ...(changes.length === 0 ? {} : { changes }),
          comments: [
            ...(comments ? [{ op: "add" as const, id: "c2", body: "All", anchor: null }] : []),
            ...(resolves ? [{ op: "resolve" as const, id: "c1" }] : []),
          ],
          decisions: [],
          ...(renames ? { title: "Another" } : {}),
          sent: false,
        };
        const saved = applyPersonSave(before, new Map(), save, moment("person", 3));
        if (!saved.ok) throw new Error(saved.error.message);
        const after = saved.draft.record;
        const asked = changes.length === 0 ? {} : { base: TEXT, text, changes };
        const answer = answerSave(
          { since: viewOf(before).state, before: viewOf(before), ...asked },
          viewOf(after),
          markOfText(after),
        );
        expect(answer.kind).toBe("saved");
        if (answer.kind !== "saved") return;
        const wire = isWire(answer.saved);
        expect(unpackSaved({ before: viewOf(before), sent: changes }, wire, text)).toEqual(viewOf(after));
        expect(wire.mark.hash).toBe(hashText(after.document.content));
      }),
      { numRuns: 300 },
    );
  });

  test("typing alone brings back neither text nor comments", () => {
    const before = canvas();
    const changes = [{ from: 0, to: 0, insert: "Typed.\n" }];
    const save = { baseRevision: 2, baseHash: hashText(TEXT), changes, comments: [], decisions: [], sent: false };
    const saved = applyPersonSave(before, new Map(), save, moment("person", 3));
    if (!saved.ok) throw new Error(saved.error.message);
    const after = saved.draft.record;
    const text = applyChanges(TEXT, changes);
    const asked = { since: "2", changes, before: viewOf(before), base: TEXT, text };
    const answer = answerSave(asked, viewOf(after), markOfText(after));
    expect(answer).toMatchObject({
      kind: "saved",
      saved: { text: [], comments: { put: [] }, proposals: { put: [] }, protections: { put: [] }, baseline: [] },
    });
  });

  test("where others have written meanwhile the whole canvas comes, its text by what is different", () => {
    const before = canvas();
    const written = applyModelWrite(
      before,
      new Map(),
      { content: `${TEXT}\nBy the model.\n`, comments: [], addresses: [] },
      moment("model", 3),
    );
    if (!written.ok) throw new Error(written.error.message);
    const now = written.draft.record;
    const changes = [{ from: 2, to: 6, insert: "Idea" }];
    const text = applyChanges(TEXT, changes);
    const save = { baseRevision: 2, baseContent: TEXT, changes, comments: [], decisions: [], sent: false };
    const saved = applyPersonSave(now, new Map(), save, moment("person", 4));
    if (!saved.ok) throw new Error(saved.error.message);
    const after = saved.draft.record;
    const asked = { since: "2", changes, before: viewOf(now), base: TEXT, text };
    const answer = answerSave(asked, viewOf(after), markOfText(after));
    expect(answer).toMatchObject({ kind: "view", tookChanges: true });
    if (answer.kind !== "view") return;
    expect(JSON.stringify(answer.view.checkpoint.document)).not.toContain("first line");
    expect(unpackView(answer.view, text)).toEqual(viewOf(after));
    expect(unpackView(answer.view, `${text} `)).toBeNull();
    expect(after.document.content).toBe(`${TEXT.replace("Plan", "Idea")}\nBy the model.\n`);
  });

  test("an answer that does not fit the text that stands here is none", () => {
    const before = viewOf(canvas());
    const mark = { revision: 3, hash: "h", length: 5 };
    const { content: _, ...document } = { ...before.checkpoint.document, lastEditor: "user" as const };
    const none = { put: [] };
    const saved = {
      state: "3",
      mark,
      text: [{ from: 400, to: 500, insert: "" }],
      document,
      comments: none,
      proposals: none,
      protections: none,
      baseline: [],
      fields: {},
      gone: [],
    };
    expect(unpackSaved({ before, sent: [] }, saved, TEXT)).toBeNull();
    expect(unpackSaved({ before, sent: [] }, { ...saved, text: [] }, TEXT)).toBeNull();
  });
});
