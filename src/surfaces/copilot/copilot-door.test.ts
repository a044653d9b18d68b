import { beforeEach, describe, expect, test } from "vitest";
import { ID_ALPHABET } from "../../core/document/ids.ts";
import { type Call, personCall } from "../../server/actions/call.ts";
import { ACTIONS } from "../../server/actions/catalogue.ts";
import { leaveMessage } from "../../server/actions/review/answer.ts";
import { setStatus } from "../../server/actions/review/set-status.ts";
import { save } from "../../server/actions/writing/save.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import { foundRecord, type Store } from "../../server/storage/ports.ts";
import { PANEL_ACTIONS } from "../panels/panel-actions.ts";
import { type Asked, type CopilotDoor, createCopilotDoor } from "./copilot-door.ts";
import { createSessionTeller } from "./tell-sessions.ts";

let store: Store;
const now = new Date("2026-11-18T12:00:00Z");
let ids: number;
let ended: string[];
beforeEach(() => {
  store = createMemoryStore({ now: () => now });
  ids = 0;
  ended = [];
});

const deps = () => ({
  store,
  clock: () => now,
  randomId: (length: number) => {
    ids += 1;
    return [ids % 31, Math.floor(ids / 31)]
      .map((digit) => ID_ALPHABET[digit])
      .join("")
      .padStart(length, "A");
  },
  log: () => undefined,
  owner: "local",
});

/** A process of ours that Copilot has started. */
function startDoor(): CopilotDoor {
  return createCopilotDoor({
    deps: deps(),
    links: {
      panelTo: async (canvasId, panel) => `http://page.localhost/${canvasId}#${panel}`,
      endPanel: async (panel) => void ended.push(panel),
    },
    fail: (code, message) => Object.assign(new Error(message), { code }),
  });
}
const at = (instanceId: string, input?: unknown, sessionId = "s1"): Asked => ({ sessionId, instanceId, input });
const act = (door: CopilotDoor, name: string, input?: unknown, instanceId = "plan", sessionId = "s1") => {
  const action = door.canvas.actions.find((each) => each.name === name);
  if (action === undefined) throw new Error(`There is no action ${name}`);
  return action.handler(at(instanceId, input, sessionId));
};
const person = (): Call => personCall(deps(), "page");
const idIn = (status: string) => /Canvas (\w+),/.exec(status)![1]!;
const recordOf = async (id: string) => foundRecord(await store.canvases.find("local", id))!;
const personTypes = async (id: string, content: string, saveKey = "k1") => {
  const { document } = await recordOf(id);
  return save.run(person(), { canvas_id: id, save_key: saveKey, base_revision: document.revision, content });
};

