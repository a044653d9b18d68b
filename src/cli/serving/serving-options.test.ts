import { expect, test } from "vitest";
import type { Invocation } from "../surroundings.ts";
import { askedDrainMs, askedLogForm, askedRate } from "./serving-options.ts";

const asked = (options: Record<string, string>, env: Record<string, string> = {}) =>
  ({ surroundings: { env }, options, positionals: [] }) as unknown as Invocation;

test("the form of the log is the option's, the variable's, or the usual one", () => {
  expect(askedLogForm(asked({}), "json")).toBe("json");
  expect(askedLogForm(asked({}, { WRITING_CANVAS_LOG: "" }), "text")).toBe("text");
  expect(askedLogForm(asked({}, { WRITING_CANVAS_LOG: "text" }), "json")).toBe("text");
  expect(askedLogForm(asked({ log: "json" }, { WRITING_CANVAS_LOG: "text" }), "text")).toBe("json");
});

test("rate and drain are numbers, and have defaults", () => {
  expect([askedRate(asked({})), askedDrainMs(asked({}))]).toEqual([null, 0]);
  expect([askedRate(asked({ rate: "50" })), askedDrainMs(asked({ drain: "15" }))]).toEqual([50, 15_000]);
  const env = { WRITING_CANVAS_RATE: "7", WRITING_CANVAS_DRAIN: "1" };
  expect([askedRate(asked({}, env)), askedDrainMs(asked({}, env))]).toEqual([7, 1_000]);
});

test.each<[(invocation: Invocation) => unknown, string, string, string]>([
  [(invocation) => askedLogForm(invocation, "text"), "log", "WRITING_CANVAS_LOG", "xml"],
  [askedRate, "rate", "WRITING_CANVAS_RATE", "0"],
  [askedRate, "rate", "WRITING_CANVAS_RATE", "1.5"],
  [askedRate, "rate", "WRITING_CANVAS_RATE", "-1"],
  [askedRate, "rate", "WRITING_CANVAS_RATE", "1000000"],
  [askedDrainMs, "drain", "WRITING_CANVAS_DRAIN", "soon"],
  [askedDrainMs, "drain", "WRITING_CANVAS_DRAIN", "3601"],
])("%s: what is none is refused with where it came from", (read, option, variable, text) => {
  expect(() => read(asked({ [option]: text }))).toThrow(`--${option} is "${text}"; it is`);
  expect(() => read(asked({}, { [variable]: text }))).toThrow(`${variable} is "${text}"; it is`);
});
