import { expect, test } from "vitest";
import { shellWords } from "../words.ts";
import { titleOfStream } from "./title-of-stream.ts";

const stream = (text: string, title: string | null = null): Parameters<typeof titleOfStream>[0] => ({
  kind: "text",
  text,
  title,
  canvasId: null,
});

test("a title that streams in is as harmless as the saved one", () => {
  expect(titleOfStream(stream("# Heading\n", "Plan\u202e\nfor \u0007you"))).toBe("Plan for you");
  expect(titleOfStream(stream("# **He\u2067ading**\n"))).toBe("He ading");
  expect(titleOfStream(stream("text", " \n"))).toBe(shellWords.untitled);
});
