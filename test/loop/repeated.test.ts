/** Calls that come twice, because an answer was lost: nothing is doubled, nothing is fought over. */

import { expect, test } from "vitest";
import { foundRecord } from "../../src/server/storage/ports.ts";
import { type Harness, startHarness, viewIn } from "./harness.ts";

const LIST = "# Shopping\n\n- milk\n- eggs\n\nFor four people, on Saturday.\n";
const LONGER = LIST.replace("- eggs\n", "- eggs\n- bread\n- two kinds of cheese\n");

async function open(content = LIST) {
  const harness = await startHarness();
  const created = await harness.call("write_canvas", { content });
  const { canvasId: canvas_id } = created;
  const person = personOf(harness, canvas_id, viewIn(created).key);
  return { ...harness, canvas_id, ...person };
}

function personOf({ call, store }: Harness, canvas_id: string, key: string) {
  const load = async () => foundRecord(await store.canvases.find("local", canvas_id))!;
  return {
    load,
    text: async () => (await load()).document.content,
    proposals: async () => (await load()).proposals,
    types: async (from: string, to: string) => {
      const { revision, content } = (await load()).document;
      const save = { canvas_id, key, save_key: `s${revision}`, base_revision: revision };
      expect(content).toContain(from);
      await call("save_canvas", { ...save, content: content.replace(from, to) });
    },
    decides: async (decision: "accept" | "reject" | "keep") => {
      const record = await load();
      const { revision } = record.document;
      const { id } = record.proposals.find(({ state }) => state === "open")!;
      const save = { canvas_id, key, save_key: `d${revision}`, base_revision: revision };
      await call("save_canvas", { ...save, decisions: [{ id, decision }] });
    },
    suggestOnly: async () => {
      await call("save_canvas", { canvas_id, key, save_key: "only", settings: { suggestOnly: true } });
    },
  };
}

test.each<[what: string, from: string, to: string]>([
  ["changed a word that the model wrote", "- bread", "- dark bread"],
  ["took away what the model wrote", "- bread\n", ""],
  ["put something beside it", "- bread\n", "- bread\n- butter\n"],
  ["moved it", "- bread\n- two kinds of cheese\n", "- two kinds of cheese\n- bread\n"],
  ["rewrote the line after it", "For four people, on Saturday.", "For six people, on Sunday, at noon."],
])("a rewrite sent again after the person %s is nothing new", async (_, from, to) => {
  for (const base of [{ base_version: 1 }, {}]) {
    const { call, canvas_id, types, text, proposals } = await open();
    const rewrite = { canvas_id, content: LONGER, ...base };
    await call("write_canvas", rewrite);
    await types(from, to);
    const again = await call("write_canvas", rewrite);
    expect(await text()).toBe(LONGER.replace(from, to));
    expect(await proposals()).toEqual([]);
    expect(again.text).toContain("The text is unchanged.");
    expect(again.text).toContain("You sent this very text before, as v2");
  }
});

test("the same text on a version that has the person's change takes it back: that is meant", async () => {
  const { call, canvas_id, types, text } = await open();
  await call("write_canvas", { canvas_id, content: LONGER, base_version: 1 });
  await types("- bread", "- dark bread");
  const { version } = await call("read_canvas", { canvas_id });
  await call("write_canvas", { canvas_id, content: LONGER, base_version: version });
  expect(await text()).toBe(LONGER);
});

test.each<[what: string, theirs: string]>([
  ["where it stands", LIST.replace("Saturday.\n", "Saturday morning.\n\nAsk Anna whether she brings the wine.\n")],
  ["elsewhere", LIST.replace("# Shopping\n", "# Shopping\n\nAsk Anna whether she brings the wine.\n")],
  [
    "in another sentence's place",
    LIST.replace("For four people, on Saturday.", "Ask Anna whether she brings the wine."),
  ],
])("a sentence of the person's that a model without base_version has in its text %s stands once", async (_, theirs) => {
  const { call, canvas_id, types, text } = await open();
  await types("Saturday.\n", "Saturday.\n\nAsk Anna whether she brings the wine.\n");
  // It hears of it with the result of something else.
  await call("edit_canvas", { canvas_id, edits: [{ find: "# Shopping", replace: "# Shopping list" }] });
  await call("write_canvas", { canvas_id, content: theirs.replace("# Shopping", "# Shopping list") });
  expect((await text()).match(/Ask Anna/g)).toHaveLength(1);
});

test.each(["write_canvas", "edit_canvas"])(
  "a suggestion that was decided is not made again by a repeated %s, unless the model knows of the decision",
  async (tool) => {
    const { call, canvas_id, suggestOnly, decides, proposals } = await open();
    await suggestOnly();
    const wish =
      tool === "write_canvas"
        ? { canvas_id, content: LIST.replace("four", "five"), base_version: 1 }
        : { canvas_id, edits: [{ find: "four", replace: "five" }] };
    await call(tool, wish);
    await decides("reject");
    await call(tool, wish);
    expect((await proposals()).map(({ state }) => state)).toEqual(["rejected"]);
    await call(tool, wish);
    expect((await proposals()).map(({ state }) => state)).toEqual(["rejected", "open"]);
  },
);
