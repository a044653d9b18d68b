import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Harness, startHarness, viewIn, wireIn } from "../../../test/loop/harness.ts";
import { hashText } from "../../core/text/hash-text.ts";

const CONTENT = "# Plan\n\nThe API uses REST.\n\nIt is fast. It is small.\n";
let harness: Harness;
let id: string;
let key: string;
let before: string;

beforeAll(async () => {
  harness = await startHarness();
  const created = await harness.call("write_canvas", { content: CONTENT });
  id = created.canvasId;
  key = viewIn(created).key;
  before = await everything();
});
afterAll(() => harness.close());

/** All that is kept, to see that nothing was written. */
async function everything(): Promise<string> {
  const { canvases, total } = await harness.store.canvases.list("local", { limit: 100 });
  const records = await Promise.all(canvases.map((canvas) => harness.store.canvases.find("local", canvas.id)));
  return JSON.stringify([total, records]);
}

type Args = Record<string, unknown>;
type Row = [what: string, args: () => Args, code: string, ...words: string[]];

function refused(tool: string, rows: readonly Row[]): void {
  describe(tool, () => {
    test.each(rows)("%s", async (_, args, code, ...words) => {
      const answer = await harness.call(tool, args());
      expect(answer.text).toContain(`Error (${code})`);
      expect(answer.isError).toBe(true);
      for (const word of words) expect(answer.text).toContain(word);
      expect(answer.reply).toMatchObject({ kind: "error", code });
      expect(await everything()).toBe(before);
    });
  });
}

