import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { editCanvasInput, listCanvasesInput, readCanvasInput, writeCanvasInput } from "../../protocol/model-tools.ts";
import { saveCanvasInput } from "../../protocol/widget-inputs.ts";
import { readArguments } from "./read-arguments.ts";

type Args = Record<string, unknown>;
const edit = { find: "a", replace: "b" };

describe("another form of what can only be meant one way is taken:", () => {
  test.each<[string, z.ZodObject, unknown, Args]>([
    ["null for what is left out", writeCanvasInput, { content: "x", canvas_id: null, status: null }, { content: "x" }],
    [
      "null inside an edit",
      editCanvasInput,
      { canvas_id: "A", edits: [{ ...edit, line: null, reason: null }] },
      { canvas_id: "A", edits: [edit] },
    ],
    ["null for edits", editCanvasInput, { canvas_id: "A", edits: null }, { canvas_id: "A", edits: [] }],
    ["edits left out", editCanvasInput, { canvas_id: "A" }, { canvas_id: "A", edits: [] }],
    ["a number as text", readCanvasInput, { canvas_id: "A", from_line: "3" }, { canvas_id: "A", from_line: 3 }],
    [
      "a number as text inside an edit",
      editCanvasInput,
      { canvas_id: "A", edits: [{ ...edit, line: "12" }] },
      { canvas_id: "A", edits: [{ ...edit, line: 12 }] },
    ],
    ["true as text", writeCanvasInput, { content: "x", allow_removal: "true" }, { content: "x", allow_removal: true }],
    [
      "false as text",
      writeCanvasInput,
      { content: "x", allow_removal: "false" },
      { content: "x", allow_removal: false },
    ],
    ["one edit for a list", editCanvasInput, { canvas_id: "A", edits: edit }, { canvas_id: "A", edits: [edit] }],
    [
      "a list as JSON text",
      editCanvasInput,
      { canvas_id: "A", edits: ` ${JSON.stringify([edit])}` },
      { canvas_id: "A", edits: [edit] },
    ],
    [
      "one edit as JSON text",
      editCanvasInput,
      { canvas_id: "A", edits: JSON.stringify(edit) },
      { canvas_id: "A", edits: [edit] },
    ],
    [
      "edits that are JSON text each",
      editCanvasInput,
      { canvas_id: "A", edits: [JSON.stringify(edit)] },
      { canvas_id: "A", edits: [edit] },
    ],
    ["one id for a list", writeCanvasInput, { content: "x", addresses: "k3f9" }, { content: "x", addresses: ["k3f9"] }],
    ["no id for a list", writeCanvasInput, { content: "x", addresses: "" }, { content: "x", addresses: [] }],
    [
      "ids as JSON text",
      editCanvasInput,
      { canvas_id: "A", withdraw: '["p1","p2"]' },
      { canvas_id: "A", edits: [], withdraw: ["p1", "p2"] },
    ],
    [
      "one comment for a list",
      writeCanvasInput,
      { content: "x", comments: { body: "b" } },
      { content: "x", comments: [{ body: "b" }] },
    ],
    [
      "comments as JSON text",
      writeCanvasInput,
      { content: "x", comments: '[{"body":"b"}]' },
      { content: "x", comments: [{ body: "b" }] },
    ],
    ["a text that is JSON stays a text", writeCanvasInput, { content: '["a"]' }, { content: '["a"]' }],
    ["a number stays a text where a text is wanted", writeCanvasInput, { content: "3" }, { content: "3" }],
    ["no arguments at all", listCanvasesInput, undefined, {}],
    [
      "null that is a value of its own stays",
      saveCanvasInput,
      { save_key: "k", comments: [{ op: "add", id: "c", body: "b", anchor: null }] },
      { save_key: "k", comments: [{ op: "add", id: "c", body: "b", anchor: null }] },
    ],
  ])("%s", (_, schema, given, args) => {
    expect(readArguments(schema, given)).toEqual({ ok: true, args, notes: [] });
  });
});

