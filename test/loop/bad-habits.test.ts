/** Bad habits of models with write_canvas and edit_canvas, over the wire: healed, held or refused, with words that lead on. */

import { expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { startHarness, viewIn } from "./harness.ts";

const TEXT = `# The plan

We move the shop in three steps, and nobody has to close for a day.

## Steps

Pack the books, carry them over, and put them on the new shelves in the same order as before.

## People

Ada leads it, Jun drives the van, and the others carry whatever is heavy.

## Costs

The van costs 300 euro a day, and lunch for everybody another 120.
`;

async function open(content = TEXT) {
  const { call, wait, store } = await startHarness();
  const created = await call("write_canvas", { content });
  const { canvasId: canvas_id } = created;
  const { key } = viewIn(created);
  return {
    created,
    call,
    wait,
    canvas_id,
    rewrite: (sent: string, more: Readonly<Record<string, unknown>> = {}) =>
      call("write_canvas", { canvas_id, content: sent, ...more }),
    confirm: (token: string | undefined, more: Readonly<Record<string, unknown>> = {}) =>
      call("write_canvas", { canvas_id, confirm: token, ...more }),
    text: async () => foundRecord(await store.canvases.find("local", canvas_id))!.document.content,
    types: async (from: string, to: string) => {
      const { revision, content: now } = foundRecord(await store.canvases.find("local", canvas_id))!.document;
      const save = { canvas_id, key, save_key: `s${revision}`, base_revision: revision };
      await call("save_canvas", { ...save, content: now.replace(from, to) });
    },
  };
}
const tokenIn = (text: string): string | undefined => /confirm: "(\w+)"/.exec(text)?.[1];
const upTo = (passage: string): string => TEXT.slice(0, TEXT.indexOf(passage));

test.each<[habit: string, sent: string, why: RegExp]>([
  [
    "only the part that changes",
    "## Costs\n\nThe van costs 350 euro a day.\n",
    /It has \d+ of \d+ characters \(\d+ % less\)/,
  ],
  [
    "the rest as a placeholder",
    `${upTo("## People")}(rest unchanged)\n`,
    /Line 9 is the placeholder "\(rest unchanged\)"/,
  ],
  ["three dots for what stays", TEXT.replace(/Ada leads[^\n]*/, "..."), /Line 11 is only "\.\.\."/],
  [
    "an HTML comment for what stays",
    TEXT.replace(/Ada leads[^\n]*/, "<!-- unchanged -->"),
    /Line 11 is the placeholder/,
  ],
  ["nothing", "", /The text is empty/],
  ["line breaks written out", TEXT.replaceAll("\n", "\\n"), /literal \\n/],
  [
    "the lines with their numbers",
    TEXT.trimEnd()
      .split("\n")
      .map((line, i) => `${i + 1}: ${line}`)
      .join("\n"),
    /Every line begins with a line number/,
  ],
  ["a diff", "--- a/plan.md\n+++ b/plan.md\n@@ -1 +1 @@\n-# The plan\n+# Our plan\n", /It is a diff/],
  [
    "without half of the headings",
    TEXT.replace("## People\n\n", "").replace("## Costs\n\n", "").replace("## Steps\n\n", ""),
    /headings/,
  ],
])("held: %s", async (_, sent, why) => {
  const { rewrite, text, confirm } = await open();
  const held = await rewrite(sent);
  expect(held.text).toMatch(/^Error \(looks_incomplete\): Nothing was written: the new text looks incomplete\./);
  expect(held.text).toMatch(why);
  expect(held.text).toContain("To change parts, use edit_canvas.");
  expect(await text()).toBe(TEXT);
  // Meant all the same: it need not be sent again.
  expect((await confirm(tokenIn(held.text))).text).toMatch(/^Rewritten: /);
  expect(await text()).toBe(sent);
});

test.each<[habit: string, sent: string, note: RegExp]>([
  ["a fence around all of it", `\`\`\`markdown\n${TEXT}\`\`\`\n`, /Removed the ```markdown fence around the text\./],
  [
    "the tags of read_canvas",
    `<canvas-text>\n${TEXT}</canvas-text>`,
    /Removed the <canvas-text> tags around the text\./,
  ],
  ["a JSON string", JSON.stringify(TEXT), /Read the text out of the JSON string/],
])("healed, and said: %s", async (_, sent, note) => {
  const { rewrite, text } = await open(TEXT.replace("300", "280"));
  const written = await rewrite(sent);
  expect([written.isError, await text()]).toEqual([false, TEXT]);
  expect(written.text).toMatch(note);
  const made = await open(sent);
  expect((await made.text()).trimEnd()).toBe(TEXT.trimEnd());
  expect(made.created.text).toMatch(note);
});

test("success says what happened, in figures, and that there is a cheaper way", async () => {
  const { rewrite } = await open();
  const written = await rewrite(TEXT.replace("300 euro", "350 euro in all"));
  expect(written.text.split("\n")[0]).toBe(
    `Rewritten: ${TEXT.length} → ${TEXT.length + 7} characters, 1 of 15 lines changed (edit_canvas is cheaper for this).`,
  );
});

test("allow_removal says at once that it is meant", async () => {
  const { rewrite, text } = await open();
  expect((await rewrite("# The plan\n\nCancelled.\n", { allow_removal: true })).isError).toBe(false);
  expect(await text()).toBe("# The plan\n\nCancelled.\n");
});

test("what is held waits ten minutes, for its own name, once; and what the person typed meanwhile stays", async () => {
  const { rewrite, confirm, types, text } = await open();
  const held = await rewrite("# The plan\n\nCancelled.\n");
  const token = tokenIn(held.text);
  expect((await confirm("NOPE")).text).toContain("no text held under this confirm");
  await types("Jun drives", "Jun and I drive");
  const confirmed = await confirm(token?.toLowerCase());
  expect([confirmed.isError, (await text()).includes("Jun and I drive")]).toEqual([false, true]);
  expect((await confirm(token)).text).toContain("no text held");

  const late = await open();
  const again = tokenIn((await late.rewrite("# Short\n")).text);
  late.wait(10 * 60_000);
  expect((await late.confirm(again)).text).toContain("no text held");
});

test("a comment that quotes what is not there is refused with the nearest text, and the text need not be sent again", async () => {
  const { rewrite, confirm, text, call, canvas_id } = await open();
  const sent = TEXT.replace("300 euro", "350 euro");
  const refused = await rewrite(sent, { comments: [{ quote: "Jun drives the bus", body: "Sure?" }] });
  expect(refused.text).toMatch(/^Error \(invalid_comments\): .*line 11.*Your text is held for 10 minutes/s);
  expect(await text()).toBe(TEXT);
  const confirmed = await confirm(tokenIn(refused.text), {
    comments: [{ quote: "Jun drives the van", body: "Sure?" }],
  });
  expect(viewIn(confirmed).checkpoint.comments).toMatchObject([{ anchor: { quotedText: "Jun drives the van" } }]);
  expect(await text()).toBe(sent);
  const edits = [{ find: "Ada leads", replace: "Bo leads" }];
  const edit = await call("edit_canvas", { canvas_id, edits, comments: [{ quote: "Zoe leads it", body: "?" }] });
  expect([edit.isError, await text()]).toEqual([true, sent]);
});

test("line breaks written out in an edit are refused; in code, LaTeX and paths they are meant", async () => {
  const { call, canvas_id, text } = await open(`${TEXT}\n\`\`\`js\nconst a = 1;\n\`\`\`\n`);
  const edit = (find: string, replace: string) => call("edit_canvas", { canvas_id, edits: [{ find, replace }] });
  const before = await text();
  const refused = await edit("Ada leads it,", "Ada leads it.\\n\\nBo helps,\\nand");
  expect(refused.text).toMatch(/^Error \(looks_incomplete\): edits\[0\]\.replace has 3 literal \\n/);
  expect(await text()).toBe(before);
  expect((await edit("const a = 1;", 'const a = "one\\ntwo\\nthree";')).isError).toBe(false);
  expect((await edit("Jun drives", "$\\nabla \\nu \\neq 0$ and Jun drives")).isError).toBe(false);
});

test("a canvas begun with the title of another names that one", async () => {
  const { call, canvas_id } = await open();
  const twin = await call("write_canvas", { content: "# The plan\n\nAnother one.\n" });
  expect(twin.text).toContain(`Canvas ${canvas_id} has the same title: to change that one instead, use its id.`);
});

test("what was not understood is named in the answer, below the first line", async () => {
  const { call } = await open();
  const created = await call("write_canvas", { content: "# Other\n", mood: "happy", title: null });
  expect(created.text.split("\n").slice(0, 2)).toEqual([
    `Created canvas ${created.canvasId} "Other" at v1.`,
    "Ignored unknown arguments: mood.",
  ]);
});
