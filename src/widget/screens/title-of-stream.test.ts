import { expect, test } from "vitest";
import { shellWords } from "../words.ts";
import { titleOfStream } from "./title-of-stream.ts";

const stream = (text: string, title: string | null = null): Parameters<typeof titleOfStream>[0] => ({
  kind: "text",
  text,
  title,
  canvasId: null,
});

test.each([
  ["while edits stream in", { kind: "edits", canvasId: "HN8B", edits: [], ownTitle: "Plan" }, "Plan"],
  [
    "while it is written again",
    { kind: "text", canvasId: "HN8B", title: "Pl", text: "# Ne", ownTitle: "The old plan" },
    "The old plan",
  ],
  ["as harmless as ever", { kind: "edits", canvasId: "HN8B", edits: [], ownTitle: "Plan\u202e" }, "Plan"],
  ["not the id, where it is not known", { kind: "edits", canvasId: "HN8B", edits: [] }, shellWords.canvasNamed("HN8B")],
  ["nor half an id", { kind: "edits", canvasId: "HN", edits: [] }, shellWords.canvasNamed(null)],
] as const)("the title is the canvas's own: %s", (_, streamed, title) => {
  expect(titleOfStream(streamed)).toBe(title);
});

test("a title that streams in is as harmless as the saved one", () => {
  expect(titleOfStream(stream("# Heading\n", "Plan\u202e\nfor \u0007you"))).toBe("Plan for you");
  expect(titleOfStream(stream("# **He\u2067ading**\n"))).toBe("He ading");
  expect(titleOfStream(stream("text", " \n"))).toBe(shellWords.untitled);
});