describe("opening", () => {
  test("a new text makes a canvas, and its page is the panel's", async () => {
    const opened = await startDoor().canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }));
    expect(opened).toMatchObject({ title: "Plan", status: expect.stringMatching(/^Canvas \w+, v1, draft$/) });
    expect(opened.url).toBe(`http://page.localhost/${idIn(opened.status)}#copilot:["s1","plan"]`);
  });

  test("the same instance is the same canvas: again, in a new process, with and without its first input", async () => {
    const door = startDoor();
    const input = { content: "# Plan\n", title: "The plan" };
    const id = idIn((await door.canvas.open(at("plan", input))).status);
    await act(door, "write_canvas", { content: "# Plan\n\nMuch more.\n" });
    for (const again of [door, startDoor()])
      for (const asked of [input, {}, null, undefined])
        expect(idIn((await again.canvas.open(at("plan", asked))).status)).toBe(id);
    expect((await recordOf(id)).document.content).toBe("# Plan\n\nMuch more.\n");
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(1);
  });

  test("the same name in another session is another panel", async () => {
    const door = startDoor();
    const first = await door.canvas.open(at("plan", {}, "s1"));
    const second = await door.canvas.open(at("plan", {}, "s2"));
    expect(idIn(second.status)).not.toBe(idIn(first.status));
  });

  test("another text for an instance that has a canvas is refused, and nothing is written", async () => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n" }))).status);
    await expect(door.canvas.open(at("plan", { content: "# Other\n" }))).rejects.toThrow(
      `invalid_input: This panel shows canvas ${id} already, and nothing was written.`,
    );
    expect((await recordOf(id)).document.content).toBe("# Plan\n");
  });

  test("a canvas that is there opens by its id, and again only by it", async () => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n" }))).status);
    const by = { canvas_id: id.toLowerCase() };
    expect((await door.canvas.open(at("other", by))).title).toBe("Plan");
    await expect(door.canvas.open(at("other"))).rejects.toThrow(`pass {"canvas_id": "${id}"}`);
    await expect(door.canvas.open(at("third", { canvas_id: id, content: "x" }))).rejects.toThrow("invalid_input");
    await expect(door.canvas.open(at("third", { canvas_id: "ZZZZ" }))).rejects.toThrow(
      /unknown_canvas: There is no canvas "ZZZZ".*open_canvas with another instanceId to create/,
    );
  });

  test("an id that is none is answered with those that are there: without a panel nothing else lists them", async () => {
    const door = startDoor();
    await expect(door.canvas.open(at("plan", { canvas_id: "?" }))).rejects.toThrow(/to create a canvas\.$/);
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n" }))).status);
    for (const other of ["ZZZZ", "Plan", "?"])
      await expect(startDoor().canvas.open(at("late", { canvas_id: other }, "s2"))).rejects.toThrow(
        `The last changed of 1:\n- ${id} "Plan": draft, v1`,
      );
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(1);
  });

  test.each([
    ["very deep", JSON.parse(`${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}`), "invalid_input: input"],
    ["a list", [1], "invalid_input: input"],
    ["a number for a text", { content: 3 }, "invalid_input: content"],
  ])("an input that is %s is refused in words", async (_, input, message) => {
    await expect(startDoor().canvas.open(at("plan", input))).rejects.toThrow(message);
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(0);
  });

  test("an instance may have any name that a model thinks of", async () => {
    const door = startDoor();
    for (const name of ["", "x".repeat(1_000_000), "../..", '"]', "\u0000", "__proto__", "漢"]) {
      const opened = await door.canvas.open(at(name, { content: `# ${name.length}` }));
      expect(idIn((await startDoor().canvas.open(at(name))).status)).toBe(idIn(opened.status));
    }
    expect((await store.canvases.list("local", { limit: 9 })).total).toBe(7);
  });

  test("a canvas that the person deleted stays deleted", async () => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n" }))).status);
    await store.bin.put("local", id);
    await expect(door.canvas.open(at("plan", { content: "# Plan\n" }))).rejects.toThrow("deleted_canvas");
  });

  test("closed, its link is ended, and its actions say how to go on", async () => {
    const door = startDoor();
    await door.canvas.open(at("plan", {}));
    await door.canvas.onClose(at("plan"));
    expect(ended).toEqual(['copilot:["s1","plan"]']);
    await expect(act(door, "read_canvas")).rejects.toThrow("open_canvas with the same instanceId");
  });
});