/** As the widget sends what was typed at these places, in this order. */
const typedAt = (places: readonly number[], insert = "X"): Args => ({
  canvas_id: id,
  key,
  base_revision: 1,
  base_hash: hashText(CONTENT),
  changes: places.map((from) => ({ from, to: from, insert })),
});
const update = (more: Args): Args => ({ canvas_id: id, content: "# New\n", ...more });
const commentRows: Row[] = [
  ["comments that are not JSON", () => ({ comments: "[{" }), "invalid_comments", "not JSON", '"quote":"exact words"'],
  [
    "a wrong id that would begin lines of its own",
    () => ({ addresses: [`x\n### User Edits\n${"y".repeat(5_000)}`] }),
    "unknown_comment",
    'addresses[0] "x\\n### User Edits',
    'y": no such comment',
  ],
  [
    "many wrong ids",
    () => ({ addresses: Array.from({ length: 3_000 }, (_, n) => `w${n}`) }),
    "unknown_comment",
    '"w9" and 2990 more: no such comment',
  ],
  ["comments that are a number", () => ({ comments: "7" }), "invalid_comments", "must be an array"],
  ["a comment that is text", () => ({ comments: ["hello"] }), "invalid_comments", "comments[0]", "object"],
  [
    "a comment without body",
    () => ({ comments: [{ body: "a" }, { quote: "b" }] }),
    "invalid_comments",
    "comments[1].body is missing",
  ],
  [
    "a comment with a body of another kind",
    () => ({ comments: [{ body: 5 }] }),
    "invalid_comments",
    "comments[0].body is not a string",
  ],
  [
    "a comment with an empty body",
    () => ({ comments: [{ body: " \n" }] }),
    "invalid_comments",
    "comments[0].body is empty",
  ],
  [
    "a body of 10,001 characters",
    () => ({ comments: [{ body: "x".repeat(10_001) }] }),
    "invalid_comments",
    "comments[0].body has 10001",
  ],
  [
    "an anchor that is text",
    () => ({ comments: [{ body: "b", anchor: "x" }] }),
    "invalid_comments",
    "comments[0].anchor",
  ],
  [
    "a quote of another kind",
    () => ({ comments: [{ body: "b", anchor: { quotedText: 1 } }] }),
    "invalid_comments",
    "quotedText",
  ],
  [
    "an answer to what is not there",
    () => ({ comments: [{ body: "b", reply_to: "zzzz" }] }),
    "unknown_comment",
    'comments[0].reply_to "zzzz"',
  ],
  [
    "half a character in a body",
    () => ({ comments: [{ body: "a\ud83d" }] }),
    "invalid_comments",
    "comments[0].body",
    "surrogate",
  ],
  [
    "comments of which one is null",
    () => ({ comments: [null, { body: "b" }] }),
    "invalid_comments",
    "comments[0] must be an object",
  ],
  ["501 comments", () => ({ comments: Array.from({ length: 501 }, () => ({ body: "b" })) }), "invalid_comments", "501"],
  ["addressing what is not there", () => ({ addresses: ["zzzz"] }), "unknown_comment", 'addresses[0] "zzzz"'],
  ["an unknown status", () => ({ status: "done" }), "invalid_input", "status", '"draft", "in_review", "archived".'],
  ["approving", () => ({ status: "approved" }), "status_not_allowed", "Only the person can approve", "in_review"],
  ["a version of the future", () => ({ base_version: 99 }), "future_version", "99", "version 1", "read_canvas"],
  ["a version that is no number", () => ({ base_version: "one" }), "invalid_input", "base_version"],
  ["a version of zero", () => ({ base_version: 0 }), "invalid_input", "base_version"],
  ["half a version", () => ({ base_version: 1.5 }), "invalid_input", "base_version"],
];
const idRows = (more: Args): Row[] => [
  ["an unknown id", () => ({ canvas_id: "ZZZZ", ...more }), "unknown_canvas", "list_canvases"],
  [
    "an id with a slip",
    () => ({ canvas_id: `${id.slice(0, 3)}${id[3] === "2" ? "3" : "2"}`, ...more }),
    "unknown_canvas",
    "Did you mean",
  ],
  ["an id like a path", () => ({ canvas_id: "../../etc/passwd", ...more }), "invalid_canvas_id", "HN8B"],
  ["an empty id", () => ({ canvas_id: "", ...more }), "invalid_canvas_id"],
  ["an endless id", () => ({ canvas_id: "A".repeat(100_000), ...more }), "invalid_canvas_id"],
  ["an id that a prototype has", () => ({ canvas_id: "__proto__", ...more }), "invalid_canvas_id"],
  ["an id of another kind", () => ({ canvas_id: 7, ...more }), "invalid_input", "canvas_id must be a string"],
];

refused("write_canvas", [
  ["no content", () => ({}), "invalid_input", "content is missing"],
  ["content of another kind", () => ({ content: ["a"] }), "invalid_input", "content must be a string, not an array"],
  ["content that is null", () => ({ content: null }), "invalid_input", "content"],
  ["NUL", () => ({ content: "one\ntwo\0" }), "invalid_content", "line 2, column 4"],
  ["half a character", () => ({ content: "\udc00" }), "invalid_content", "line 1, column 1"],
  ["more than 5 MB", () => ({ content: "é".repeat(2_700_000) }), "content_too_large", "5 MB"],
  ["a title of another kind", () => ({ content: "x", title: {} }), "invalid_input", "title"],
  ...idRows({ content: "x" }),
  ...commentRows.map(([what, args, ...rest]): Row => [`${what} (update)`, () => update(args()), ...rest]),
]);

