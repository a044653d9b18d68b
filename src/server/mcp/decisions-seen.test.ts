import { afterEach, beforeEach, expect, test } from "vitest";
import { type Harness, startHarness, viewIn } from "../../../test/loop/harness.ts";
import { proposalMark } from "../../core/document/versions/check-seen.ts";
import { hashText } from "../../core/text/hash-text.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";
import { foundRecord } from "../storage/ports.ts";

const TEXT = "# Bill\n\nPay 100 EUR to Alice.\n\nThank you.\n";

let harness: Harness;
let id: string;
let key: string;
let saves = 0;
beforeEach(async () => {
  harness = await startHarness();
  const created = await harness.call("write_canvas", { content: TEXT.replace("Thank you.", "Thanks.") });
  id = created.canvasId;
  key = viewIn(created).key;
  await edit("Thanks.", "Thank you.");
  await edit("100 EUR", "120 EUR", "suggest");
});
afterEach(() => harness.close());

type Args = Record<string, unknown>;
const edit = (find: string, replace: string, mode = "apply") =>
  harness.call("edit_canvas", { canvas_id: id, edits: [{ find, replace }], mode });
const asPerson = (tool: string, more: Args) =>
  harness.call(tool, { canvas_id: id, key, save_key: `s${++saves}`, ...more });
const load = async () => viewIn(await harness.call("load_canvas", { canvas_id: id, key }));
const record = async () => foundRecord(await harness.store.canvases.find("local", id))!;

const markOf = ({ checkpoint: { document } }: CanvasView) => ({
  revision: document.revision,
  hash: hashText(document.content),
});
const openIn = ({ checkpoint }: CanvasView) => checkpoint.proposals.filter(({ state }) => state === "open");
const settle = (decision: string) => (drawn: CanvasView) =>
  asPerson("save_canvas", {
    base_revision: drawn.checkpoint.document.revision,
    decisions: openIn(drawn).map((one) => ({ id: one.id, decision, seen: proposalMark(one) })),
  });

/** What the person decides, on the canvas as it was drawn. */
const DECISIONS: readonly [string, (drawn: CanvasView) => ReturnType<Harness["call"]>, code?: string][] = [
  ["accept", settle("accept")],
  ["reject", settle("reject")],
  ["restore", (drawn) => asPerson("restore_version", { version: 1, seen: markOf(drawn) })],
  [
    "Send",
    (drawn) =>
      asPerson("save_canvas", {
        base_revision: drawn.checkpoint.document.revision,
        seal: true,
        seen: markOf(drawn),
      }),
  ],
  [
    "approve",
    (drawn) => asPerson("save_canvas", { status: { to: "approved", revision: drawn.checkpoint.document.revision } }),
    "approval_stale",
  ],
];

/** What the model does between the drawing and the press. */
const REPLACES: readonly [string, () => Promise<unknown>][] = [
  ["rewrites the words in question", () => edit("Pay 100 EUR", "Pay 1 EUR")],
  [
    "makes another suggestion in its place and changes the text",
    async () => {
      await edit("100 EUR", "9999 EUR", "suggest");
      await edit("Alice", "Mallory");
    },
  ],
];
test.each(
  REPLACES.flatMap(([what, act]) => DECISIONS.map(([how, decide, code]) => [how, what, act, decide, code] as const)),
)(
  "%s: when the model %s first, nothing is written and the person is told to look again",
  async (_how, _what, act, decide, code = "decision_stale") => {
    const drawn = await load();
    await act();
    const before = await record();
    const answer = await decide(drawn);
    expect(answer.isError).toBe(true);
    expect(answer.reply).toMatchObject({ kind: "error", code, message: expect.stringMatching(/again\.$/) });
    expect(await record()).toEqual(before);
    const again = await decide(await load());
    expect(again.isError, again.text).toBe(false);
  },
);

test.each(DECISIONS.slice(0, 2))("%s holds when the model wrote elsewhere in the text", async (_, decide) => {
  const drawn = await load();
  await edit("Thank you.", "Thank you very much.");
  expect((await decide(drawn)).isError).toBe(false);
});

// Approval names the revision, whatever it was that made a newer one.
test.each(DECISIONS.slice(0, 4))("%s holds when the model only commented", async (_, decide) => {
  const drawn = await load();
  const comments = [{ quote: "Alice", body: "Who is she?" }];
  await harness.call("edit_canvas", { canvas_id: id, edits: [], comments });
  expect((await decide(drawn)).isError).toBe(false);
});

test("of many decisions in one save one stale is enough: none of it is written, the text beside them neither", async () => {
  await edit("Thank you.", "Bye.", "suggest");
  const drawn = await load();
  await edit("Pay 100 EUR", "Pay 1 EUR");
  const before = await record();
  const decisions = openIn(drawn).map((one) => ({ id: one.id, decision: "accept", seen: proposalMark(one) }));
  const content = `${TEXT}\nMine.\n`;
  const base = { base_revision: drawn.checkpoint.document.revision, base_content: TEXT };
  const answer = await asPerson("save_canvas", { ...base, content, decisions });
  expect(answer.reply).toMatchObject({ code: "decision_stale" });
  expect(await record()).toEqual(before);
});

test("an older widget names nothing, and decides as before", async () => {
  const drawn = await load();
  await edit("Alice", "Bob");
  const decisions = openIn(drawn).map((one) => ({ id: one.id, decision: "accept" }));
  expect((await asPerson("save_canvas", { decisions })).isError).toBe(false);
  expect((await asPerson("save_canvas", { seal: true })).isError).toBe(false);
  expect((await asPerson("restore_version", { version: 1 })).isError).toBe(false);
});

test.each(["restore_version", "save_canvas"])(
  "%s races a model's write: what was decided is what was seen",
  async (tool) => {
    const drawn = await load();
    const decided = asPerson(
      tool,
      tool === "save_canvas" ? { seal: true, seen: markOf(drawn) } : { version: 1, seen: markOf(drawn) },
    );
    const [written, answer] = await Promise.all([edit("Alice", "Mallory"), decided]);
    if (answer.isError) expect(answer.reply).toMatchObject({ code: "decision_stale" });
    // The head that was seen is sealed under its number, whatever came after it.
    else
      expect((await harness.store.canvases.version("local", id, drawn.checkpoint.document.version))?.content).toBe(
        TEXT,
      );
    expect(written.isError && answer.isError).toBe(false);
  },
);
