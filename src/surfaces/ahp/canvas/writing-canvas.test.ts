import { afterEach, describe, expect, test, vi } from "vitest";
import { StoreError } from "../../../protocol/errors.ts";
import { packSave } from "../../../protocol/left-save.ts";
import { read } from "../../../server/actions/reading/read.ts";
import { edit } from "../../../server/actions/writing/edit.ts";
import { settled } from "../host/host-for-tests.ts";
import { start, stopAll, viewer, written } from "./canvas-for-tests.ts";

afterEach(stopAll);

describe("a widget far away", () => {
  test("is loaded, greeted, handed the canvas, saves, and is told what a model wrote", async () => {
    const { host, model } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const view = await viewer(host, id);
    const content = await view.client.call("canvasReadResource", {
      channel: view.channel,
      uri: `ahp-canvas-content:/${id}/index.html`,
    });
    expect(content.result).toMatchObject({
      contents: [{ mimeType: "text/html;profile=mcp-app", text: expect.stringMatching(/Widget/) }],
    });
    const greeting = await view.begin();
    expect(greeting.result).toMatchObject({
      hostCapabilities: { serverTools: {}, message: {} },
      hostContext: { displayMode: "fullscreen" },
    });
    const [handed] = await view.results(1);
    expect(handed?.checkpoint.document.title).toBe("Plan");
    const saved = await view.ask("tools/call", {
      name: "save_canvas",
      arguments: {
        canvas_id: id,
        key: handed?.key,
        save_key: "s1",
        base_revision: 1,
        content: "# Plan\n\nThe person's words.\n",
      },
    });
    expect(JSON.stringify(saved)).toContain('"kind":"view"');
    const told = await read.run(model, { canvasId: id });
    expect(told.ok && told.feedback.text).toContain("The person's words");
    await edit.run(model, { canvasId: id, edits: [{ find: "The person's words.", replace: "Both of our words." }] });
    const all = await vi.waitFor(async () => {
      const results = await view.results(2);
      expect(results.at(-1)?.checkpoint.document.content).toContain("Both of our words");
      return results;
    });
    // What it saved itself is not handed back to it.
    expect(all.filter(({ checkpoint }) => checkpoint.document.content.includes("The person's words"))).toHaveLength(0);
  });

  test("may call what widgets call, and nothing else; what it sends is kept for the model", async () => {
    const { host, model } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const view = await viewer(host, id);
    await view.begin();
    const refused = await view.ask("tools/call", { name: "write_canvas", arguments: { content: "x" } });
    expect(JSON.stringify(refused)).toMatch(/not a tool for a canvas/);
    const other = await view.ask("tools/call", {
      name: "save_canvas",
      arguments: { canvas_id: id, key: "WRONG", save_key: "k", content: "x" },
    });
    expect(JSON.stringify(other)).toMatch(/wrong_key/);
    await view.ask("ui/message", { role: "user", content: [{ type: "text", text: "Please go on." }] });
    const told = await read.run(model, { canvasId: id });
    expect(told.ok && told.feedback.text).toContain("Please go on.");
    view.say({ method: "nothing/known" });
    view.client.dispatch(view.channel, { type: "canvas/message", payload: "no message" });
    await settled(host);
  });

  test("what it held when it was closed, when it went, or while its connection is away, is saved", async () => {
    const { host, model, store } = await start();
    for (const [how, end] of [
      [
        "closed",
        (view: Awaited<ReturnType<typeof viewer>>) =>
          view.client.dispatch(view.channel, { type: "canvas/closeRequested" }),
      ],
      ["went", (view: Awaited<ReturnType<typeof viewer>>) => view.client.say("unsubscribe", { channel: view.channel })],
      ["is away", (view: Awaited<ReturnType<typeof viewer>>) => view.client.cut()],
      [
        "began anew",
        (view: Awaited<ReturnType<typeof viewer>>) => void view.ask("ui/initialize", {}).catch(() => undefined),
      ],
    ] as const) {
      const id = await written(model, `# ${how}\n\nFirst words.\n`);
      await vi.waitFor(() => expect(host.session.instances.byId(id)).toBeDefined());
      const view = await viewer(host, id, how);
      await view.begin();
      const [handed] = await view.results(1);
      const base = handed?.checkpoint.document.content ?? "";
      const save = {
        canvas_id: id,
        key: handed?.key ?? "",
        save_key: `left-${how}`,
        base_revision: 1,
        content: `${base}Typed last.\n`,
      };
      view.say({ method: "writing-canvas/hold-saves", params: { saves: [packSave(save, base)] } });
      await settled(host);
      end(view);
      if (how === "is away") await host.timer.pass(20_000);
      if (how === "closed") {
        // It is asked to save before it goes, and answers without having done so.
        const asked = await vi.waitFor(() => {
          const found = view.heard().find(({ method }) => method === "ui/resource-teardown");
          if (found === undefined) throw new Error("Not asked yet");
          return found;
        });
        view.say({ id: asked.id, result: {} });
      }
      await vi.waitFor(async () => {
        const found = await store.canvases.find("local", id);
        expect(found.kind === "found" && found.record.document.content, how).toContain("Typed last.");
      });
    }
  });

  test("one that was greeted by a server that has ended since goes on, and is handed what it missed", async () => {
    const { host, model, store } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const first = await viewer(host, id);
    await first.begin();
    const again = await start(store);
    await edit.run(model, { canvasId: id, edits: [{ find: "First", replace: "Missed" }] });
    const view = await viewer(again.host, id);
    // Libraries have no way to our log but this one, which nothing may come by.
    const warned = vi.spyOn(console, "warn");
    await view.ask("tools/call", { name: "list_versions", arguments: { canvas_id: id, key: "none" } });
    expect(warned).not.toHaveBeenCalled();
    warned.mockRestore();
    expect((await view.results(1))[0]?.checkpoint.document.content).toContain("Missed");
    await edit.run(model, { canvasId: id, edits: [{ find: "Missed", replace: "Later" }] });
    expect((await view.results(2))[1]?.checkpoint.document.content).toContain("Later");
  });

  test("one that was told nothing for so long that it gets a snapshot is shown what it missed", async () => {
    const { host, model } = await start(undefined, { entries: 3, characters: 1_000_000 });
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const view = await viewer(host, id);
    await view.begin();
    view.client.cut();
    for (const [find, replace] of [
      ["First", "Second"],
      ["Second", "Third"],
      ["Third", "Fourth"],
    ] as const)
      await edit.run(model, { canvasId: id, edits: [{ find, replace }] });
    await vi.waitFor(() => expect(host.session.instances.byId(id)?.state.status).toContain("v4"));
    await settled(host);
    const again = host.connect();
    const { result } = await again.call("reconnect", {
      clientId: "c",
      lastSeenServerSeq: 1,
      subscriptions: [host.session.channel, view.channel],
    });
    expect(result).toMatchObject({ type: "snapshot" });
    await vi.waitFor(() => expect(JSON.stringify(again.actions())).toContain("Fourth words"));
  });

  test.each([
    ["stays as it went on", "Typed by the person, slowly.\n", "Typed by the person, slowly.\n"],
    ["gets what it held, where it did not save there", null, "Typed by\n"],
  ])("one that moved to another node %s, when the first saves what it had held", async (_, goesOn, ends) => {
    const here = await start();
    const there = await start(here.store);
    const base = "# Plan\n\nFirst words.\n";
    const id = await written(here.model, base);
    await vi.waitFor(() => expect(there.host.session.instances.refs()).toHaveLength(1));
    await vi.waitFor(() => expect(here.host.session.instances.refs()).toHaveLength(1));
    const view = await viewer(here.host, id);
    await view.begin();
    const [handed] = await view.results(1);
    const save = { canvas_id: id, key: handed?.key ?? "", base_revision: 1 };
    const held = packSave({ ...save, save_key: "k1", content: `${base}Typed by\n` }, base);
    view.say({ method: "writing-canvas/hold-saves", params: { saves: [held] } });
    await settled(here.host);
    view.client.cut();
    if (goesOn !== null) {
      const moved = await viewer(there.host, id);
      const more = { ...save, save_key: "k2", content: base + goesOn };
      await moved.ask("tools/call", { name: "save_canvas", arguments: more });
    }
    const saved = vi.spyOn(here.store.canvases, "find");
    await here.host.timer.pass(20_000);
    await vi.waitFor(() => expect(saved).toHaveBeenCalled());
    const record = await vi.waitFor(async () => {
      const found = await here.store.canvases.find("local", id);
      if (found.kind !== "found" || found.record.document.content !== base + ends) throw new Error("Not saved");
      return found.record;
    });
    expect(record.proposals).toEqual([]);
  });

  test("a link that nobody has used ends with what it was for: the client leaves, or the canvas is closed", async () => {
    const { host, model, ended } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const { channel } = host.session.instances.byId(id) ?? { channel: "" };
    const near = await Promise.all(
      ["one", "two"].map((clientId) => host.client(clientId, { canvas: { reachesHost: true } })),
    );
    for (const client of near) await client.subscribe(channel);
    near[0]?.say("unsubscribe", { channel });
    await vi.waitFor(() => expect(ended).toEqual([expect.stringContaining('"one"')]));
    await host.session.agent.close(id);
    expect(ended).toEqual([expect.stringContaining('"one"'), expect.stringContaining('"two"')]);
  });

  test("what could not be saved for a view that is closed is said, and it is closed all the same", async () => {
    const { host, model, store, lines } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const view = await viewer(host, id);
    await view.begin();
    const [handed] = await view.results(1);
    const base = handed?.checkpoint.document.content ?? "";
    const save = { canvas_id: id, key: handed?.key ?? "", save_key: "k", base_revision: 1, content: `${base}Typed.\n` };
    view.say({ method: "writing-canvas/hold-saves", params: { saves: [packSave(save, base)] } });
    await settled(host);
    vi.spyOn(store.canvases, "find").mockRejectedValue(new StoreError("storage_failed", "The disk is away"));
    const closed = host.session.agent.close(id);
    const asked = await vi.waitFor(() => {
      const found = view.heard().find(({ method }) => method === "ui/resource-teardown");
      if (found === undefined) throw new Error("Not asked yet");
      return found;
    });
    view.say({ id: asked.id, result: {} });
    await closed;
    expect(lines.join("\n")).toMatch(/may not have been saved for it.*The disk is away/s);
    expect(host.session.instances.byId(id)).toBeUndefined();
  });

  test("two clients show one canvas, each with a widget of its own", async () => {
    const { host, model } = await start();
    const id = await written(model);
    await vi.waitFor(() => expect(host.session.instances.refs()).toHaveLength(1));
    const [one, two] = [await viewer(host, id, "one"), await viewer(host, id, "two")];
    await one.begin();
    await two.begin();
    const [handed] = await one.results(1);
    const content = "# Plan\n\nOne's words.\n";
    await one.ask("tools/call", {
      name: "save_canvas",
      arguments: { canvas_id: id, key: handed?.key, save_key: "s1", base_revision: 1, content },
    });
    const seen = await two.results(2);
    expect(seen.at(-1)?.checkpoint.document.content).toBe(content);
    expect(two.heard().some((message) => "result" in message && JSON.stringify(message).includes("One's"))).toBe(false);
  });
});