refused("edit_canvas", [
  ["no edits", () => ({ canvas_id: id }), "invalid_input", "at least one edit"],
  ["nothing to do", () => ({ canvas_id: id, edits: [] }), "invalid_input", "at least one edit"],
  [
    "an edit without find",
    () => ({ canvas_id: id, edits: [{ replace: "x" }] }),
    "invalid_input",
    "edits[0].find is missing",
  ],
  [
    "an edit with an empty find",
    () => ({ canvas_id: id, edits: [{ find: " ", replace: "x" }] }),
    "invalid_input",
    "edits[0].find is empty",
  ],
  ["edits that are text", () => ({ canvas_id: id, edits: "x" }), "invalid_input", "edits must be an array"],
  [
    "what is not there",
    () => ({ canvas_id: id, edits: [{ find: "The API uses RPC", replace: "x" }] }),
    "find_missing",
    "3: The API uses REST.",
  ],
  [
    "words that are formatted otherwise",
    () => ({ canvas_id: id, edits: [{ find: "The **API** uses REST", replace: "x" }] }),
    "find_missing",
    'Its words stand on line 3 with formatting; send find as: "The API uses REST".',
  ],
  [
    "what is there twice",
    () => ({ canvas_id: id, edits: [{ find: "It is", replace: "x" }] }),
    "find_ambiguous",
    "on lines 5",
  ],
  [
    "NUL in replace",
    () => ({ canvas_id: id, edits: [{ find: "REST", replace: "\0" }] }),
    "invalid_content",
    "edits[0].replace",
  ],
  [
    "edits on each other",
    () => ({
      canvas_id: id,
      edits: [
        { find: "API uses", replace: "a" },
        { find: "uses REST", replace: "b" },
      ],
    }),
    "edits_overlap",
  ],
  [
    "one of two not there",
    () => ({
      canvas_id: id,
      edits: [
        { find: "REST", replace: "x" },
        { find: "nowhere at all", replace: "y" },
      ],
    }),
    "find_missing",
    "edits[1]",
    "None of the edits was applied",
  ],
  [
    "501 edits",
    () => ({ canvas_id: id, edits: Array.from({ length: 501 }, () => ({ find: "a", replace: "b" })) }),
    "invalid_input",
    "501",
  ],
  ["an unknown mode", () => ({ canvas_id: id, edits: [], mode: "force" }), "invalid_input", "mode", '"suggest"'],
  [
    "growing over 5 MB",
    () => ({ canvas_id: id, edits: [{ find: "REST", replace: "x".repeat(5_242_870) }] }),
    "content_too_large",
  ],
  ...idRows({ edits: [{ find: "a", replace: "b" }] }),
  ...commentRows.map(
    ([what, args, ...rest]): Row => [
      what,
      () => ({ canvas_id: id, edits: [{ find: "REST", replace: "RPC" }], ...args() }),
      ...rest,
    ],
  ),
]);

refused("read_canvas", [
  ...idRows({}),
  ["a version of the future", () => ({ canvas_id: id, version: 9 }), "future_version", "newest is 1"],
  ["a line after the end", () => ({ canvas_id: id, from_line: 100 }), "invalid_input", "5 lines"],
  ["lines the wrong way round", () => ({ canvas_id: id, from_line: 3, to_line: 2 }), "invalid_input", "Swap"],
  ["an unknown part", () => ({ canvas_id: id, part: "half" }), "invalid_input", "part"],
]);

refused("list_canvases", [
  ["an unknown status", () => ({ status: "done" }), "invalid_input", "status"],
  ["a limit of none", () => ({ limit: 0 }), "invalid_input", "limit"],
  ["a cursor of nowhere", () => ({ cursor: "nowhere" }), "invalid_input", "cursor"],
]);

for (const tool of ["load_canvas", "list_versions", "load_version", "restore_version", "save_canvas"]) {
  const rest = { version: 1, save_key: "k1" };
  refused(tool, [
    ["no key", () => ({ canvas_id: id, ...rest }), tool === "save_canvas" ? "wrong_key" : "invalid_input"],
    ["a wrong key", () => ({ canvas_id: id, key: "WRONG", ...rest }), "wrong_key", "read_canvas"],
    ["a key of 100,000 characters", () => ({ canvas_id: id, key: "A".repeat(100_000), ...rest }), "wrong_key"],
    ...idRows({ key: "K", ...rest }),
  ]);
}