describe("actions", () => {
  test("each is one of the catalogue's that a model may do, in names that the runtime takes", () => {
    for (const { name, of } of PANEL_ACTIONS) {
      expect(ACTIONS.find((action) => action.name === of.name)?.by).toContain("model");
      expect(name).not.toMatch(/^canvas\./);
    }
    expect(new Set(PANEL_ACTIONS.map(({ name }) => name)).size).toBe(PANEL_ACTIONS.length);
  });

  test("every action of a model on a canvas that is there is offered, or has its reason", () => {
    const elsewhere = {
      create: "open_canvas makes one",
      keep_text: "for a stopped write of a widget",
      peek: "told by the hook",
      list_interactions: "for agents without a panel: what is new reaches the model by every result",
      pass_on: "noted when the person's words are passed on",
      open_panel: "open_canvas",
      submit_for_review: "for a command and its file",
      bind_file: "for a command and its file",
      take_file: "for a command and its file",
      board: "for a widget",
    };
    const models = ACTIONS.filter(({ by }) => by.includes("model")).map(({ name }) => name);
    expect([...new Set(PANEL_ACTIONS.map(({ of }) => of.name)), ...Object.keys(elsewhere)].sort()).toEqual(
      models.sort(),
    );
  });

  test("what the model reads of them before it acts has room in one result", () => {
    const { canvas } = startDoor();
    const { open: _, onClose: __, ...declared } = canvas;
    expect(Buffer.byteLength(JSON.stringify(declared, null, 2))).toBeLessThan(16_000);
  });

  test("edits, suggestions, comments, answers and the status are the model's", async () => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    expect(await act(door, "edit_canvas", { edits: [{ find: "First", replace: "Some" }] })).toMatch(/^1 edit applied/);
    const offered = await act(door, "suggest", {
      edits: [{ find: "words", replace: "sentences", reason: "More" }],
      base_version: 2,
    });
    const suggestion = /\(id (\w+)\)/.exec(offered)![1]!;
    await act(door, "comment", { body: "A thought", quote: "words" });
    const [comment] = (await recordOf(id)).comments;
    await act(door, "reply", { reply_to: comment!.id, body: "Another" });
    await act(door, "set_status", { status: "in_review" });
    await act(door, "withdraw", { ids: [suggestion] });
    const record = await recordOf(id);
    expect(record.document).toMatchObject({ content: "# Plan\n\nSome words.\n", status: "in_review" });
    expect(record.comments.map(({ body, by }) => [body, by.kind, by.client])).toEqual([
      ["A thought", "model", "Copilot"],
      ["Another", "model", "Copilot"],
    ]);
    expect(record.proposals.map(({ state }) => state)).not.toContain("open");
  });

  test("what the person typed and said is told, whole by get_feedback", async () => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    await personTypes(id, "# Plan\n\nFirst good words.\n");
    expect(await act(door, "read_canvas")).toContain("First good words.");
    expect(await act(door, "get_feedback")).toMatch(/First.*good.*words/s);
    expect(await act(door, "read_canvas", { part: "feedback" })).toBe(await act(door, "get_feedback"));
  });

  test("words of results can be followed as they stand: mode, comments, canvas_id", async () => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    await door.canvas.open(at("other", {}));
    const suggested = await act(
      door,
      "edit_canvas",
      { canvas_id: id, mode: "suggest", edits: [{ find: "First", replace: "Last" }] },
      "other",
    );
    expect(suggested).toContain("1 suggestion waits");
    expect(await act(door, "edit_canvas", { comments: [{ quote: "words", body: "Which?" }] })).toContain("Done");
  });

  test.each([
    ["a field that is wrong", "edit_canvas", { edits: "all of it" }, "invalid_input: edits"],
    ["a status that is the person's", "set_status", { status: "approved" }, "invalid_input: status"],
    ["the same inside a write", "write_canvas", { content: "# Plan\n", status: "approved" }, "invalid_input: status"],
    ["an empty suggestion", "suggest", { edits: [] }, "invalid_input: edits"],
    [
      "a place that is not there",
      "edit_canvas",
      { edits: [{ find: "Zebra", replace: "x" }] },
      "find_missing: edits[0]",
    ],
    ["a part that is not kept", "more", { part: "gone" }, "invalid_input: There is no such part"],
  ])("%s is refused with the code in the message, and nothing is written", async (_, name, input, message) => {
    const door = startDoor();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    const before = await recordOf(id);
    await expect(act(door, name, input)).rejects.toThrow(message);
    expect(await recordOf(id)).toEqual(before);
  });

  test("a long text is read in pages that the runtime passes on, in any writing", async () => {
    const door = startDoor();
    const lines = Array.from({ length: 900 }, (_, i) => `${i}. "漢字" and words, to be read ${"x".repeat(i % 90)}`);
    await door.canvas.open(at("plan", {}));
    await act(door, "write_canvas", { content: `${lines.join("\n")}\n` });
    const read: string[] = [];
    for (let from = 1; from <= lines.length; ) {
      const page = await act(door, "read_canvas", { from_line: from });
      expect(Buffer.byteLength(JSON.stringify({ result: page }, null, 2))).toBeLessThan(20_000);
      const body = /<canvas-text>\n(.*)\n<\/canvas-text>/s.exec(page)![1]!.split("\n");
      read.push(...body);
      from += body.length;
    }
    expect(read).toEqual(lines);
  });
});

