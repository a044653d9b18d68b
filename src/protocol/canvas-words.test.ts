import fc from "fast-check";
import { expect, test } from "vitest";
import type { Author, CanvasComment, Checkpoint } from "../core/records/canvas.ts";
import {
  decodeAuthor,
  decodeCheckpoint,
  decodeComment,
  decodeEdited,
  encodeApart,
  encodeAuthor,
  encodeCheckpoint,
  encodeComment,
  encodeEdited,
  joinApart,
  packView,
  unpackView,
  type WireCheckpoint,
} from "./canvas-view.ts";
import { WIRE_BASELINE, WIRE_CONTENT, WIRE_REST, WIRE_TOLD, wireDocument } from "./testing/wire-canvas.ts";

const kind = fc.constantFrom<Author["kind"][]>("person", "model");
const maybe = <T>(name: string, value: fc.Arbitrary<T>) =>
  fc.option(
    value.map((one) => ({ [name]: one })),
    { nil: {} },
  );
const comment: fc.Arbitrary<CanvasComment> = fc
  .tuple(
    fc.record({ id: fc.string(), anchor: fc.constant(null), body: fc.string() }),
    maybe("question", fc.constant(true as const)),
    fc.record({
      by: fc.record({ kind, name: fc.string(), client: fc.string() }, { requiredKeys: ["kind"] }),
      createdAt: fc.string(),
      resolved: fc.boolean(),
    }),
    maybe("replyTo", fc.string()),
    maybe("addressedIn", fc.nat()),
    maybe("deleted", fc.constant(true as const)),
  )
  .map((parts) => Object.assign({}, ...parts) as CanvasComment);
const checkpoint: fc.Arbitrary<Checkpoint> = fc
  .tuple(kind, fc.string(), fc.string(), fc.array(comment, { maxLength: 5 }))
  .map(([lastEditor, content, baseline, comments]) => ({
    document: { ...decodeEdited(wireDocument({ content })), status: "draft", lastEditor },
    comments,
    proposals: [],
    protections: [],
    approval: null,
    settings: { suggestOnly: false },
    told: WIRE_TOLD,
    baseline,
  }));

test("law: what is encoded and decoded is what it was", () => {
  fc.assert(
    fc.property(kind, comment, checkpoint, (one, said, whole) => {
      expect(decodeAuthor(encodeAuthor(one))).toBe(one);
      expect(decodeComment(encodeComment(said))).toEqual(said);
      expect(decodeEdited(encodeEdited(whole.document))).toEqual(whole.document);
      expect(decodeCheckpoint(encodeCheckpoint(whole))).toEqual(whole);
      const { document, rest } = encodeApart(whole);
      expect(decodeCheckpoint(joinApart(document, rest) as WireCheckpoint)).toEqual(whole);
    }),
  );
});

test("law: what is decoded and encoded is the same to the byte", () => {
  fc.assert(
    fc.property(checkpoint, (whole) => {
      const wire = encodeCheckpoint(whole);
      expect(JSON.stringify(encodeCheckpoint(decodeCheckpoint(wire)))).toBe(JSON.stringify(wire));
    }),
  );
});

test("the words are those of the first release; what is none of them is the person's", () => {
  expect([encodeAuthor("person"), encodeAuthor("model")]).toEqual(["user", "claude"]);
  expect(["user", "claude", "somebody", undefined].map(decodeAuthor)).toEqual(["person", "model", "person", "person"]);
});

/** A view as releases before this one packed it. */
function packed(content: unknown, lastEditor: "user" | "claude") {
  return {
    storeId: "store",
    owner: "local",
    key: "KEY",
    state: "4-a",
    checkpoint: {
      ...WIRE_REST,
      told: WIRE_TOLD,
      document: wireDocument({ content }, lastEditor),
      claudeContent: [[8, 15, "First"]],
    },
  };
}

test.each([
  ["whole", "user", WIRE_CONTENT, null],
  ["whole", "claude", WIRE_CONTENT, null],
  ["in the input", "user", { of: "input", mark: "27-input:f03agy629j" }, WIRE_CONTENT],
] as const)("a packed view, its text %s, of what %s wrote last is read, and packed again to the byte", (...row) => {
  const [, lastEditor, content, input] = row;
  const text = JSON.stringify(packed(content, lastEditor));
  const view = unpackView(JSON.parse(text), input)!;
  expect(JSON.stringify(packView(view, input))).toBe(text);
  expect(view.checkpoint).toMatchObject({
    document: { content: WIRE_CONTENT, lastEditor: lastEditor === "user" ? "person" : "model" },
    comments: [{ by: { kind: "person" } }, { by: { kind: "person" } }, { by: { kind: "model" } }],
    baseline: WIRE_BASELINE,
  });
});