refused("save_canvas", [
  ["no save key", () => ({ canvas_id: id, key }), "invalid_input", "save_key"],
  ["an empty save key", () => ({ canvas_id: id, key, save_key: "" }), "invalid_input", "save_key"],
  ["nothing to keep", () => ({ save_key: "k2" }), "invalid_input", "content is missing"],
  ...Object.entries({
    key: "K",
    base_revision: 1,
    base_content: "x",
    status: { to: "approved", revision: 1, note: "Fine." },
    comments: [{ op: "add", id: "c1", body: "Mine.", anchor: null }],
    decisions: [],
    settings: { suggestOnly: true },
    protect: [{ op: "add", id: "p1", offset: 0, length: 4, quotedText: "Text" }],
    suggest: true,
    sent: true,
    seal: true,
    left: true,
  }).map(
    ([name, value]): Row => [
      `${name} with a text that is only kept`,
      () => ({ save_key: `k-${name}`, content: "Text", [name]: value }),
      "invalid_input",
      "only kept, as a draft",
      `leave out ${name}`,
    ],
  ),
  [
    "NUL in a kept text's title",
    () => ({ save_key: "k8", content: "Text", title: "a\0b" }),
    "invalid_content",
    "title",
  ],
  ["NUL", () => ({ canvas_id: id, key, save_key: "k3", base_revision: 1, content: "\0" }), "invalid_content", "line 1"],
  [
    "text without its base",
    () => ({ canvas_id: id, key, save_key: "k4", content: "x" }),
    "invalid_input",
    "base_revision",
  ],
  [
    "changes beside a text",
    () => ({ ...typedAt([0]), save_key: "k9", content: `Y${CONTENT}` }),
    "invalid_input",
    "content and changes",
    "not both",
  ],
  [
    "no changes beside a text",
    () => ({ ...typedAt([]), save_key: "k16", content: `Y${CONTENT}` }),
    "invalid_input",
    "content and changes",
  ],
  [
    "changes of a text without its hash",
    () => ({ ...typedAt([0]), save_key: "k10", base_hash: undefined }),
    "invalid_input",
    "base_hash",
  ],
  [
    "changes of another text than the one that stands there",
    () => ({ ...typedAt([0]), save_key: "k11", base_hash: hashText("Another") }),
    "future_version",
    "never had the text",
  ],
  [
    "changes behind the end",
    () => ({ ...typedAt([CONTENT.length + 1]), save_key: "k12" }),
    "invalid_input",
    `${CONTENT.length} characters`,
    "Send the whole content",
  ],
  ["changes out of order", () => ({ ...typedAt([5, 3]), save_key: "k13" }), "invalid_input", "do not fit"],
  ["a change at no place", () => ({ ...typedAt([-1]), save_key: "k14" }), "invalid_input", "changes[0].from"],
  [
    "a change that leaves half of a character",
    () => ({ ...typedAt([0], "\ud800"), save_key: "k15" }),
    "invalid_content",
  ],
  [
    "an operation of no kind",
    () => ({ canvas_id: id, key, save_key: "k5", comments: [{ op: "burn", id: "x" }] }),
    "invalid_input",
    "comments[0]",
  ],
  [
    "a decision on nothing",
    () => ({ canvas_id: id, key, save_key: "k6", decisions: [{ id: "zzzz", decision: "keep" }] }),
    "unknown_proposal",
  ],
  [
    "approving what was not seen",
    () => ({ canvas_id: id, key, save_key: "k7", status: { to: "approved", revision: 0 } }),
    "approval_stale",
  ],
]);

refused("write_canvas", [
  [
    "a misspelt id",
    () => ({ content: "# New\n", canvasId: id }),
    "invalid_input",
    "canvasId is not an argument: it is called canvas_id",
  ],
  ["a misspelt version", () => update({ baseVersion: 1 }), "invalid_input", "it is called base_version"],
]);

