import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeError, wordsBeforeQuote } from "./describe-error.ts";

const SECRET = "my secret diary";
const thrownBy = (work: () => unknown): unknown => {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("It did not throw");
};
/** As PostgreSQL's client throws them. */
const databaseError = () =>
  Object.assign(new Error(`invalid input syntax for type json: "${SECRET}"`), {
    name: "error",
    severity: "ERROR",
    code: "22P02",
    detail: `Token "${SECRET}" is invalid.`,
    where: `JSON data, line 1: ${SECRET}`,
  });

describe("an error in the log", () => {
  test.each<[string, unknown, string]>([
    ["of a JSON parser", thrownBy(() => JSON.parse(SECRET)), "SyntaxError"],
    ["of a database", databaseError(), "error (22P02)"],
    ["of a schema", thrownBy(() => z.strictObject({}).parse({ [SECRET]: 1 })), "Error"],
    ["that is a text", SECRET, "a thrown string"],
    ["that is an object", { message: SECRET }, "a thrown object"],
    ["with a name that is none", Object.assign(new TypeError("x"), { name: SECRET }), "Error: x"],
    ["with a code that is none", Object.assign(new TypeError("x"), { code: SECRET }), "TypeError: x"],
  ])("%s holds nothing of what was read", (_, error, first) => {
    for (const frames of [true, false]) expect(describeError(error, { frames })).not.toContain("secret");
    expect(describeError(error).split("\n", 1)[0]).toContain(first);
  });

  test("says what was caused by what, and where", () => {
    const words = describeError(new RangeError("12 is too much", { cause: databaseError() }));
    expect(words).toMatch(/^RangeError: 12 is too much\n {4}at .*describe-error\.test/);
    expect(words).toMatch(/\nCaused by error \(22P02\)\n {4}at /);
    expect(words).not.toContain("secret");
  });

  test("in short is its own words, with the code of the system", () => {
    const short = (error: Error) => describeError(error, { frames: false });
    expect(short(new Error("gone"))).toBe("gone");
    expect(short(Object.assign(new Error("no room"), { code: "ENOSPC" }))).toBe("Error (ENOSPC): no room");
    expect(short(new Error("a", { cause: new Error("b") }))).toBe("a. Caused by b");
  });

  test("law: a message of whatever length is one line of at most 301 characters", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2_000 }), (message) => {
        const words = describeError(new Error(message), { frames: false });
        expect(words.length).toBeLessThanOrEqual(301);
        expect(words).not.toMatch(/[\n\r]/);
      }),
    );
  });

  test("that goes round in a circle ends", () => {
    const error = new Error("round");
    error.cause = error;
    expect(describeError(error, { frames: false })).toBe("round. Caused by round. Caused by round. Caused by round");
  });
});

test.each([
  ['Received a response for an unknown message ID: {"id":1}', "Received a response for an unknown message ID"],
  ["Unexpected token 'x', \"x\" is not", "Unexpected token"],
  ["Plain words", "Plain words"],
])("of %j only what comes before the quotation is kept", (message, words) =>
  expect(wordsBeforeQuote(message)).toBe(words),
);