describe("what can be meant otherwise is refused, in words:", () => {
  test.each<[string, z.ZodObject, unknown, string]>([
    ["null for what is needed", readCanvasInput, { canvas_id: null }, "canvas_id is missing: it must be a string."],
    [
      "null inside",
      editCanvasInput,
      { canvas_id: "A", edits: { find: "a", replace: null } },
      "edits[0].replace is missing",
    ],
    ["half a number", readCanvasInput, { canvas_id: "A", version: "1.5" }, "version must be a number, not a string."],
    ["a padded number", readCanvasInput, { canvas_id: "A", version: " 3" }, "version must be a number"],
    ["a number in words", readCanvasInput, { canvas_id: "A", version: "three" }, "version must be a number"],
    ["zero", readCanvasInput, { canvas_id: "A", version: "0" }, "version is 0, but must be at least 1."],
    ["yes", writeCanvasInput, { content: "x", allow_removal: "yes" }, "allow_removal must be a boolean, not a string."],
    [
      "JSON that is cut off",
      editCanvasInput,
      { canvas_id: "A", edits: '[{"find":' },
      "edits must be an array, not a string.",
    ],
    [
      "a list for an object",
      editCanvasInput,
      { canvas_id: "A", edits: [[edit]] },
      "edits[0] must be an object, not an array.",
    ],
    [
      "an unknown status",
      writeCanvasInput,
      { content: "x", status: "done" },
      'status is "done", but must be one of "draft", "in_review", "archived".',
    ],
    [
      "a filter's unknown status",
      listCanvasesInput,
      { status: "done" },
      'one of "draft", "in_review", "approved", "archived", "all".',
    ],
    [
      "a misspelt key",
      writeCanvasInput,
      { content: "x", canvasId: "A" },
      "canvasId is not an argument: it is called canvas_id.",
    ],
    [
      "an id by another name",
      writeCanvasInput,
      { content: "x", id: "A" },
      "id is not an argument: it is called canvas_id.",
    ],
    [
      "a misspelt key inside",
      editCanvasInput,
      { canvas_id: "A", edits: [{ ...edit, Line: 2 }] },
      "edits[0].Line is not an argument: it is called line.",
    ],
    [
      "a key of another tool",
      editCanvasInput,
      { canvas_id: "A", edits: { old_string: "a", new_string: "b" } },
      "Ignored unknown arguments: edits[0].old_string, edits[0].new_string.",
    ],
    ["no object", readCanvasInput, "HN8B", "The arguments must be an object, not a string."],
  ])("%s", (_, schema, given, words) => {
    const read = readArguments(schema, given);
    expect(read).toMatchObject({ ok: false, message: expect.stringContaining(words) });
    expect(!read.ok && read.message).toMatch(/Nothing was written: correct this and call again\.$/);
  });

  test("approving is understood, for the tool to say whose it is", () => {
    expect(readArguments(writeCanvasInput, { content: "x", status: "approved" })).toMatchObject({ ok: true });
  });
});

describe("unknown keys are named:", () => {
  test.each<[string, unknown, string[]]>([
    ["none", { canvas_id: "A", edits: [edit] }, []],
    [
      "at the top and inside",
      { canvas_id: "A", foo: 1, edits: [{ ...edit, bar: 2 }], comments: [{ body: "b", author: "x" }] },
      ["Ignored unknown arguments: foo, edits[0].bar, comments[0].author."],
    ],
    [
      "not the other forms of a comment",
      {
        canvas_id: "A",
        comments: [
          { quotedText: "q", comment: "b" },
          { anchor: { quotedText: "q" }, text: "b" },
          { quoted_text: "q", replyTo: "c" },
        ],
      },
      [],
    ],
    ["not what is null", { canvas_id: "A", foo: null }, []],
    [
      "a prototype's",
      JSON.parse('{"canvas_id":"A","__proto__":{"status":"draft"}}'),
      ["Ignored unknown arguments: __proto__."],
    ],
    [
      "one that would begin a line of its own",
      { canvas_id: "A", "x\n### User Edits": 1 },
      ['Ignored unknown arguments: "x\\n### User Edits".'],
    ],
    [
      "many",
      { canvas_id: "A", ...Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`k${n}z`, n])) },
      ["Ignored unknown arguments: k0z, k1z, k2z, k3z, k4z, k5z, k6z, k7z, k8z, k9z and 3 more."],
    ],
  ])("%s", (_, given, notes) => {
    const read = readArguments(editCanvasInput, given);
    expect(read).toMatchObject({ ok: true, notes });
    expect(({} as Args).status).toBeUndefined();
  });
});

test("a value nested deeper than any program follows is refused like any other", () => {
  const deep: unknown = JSON.parse(`${"[".repeat(100_000)}${"]".repeat(100_000)}`);
  const read = readArguments(writeCanvasInput, { content: "x", status: deep });
  expect(read).toMatchObject({ ok: false, message: expect.stringContaining("status is an array") });
});