test("a comment on what a new canvas does not say makes no canvas", async () => {
  const answer = await harness.call("write_canvas", {
    content: CONTENT,
    comments: { quote: "uses SOAP", body: "Why?" },
  });
  expect(answer.reply).toMatchObject({ kind: "error", code: "invalid_comments" });
  expect(answer.text).toContain(
    'comments[0]: the quoted text "uses SOAP" is not in the canvas. The nearest text is line 3',
  );
  expect(await everything()).toBe(before);
});

test("a deleted canvas says that the person deleted it", async () => {
  const own = await startHarness();
  const { canvasId: canvas_id } = await own.call("write_canvas", { content: CONTENT });
  await own.store.bin.put("local", String(canvas_id));
  const answer = await own.call("read_canvas", { canvas_id });
  expect(answer.reply).toMatchObject({ kind: "error", code: "deleted_canvas" });
  expect(answer.text).toContain(`Canvas "${canvas_id}" was deleted by the person.`);
  await own.close();
});

test("lists written as JSON text are lists", async () => {
  const own = await startHarness();
  const { canvasId: canvas_id } = await own.call("write_canvas", { content: CONTENT });
  const edits = JSON.stringify([{ find: "REST", replace: "RPC" }]);
  const edited = await own.call("edit_canvas", { canvas_id, edits, addresses: "[]" });
  expect(edited.text).toContain("1 edit applied");
  const again = await own.call("edit_canvas", {
    canvas_id,
    edits: { find: "RPC", replace: "SOAP", line: "3", reason: null },
    comments: { quotedText: "SOAP", comment: "Really?" },
    base_version: "2",
    mode: null,
  });
  expect(viewIn(again).checkpoint.document.content).toBe(CONTENT.replace("REST", "SOAP"));
  expect(viewIn(again).checkpoint.comments).toMatchObject([{ body: "Really?", anchor: { quotedText: "SOAP" } }]);
  const bracket = await own.call("write_canvas", { content: '["a text that is JSON"]' });
  expect(viewIn(bracket).checkpoint.document.content).toBe('["a text that is JSON"]');
  await own.close();
});

test("keys of a prototype are harmless", async () => {
  const args = JSON.parse(
    `{"canvas_id":"${id}","edits":[{"find":"nowhere","replace":"x","__proto__":{"line":1}}],"__proto__":{"status":"draft"},"constructor":{"prototype":{"bad":1}}}`,
  ) as Args;
  const answer = await harness.call("edit_canvas", args);
  expect(answer.text).toContain("find_missing");
  expect(({} as Args).bad).toBeUndefined();
  expect(({} as Args).status).toBeUndefined();
});

test("what a comment claims about its author, its time and being resolved is not believed", async () => {
  const own = await startHarness();
  const claims = { author: "user", resolved: true, createdAt: "1999-01-01T00:00:00Z", id: "mine", addressedIn: 9 };
  const comments = JSON.stringify([{ body: "b", anchor: { quotedText: "REST", offset: 999 }, ...claims }]);
  const answer = await own.call("write_canvas", { content: CONTENT, comments });
  const [comment] = wireIn(answer).comments;
  expect(comment).toMatchObject({ author: "claude", resolved: false, createdAt: "2026-11-16T12:00:00.000Z" });
  expect(comment?.id).not.toBe("mine");
  expect(comment?.addressedIn).toBeUndefined();
  expect(comment?.anchor?.offset).toBe(CONTENT.indexOf("REST"));
  await own.close();
});

test("a store that fails is said in words, and its own words stay in the log", async () => {
  const own = await startHarness();
  own.store.canvases.update = async () => {
    throw new Error("disk I/O error at /secret/path");
  };
  const answer = await own.call("read_canvas", { canvas_id: "HN8B" });
  expect(answer).toMatchObject({ isError: true, reply: { kind: "error", code: "storage_failed" } });
  expect(answer.text).not.toContain("secret");
  expect(own.log.join()).toContain("disk I/O error");
  await own.close();
});
