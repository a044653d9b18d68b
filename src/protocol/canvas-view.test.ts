import fc from "fast-check";
import { expect, test } from "vitest";
import { describeAnchor } from "../core/comments/describe-anchor.ts";
import { createCanvas } from "../core/document/create-canvas.ts";
import { checkpointFor } from "../core/document/review/tell-model.ts";
import { type CanvasView, encodeCheckpoint, packedView, packView, unpackView as unpackChecked } from "./canvas-view.ts";

const NOW = "2026-11-16T12:00:00.000Z";
const MOMENT = {
  by: { kind: "model" as const },
  now: NOW,
  sealOpenedBefore: NOW,
  randomId: (n: number) => "2".repeat(n),
};

function viewOf(content: string, baseline: string): CanvasView {
  const made = createCanvas({ id: "HN8B", content, owner: "local", widgetKey: "secret" }, MOMENT).record;
  const { owner, widgetKey: key } = made;
  const checkpoint = checkpointFor(made);
  const anchor = describeAnchor(content, 0, Math.min(3, content.length), 1);
  const comments = [
    {
      id: "c1",
      anchor,
      body: "Why?",
      by: { kind: "person" as const },
      createdAt: NOW,
      resolved: false,
    },
  ];
  return { storeId: "store", owner, key, state: "1-a", checkpoint: { ...checkpoint, comments, baseline } };
}

const line = fc.constantFrom("# Plan\n", "One word.\n", "Two 😀 words here.\r\n", "\n", "日本語\n", "no end", "\u2028");
const text = fc.oneof(
  fc.array(line, { maxLength: 30 }).map((lines) => lines.join("")),
  fc.string({ unit: "grapheme", maxLength: 200 }),
);
/** As the widget reads what came over the wire. */
const unpackView = (packed: unknown, input: string | null): CanvasView | null => {
  const read = packedView.safeParse(packed);
  return read.success ? unpackChecked(read.data, input) : null;
};
const overTheWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test("law: unpacked with the input that it was packed with, a view is what it was", () => {
  fc.assert(
    fc.property(text, text, fc.option(text), fc.boolean(), (content, baseline, other, same) => {
      const view = viewOf(content, baseline);
      const input = same ? content : other;
      expect(unpackView(overTheWire(packView(view, input)), input)).toEqual(view);
    }),
  );
});

test("law: a packed view holds the document at most once, and not at all where it equals the input", () => {
  const words = fc.array(fc.constantFrom<string[]>("alpha", "beta", "gamma\n", "delta.\n"), {
    minLength: 200,
    maxLength: 300,
  });
  fc.assert(
    fc.property(words, fc.nat(199), (some, at) => {
      const content = some.join(" ");
      const baseline = some.with(at, "other").join(" ");
      const size = (view: CanvasView, input: string | null) => JSON.stringify(packView(view, input)).length;
      const around = size(viewOf("alpha", "alpha"), null);
      const written = JSON.stringify(content).length;
      expect(size(viewOf(content, content), null)).toBeLessThan(written + around + 200);
      expect(size(viewOf(content, baseline), null)).toBeLessThan(written + around + 300);
      expect(size(viewOf(content, content), content)).toBeLessThan(around + 300);
      expect(size(viewOf(content, baseline), content)).toBeLessThan(around + 400);
    }),
  );
});

test("two texts of short lines that differ everywhere are no longer packed than whole, and packed in time", () => {
  const [content, baseline] = ["a\nb\n".repeat(200_000), "b\nc\n".repeat(200_000)];
  const view = viewOf(content, baseline);
  const packed = packView(view, content);
  expect(JSON.stringify(packed).length).toBeLessThan(JSON.stringify(baseline).length + 2_000);
  expect(unpackView(packed, content)).toEqual(view);
});

test.each([
  ["none", null],
  ["another", "# Plan\n\nTwo.\n"],
  ["one as long", "# Plan\n\nOnce\n"],
  ["half of it", "# Plan\n"],
])("a view that stands on its input is not made up from %s", (_, input) => {
  const content = "# Plan\n\nOne.\n";
  expect(unpackView(packView(viewOf(content, content), content), input)).toBeNull();
});

test("a result of before there were packed views is still read", () => {
  const view = viewOf("One.\n", "Two.\n");
  expect(unpackView({ ...view, checkpoint: encodeCheckpoint(view.checkpoint) }, null)).toEqual(view);
});

const CONTENT = "One.\n";
test.each<[string, (packed: ReturnType<typeof packView>) => unknown]>([
  ["nothing", () => null],
  ["a text", () => "view"],
  ["a list", () => []],
  ["no checkpoint", ({ checkpoint: _, ...rest }) => rest],
  ["no document", (packed) => ({ ...packed, checkpoint: { ...packed.checkpoint, document: 7 } })],
  ["content of something else", (packed) => withContent(packed, { of: "output", mark: "" })],
  ["content without its mark", (packed) => withContent(packed, { of: "input" })],
  ["content that is a number", (packed) => withContent(packed, 7)],
  ["no baseline", (packed) => withBaseline(packed, undefined)],
  ["a baseline that is no list", (packed) => withBaseline(packed, { 0: [0, 1, ""] })],
  ["a change of two parts", (packed) => withBaseline(packed, [[0, 1]])],
  ["a change of four parts", (packed) => withBaseline(packed, [[0, 1, "x", 0]])],
  ["a change that is no list", (packed) => withBaseline(packed, [{ from: 0, to: 1, insert: "x" }])],
  ["a change before the text", (packed) => withBaseline(packed, [[-1, 1, "x"]])],
  ["a change behind the text", (packed) => withBaseline(packed, [[0, 6, "x"]])],
  ["a change turned around", (packed) => withBaseline(packed, [[3, 1, "x"]])],
  ["a change at no whole place", (packed) => withBaseline(packed, [[0.5, 1, "x"]])],
  ["a change at no place", (packed) => withBaseline(packed, [[null, 1, "x"]])],
  [
    "changes out of order",
    (packed) =>
      withBaseline(packed, [
        [3, 4, "x"],
        [0, 1, "y"],
      ]),
  ],
  ["an insertion that is no text", (packed) => withBaseline(packed, [[0, 1, 7]])],
  ["comments that are none", (packed) => ({ ...packed, checkpoint: { ...packed.checkpoint, comments: [{ id: 1 }] } })],
  ["a key that is none", (packed) => ({ ...packed, key: 7 })],
])("no canvas is read from %s", (_, spoil) => {
  expect(unpackView(spoil(packView(viewOf(CONTENT, CONTENT), null)), CONTENT)).toBeNull();
});

function withContent(packed: ReturnType<typeof packView>, content: unknown): unknown {
  const { checkpoint } = packed;
  return { ...packed, checkpoint: { ...checkpoint, document: { ...checkpoint.document, content } } };
}

function withBaseline(packed: ReturnType<typeof packView>, claudeContent: unknown): unknown {
  return { ...packed, checkpoint: { ...packed.checkpoint, claudeContent } };
}