describe("telling", () => {
  const tellerOf = (door: CopilotDoor) => createSessionTeller(door, () => undefined);
  /** A door with a session that hears what is passed on. */
  const attached = (sessionId = "s1", door = startDoor(), teller = tellerOf(door)) => {
    const sent: string[] = [];
    teller.attach({ sessionId, send: async ({ prompt }) => void sent.push(prompt) });
    return { door, teller, sent };
  };
  /** Waits until the watch has told of what was written before. */
  const settled = async (sent: readonly string[], count: number) => {
    for (let i = 0; i < 200 && sent.length < count; i += 1) await new Promise((resolve) => setImmediate(resolve));
    return sent;
  };

  test("what is new goes with the person's next words, once, to the session whose panel it is", async () => {
    const door = startDoor();
    const teller = tellerOf(door);
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    expect(await teller.contextFor("s1")).toBeUndefined();
    await personTypes(id, "# Plan\n\nFirst good words.\n");
    expect(await teller.contextFor("s2")).toBeUndefined();
    expect(await teller.contextFor("s1")).toContain("good");
    expect(await teller.contextFor("s1")).toBeUndefined();
    await personTypes(id, "# Plan\n\nFirst very good words.\n", "k2");
    expect(await teller.contextFor("s1")).toContain("very good");
    // Nobody knows whether that arrived: the next result has it again.
    expect(await act(door, "list_canvases")).toContain("1 new edit");
  });

  test("of many canvases with much news the first are told, and the others named", async () => {
    const door = startDoor();
    const teller = tellerOf(door);
    const lines = (word: string) => Array.from({ length: 200 }, (_, i) => `Line ${i} is ${word}.\n`).join("\n");
    const ids: string[] = [];
    for (const name of ["a", "b", "c", "d", "e"]) {
      const id = idIn((await door.canvas.open(at(name, { content: lines("old") }))).status);
      await act(door, "read_canvas", {}, name);
      await personTypes(id, lines("rather new"));
      ids.push(id);
    }
    const context = (await teller.contextFor("s1"))!;
    expect(context.length).toBeLessThan(21_000);
    expect(context).toContain(`Canvas ${ids[0]} v2, draft. New from the person:`);
    for (const id of ids) expect(context).toContain(`Canvas ${id} `);
    expect(context).toContain(`get_feedback with canvas_id "${ids.at(-1)}".`);
    expect(await teller.contextFor("s1")).toBeUndefined();
  });

  test("what the person sends goes to the conversation in their own words; what they only do does not", async () => {
    const { door, teller, sent } = attached();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    await personTypes(id, "# Plan\n\nFirst good words.\n");
    await leaveMessage.run(person(), { canvasId: id, text: "Shorten it, please." });
    expect(await settled(sent, 1)).toEqual(["Shorten it, please."]);
    const { revision } = (await recordOf(id)).document;
    await setStatus.run(person(), { canvasId: id, to: "approved", revision });
    await leaveMessage.run(person(), { canvasId: id, text: "And print it." });
    expect(await settled(sent, 2)).toEqual(["Shorten it, please.", "And print it."]);
    teller.stop();
  });

  test("what was passed on is no news any more: no result has it, no wait ends by it, and the same words can be sent again", async () => {
    const { door, teller, sent } = attached();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    await leaveMessage.run(person(), { canvasId: id, text: "Again" });
    await settled(sent, 1);
    const isNoted = async () => (await recordOf(id)).books.some(({ seenReview }) => seenReview === 1);
    for (let i = 0; i < 200 && !(await isNoted()); i += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(await act(door, "edit_canvas", { edits: [{ find: "First", replace: "Some" }] })).toContain("Nothing new");
    expect(await act(door, "await_review", { timeout_s: 1 })).toContain("Still waiting");
    await leaveMessage.run(person(), { canvasId: id, text: "Again" });
    expect(await settled(sent, 2)).toEqual(["Again", "Again"]);
    teller.stop();
  });

  test("what the person typed besides what they sent is still told", async () => {
    const { door, teller, sent } = attached();
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    await personTypes(id, "# Plan\n\nFirst good words.\n");
    await leaveMessage.run(person(), { canvasId: id, text: "Look." });
    await settled(sent, 1);
    const answer = await act(door, "await_review", { timeout_s: 1 });
    expect(answer).toContain("good");
    teller.stop();
  });

  test("a model that waits gets the answer by its wait alone, and another session nothing", async () => {
    const { door, teller, sent } = attached();
    const { sent: others } = attached("s2", door, teller);
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n\nFirst words.\n" }))).status);
    const answer = act(door, "await_review", { timeout_s: 30 });
    while ((await store.waits.list("local")).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await leaveMessage.run(person(), { canvasId: id, text: "Go on." });
    expect(await answer).toContain("Go on.");
    await leaveMessage.run(person(), { canvasId: id, text: "And now?" });
    expect(await settled(sent, 1)).toEqual(["And now?"]);
    expect(others).toEqual([]);
    teller.stop();
  });

  test("a model that waits for another canvas than its panel's waits for that one alone", async () => {
    const { door, teller, sent } = attached();
    const plan = idIn((await door.canvas.open(at("plan", { content: "# Plan\n" }))).status);
    const other = idIn((await door.canvas.open(at("other", { content: "# Other\n" }))).status);
    const answer = act(door, "await_review", { canvas_id: other.toLowerCase(), timeout_s: 30 });
    while ((await store.waits.list("local")).length === 0) await new Promise((resolve) => setImmediate(resolve));
    await leaveMessage.run(person(), { canvasId: plan, text: "About the plan." });
    expect(await settled(sent, 1)).toEqual(["About the plan."]);
    await leaveMessage.run(person(), { canvasId: other, text: "About the other." });
    expect(await answer).toContain("About the other.");
    await leaveMessage.run(person(), { canvasId: plan, text: "The end." });
    expect(await settled(sent, 2)).toEqual(["About the plan.", "The end."]);
    teller.stop();
  });

  test("what could not be passed on goes to the conversation with what comes next, each once", async () => {
    const door = startDoor();
    const failures: string[] = [];
    const teller = createSessionTeller(door, (line) => void failures.push(line));
    const sent: string[] = [];
    let left = 1;
    const send = async ({ prompt }: { readonly prompt: string }) => {
      if (prompt === "Two" && left-- > 0) throw new Error("The line is down");
      sent.push(prompt);
    };
    teller.attach({ sessionId: "s1", send });
    const id = idIn((await door.canvas.open(at("plan", { content: "# Plan\n" }))).status);
    for (const text of ["One", "Two"]) await leaveMessage.run(person(), { canvasId: id, text });
    await settled(failures, 1);
    await door.canvas.open(at("plan"));
    await leaveMessage.run(person(), { canvasId: id, text: "Three" });
    expect(await settled(sent, 3)).toEqual(["One", "Two", "Three"]);
    expect(failures).toEqual([expect.stringContaining("The line is down")]);
    teller.stop();
  });
});
