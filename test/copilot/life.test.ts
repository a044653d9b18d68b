/** The built canvas in the real runtime, from its first opening to its end. What the person does is in test/browser. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Provider, startProvider } from "./start-provider.ts";
import { missing, type Runtime, startRuntime, type Talk } from "./start-runtime.ts";
import { actCall, describeCall, openCall } from "./toy-canvas.ts";

const CANVAS = "writing-canvas";
const PROVIDER = "app:writing-canvas";

describe.skipIf(missing !== null)(`the canvas in Copilot ${missing ?? ""}`, () => {
  let data: string;
  let runtime: Runtime;
  const providers: Provider[] = [];
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), "canvas-copilot-data-"));
    runtime = await startRuntime();
  });
  afterEach(async () => {
    for (const provider of providers.splice(0)) await provider.kill();
    await runtime.close();
    await rm(data, { recursive: true, force: true, maxRetries: 5 });
  });

  const provide = async (talk: Talk): Promise<Provider> => {
    const provider = await startProvider(runtime, talk, data);
    providers.push(provider);
    return provider;
  };
  /** What the model reads of an open instance. */
  const openedIn = (words = "{}") =>
    JSON.parse(words) as { readonly url: string; readonly title: string; readonly status: string };
  const idIn = (words = "") => /Canvas (\w{4,})/.exec(words)?.[1] ?? "";
  /** What an action answered; throws with the words of a failure. */
  const textIn = (words = "{}") => {
    if (!words.startsWith("{")) throw new Error(words);
    return (JSON.parse(words) as { readonly result: string }).result;
  };

  test("a session learns that canvases are shown when a connection brings that, and unlearns it", async () => {
    const talk = await runtime.create();
    expect(talk.session.capabilities.ui?.canvases).toBe(false);
    expect((await talk.say(describeCall(CANVAS)))[0]).toContain("does not exist");
    const panel = await runtime.join(talk, { requestCanvasRenderer: true });
    await talk.waitFor("capabilities.changed", ({ data: { ui } }) => ui?.canvases === true);
    await provide(talk);
    expect((await talk.say(describeCall(CANVAS)))[0]).toContain("read_canvas");
    await panel.leave();
    await talk.waitFor("capabilities.changed", ({ data: { ui } }) => ui?.canvases === false);
    expect(talk.session.capabilities.ui?.canvases).toBe(false);
  });

  test("it is declared, opened, opened again as it was, acted on by every action, and closed", async () => {
    const talk = await runtime.create({ requestCanvasRenderer: true });
    await provide(talk);
    const { data: registry } = await talk.waitFor("session.canvas.registry_changed", ({ data: { canvases } }) =>
      canvases.some(({ canvasId }) => canvasId === CANVAS),
    );
    const declared = registry.canvases.find(({ canvasId }) => canvasId === CANVAS);
    const names = (declared?.actions ?? []).map(({ name }) => name);
    const [described = ""] = await talk.say(describeCall(CANVAS));
    for (const name of names) expect(described).toContain(`"${name}"`);

    const input = { content: "# Plan\n\nOne line.\n", title: "Plan" };
    const [first, again] = (
      await talk.say(openCall(CANVAS, "plan", { input }), openCall(CANVAS, "plan", { input }))
    ).map(openedIn);
    expect(first).toMatchObject({ title: "Plan", url: expect.stringMatching(/^http:\/\//) });
    expect(idIn(again?.status)).toBe(idIn(first?.status));
    expect(again?.url).not.toBe(first?.url);

    const calls: Readonly<Record<string, object>> = {
      read_canvas: {},
      get_feedback: {},
      edit_canvas: { base_version: 1, edits: [{ find: "One", replace: "A" }] },
      suggest: { edits: [{ find: "A line.", replace: "Two lines.", reason: "More" }] },
      withdraw: { ids: ["none"] },
      comment: { body: "Is it?", quote: "line" },
      reply: { reply_to: "none", body: "Yes." },
      set_status: { status: "in_review" },
      write_canvas: { base_version: 3, content: "# Plan\n\nA line.\n\nAnother.\n" },
      await_review: { timeout_s: 1 },
      list_canvases: {},
      more: { part: "none" },
    };
    expect(Object.keys(calls).sort()).toEqual([...names].sort());
    const answers = await talk.say(...Object.entries(calls).map(([name, given]) => actCall("plan", name, given)));
    const answerOf = (name: string) => answers[Object.keys(calls).indexOf(name)] ?? "";
    for (const name of ["withdraw", "reply", "more"])
      expect(answerOf(name)).toMatch(/^Canvas operation failed: .*: \w+: /);
    for (const name of names.filter((one) => !["withdraw", "reply", "more"].includes(one)))
      expect([name, textIn(answerOf(name))]).toEqual([name, expect.stringMatching(/\w/)]);
    expect(textIn(answerOf("read_canvas"))).toContain("One line.");
    expect(textIn(answerOf("edit_canvas"))).toContain("1 edit applied");
    expect(textIn(answerOf("await_review"))).toContain("Still waiting");
    expect(textIn(answerOf("list_canvases"))).toContain(`"Plan"`);

    await talk.session.rpc.canvas.close({ instanceId: "plan" });
    await talk.waitFor("session.canvas.closed");
    expect((await talk.say(actCall("plan", "read_canvas")))[0]).toContain(`Canvas instance "plan" is not open.`);
  });

  test("nothing that a model sends approves", async () => {
    const talk = await runtime.create({ requestCanvasRenderer: true });
    await provide(talk);
    const [, refused] = await talk.say(
      openCall(CANVAS, "plan", { input: { content: "# Plan\n" } }),
      actCall("plan", "set_status", { status: "approved" }),
    );
    expect(refused).toMatch(/^Canvas operation failed/);
  });

  test("killed and started again, its provider opens the same canvas again by itself", async () => {
    const talk = await runtime.create({ requestCanvasRenderer: true });
    const provider = await provide(talk);
    const [opened] = await talk.say(openCall(CANVAS, "plan", { input: { content: "# Plan\n\nKept.\n" } }));
    const before = openedIn(opened);
    await provider.kill();
    await talk.waitFor("session.canvas.unavailable");
    expect((await talk.say(actCall("plan", "read_canvas")))[0]).toContain(
      `its owning provider "${PROVIDER}" is not connected`,
    );
    const heard = talk.events.length;
    await provide(talk);
    const back = await talk.waitFor("session.canvas.opened", (event) => talk.events.indexOf(event) >= heard);
    expect(idIn(back.data.status)).toBe(idIn(before.status));
    expect(back.data.url).not.toBe(before.url);
    expect(textIn((await talk.say(actCall("plan", "read_canvas")))[0])).toContain("Kept.");
  });

  test("after a restart of the runtime the session has the same canvas open, with what was written since", async () => {
    const talk = await runtime.create({ requestCanvasRenderer: true });
    await provide(talk);
    const [opened, edited] = await talk.say(
      openCall(CANVAS, "plan", { input: { content: "# Plan\n\nOne line.\n" } }),
      actCall("plan", "edit_canvas", { base_version: 1, edits: [{ find: "One", replace: "A kept" }] }),
    );
    expect(textIn(edited)).toContain("1 edit applied");
    for (const provider of providers.splice(0)) await provider.kill();
    const { home } = runtime;
    await runtime.stop();
    runtime = await startRuntime({ home });
    const resumed = await runtime.resume(talk.session.sessionId, { requestCanvasRenderer: true });
    await provide(resumed);
    const back = await resumed.waitFor("session.canvas.opened");
    expect(back.data.instanceId).toBe("plan");
    expect(idIn(back.data.status)).toBe(idIn(openedIn(opened).status));
    expect(textIn((await resumed.say(actCall("plan", "read_canvas")))[0])).toContain("A kept line.");
  });
});