describe("an agent in this process", () => {
  test("opens a new canvas and one that is there, drives it, and is told what is wrong", async () => {
    const { host } = await start();
    const { agent, instances } = host.session;
    const ref = await agent.open({
      canvasId: "writing-canvas",
      instanceId: "draft-1",
      input: { content: "# Draft\n\nText.\n" },
    });
    expect(ref).toMatchObject({ instanceId: "draft-1", title: "Draft", availability: "ready" });
    const id = /Canvas (\w+)/.exec(instances.byId("draft-1")?.state.status ?? "")?.[1] ?? "";
    expect(await agent.invoke({ instanceId: "draft-1", actionName: "read_canvas" })).toContain("Text.");
    await agent.invoke({
      instanceId: "draft-1",
      actionName: "edit_canvas",
      input: { edits: [{ find: "Text.", replace: "Words." }] },
    });
    expect(await agent.invoke({ instanceId: "draft-1", actionName: "get_feedback" })).toContain(id);
    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => "",
        (failure: { error: { data: { code: string } } }) => failure.error.data.code,
      );
    expect(await codeOf(agent.invoke({ instanceId: "draft-1", actionName: "paint" }))).toBe("canvas_action_no_handler");
    expect(
      await codeOf(
        agent.invoke({
          instanceId: "draft-1",
          actionName: "edit_canvas",
          input: { edits: [{ find: "never", replace: "" }] },
        }),
      ),
    ).toBe("find_missing");
    expect(
      await codeOf(agent.open({ canvasId: "writing-canvas", instanceId: "x", input: { canvas_id: "2222" } })),
    ).toBe("unknown_canvas");
    expect(await codeOf(agent.open({ canvasId: "writing-canvas", instanceId: "x", input: { nonsense: 1 } }))).toBe(
      "canvas_input_invalid",
    );
    // It is open already, by another name.
    await vi.waitFor(() => expect(instances.refs().map(({ instanceId }) => instanceId)).toEqual(["draft-1"]));
    await agent.close("draft-1");
    expect(
      (await agent.open({ canvasId: "writing-canvas", instanceId: "second", input: { canvas_id: id } })).title,
    ).toBe("Draft");
  });
});
