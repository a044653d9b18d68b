import { describe, expect, test } from "vitest";
import { ROOT_URI } from "../wire/uris.ts";
import { active, EDITOR, failureOf, lastOf, OPEN, provider } from "./editor-for-tests.ts";
import { canvasIn, createTestHost, sessionIn, settled } from "./host-for-tests.ts";

describe("saying who one is", () => {
  test("ping is answered before, everything else is not", async () => {
    const client = createTestHost().connect();
    expect(await client.call("ping")).toMatchObject({ result: null });
    for (const method of ["subscribe", "listSessions", "canvasReadResource"])
      expect((await client.call(method, { channel: ROOT_URI })).error?.code).toBe(-32600);
  });

  test("no common version: the supported ones are said, and nothing else", async () => {
    const client = createTestHost().connect();
    const { error } = await client.call("initialize", {
      protocolVersions: ["0.8.0", "0.5.1"],
      clientId: "c",
      capabilities: { canvas: {} },
      initialSubscriptions: [ROOT_URI],
    });
    expect(error).toMatchObject({ code: -32005, data: { supportedVersions: ["^1.0.0", "^0.10.0", "^0.9.0"] } });
    expect(client.frames).toHaveLength(1);
    expect((await client.call("subscribe", { channel: ROOT_URI })).error?.code).toBe(-32600);
  });

  test("a malformed version, a second initialize and params that are none are refused", async () => {
    const client = createTestHost().connect();
    const asked = { protocolVersions: ["1.0.0"], clientId: "c" };
    expect((await client.call("initialize", { ...asked, protocolVersions: ["1"] })).error?.code).toBe(-32602);
    expect((await client.call("initialize", { ...asked, clientId: "" })).error?.code).toBe(-32602);
    expect((await client.call("initialize", null)).error?.code).toBe(-32602);
    expect((await client.call("initialize", asked)).error).toBeUndefined();
    expect((await client.call("initialize", asked)).error?.code).toBe(-32600);
    expect((await client.call("reconnect", { clientId: "c", subscriptions: [] })).error?.code).toBe(-32600);
    expect((await client.call("nothing")).error?.code).toBe(-32601);
    expect((await client.call("__proto__")).error?.code).toBe(-32601);
  });

  test("a new connection of the same client takes the place of the old one, which is heard no more", async () => {
    const host = createTestHost();
    const first = await host.client("same");
    const second = await host.client("same");
    expect(first.closed).toMatchObject([{ code: 4001 }]);
    first.dispatch(host.session.channel, active("same"));
    await settled(host);
    expect(host.session.instances.declarations()).toHaveLength(1);
    second.dispatch(host.session.channel, active("same"));
    await settled(host);
    expect(host.session.instances.declarations()).toHaveLength(2);
    // The old socket's end, when it comes, is nobody's.
    first.cut();
    expect(host.session.instances.declarations()).toHaveLength(2);
  });
});

describe("whoever did not declare capabilities.canvas", () => {
  test.each(["0.9.0", "0.10.0", "1.0.0"])("is sent nothing of proposal 297 at %s", async (version) => {
    const host = createTestHost();
    const plain = await host.client("plain", {}, [version]);
    await plain.subscribe(host.session.chat);
    const capable = await provider(host);
    await host.session.agent.open(OPEN);
    await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
    host.session.instances.update("n1", { title: "Other" });
    capable.cut();
    await host.session.agent.close("n1");
    await settled(host);
    const said = JSON.stringify(plain.frames);
    expect(said).not.toMatch(
      /openCanvases|canvasProviders|canvas\/updated|canvas\/message|session\/canvasesChanged|availability/,
    );
    if (version === "0.9.0") expect(said).not.toMatch(/canvas\/|ahp-canvas|"canvases"/);
    expect((await plain.call("canvasReadResource", { channel: "ahp-canvas:/i1", uri: "x" })).error?.code).toBe(-32601);
    plain.dispatch(host.session.channel, { type: "canvas/message", payload: 1 });
    await settled(host);
    expect(plain.actions().at(-1)?.rejectionReason).toMatch(/capabilities\.canvas/);
  });

  test("has the smaller canvas of the released protocol since 0.10.0, with web addresses only", async () => {
    const host = createTestHost();
    const plain = await host.client("plain", {}, ["0.10.0"]);
    await plain.subscribe(host.session.chat);
    const ref = await host.session.agent.open(OPEN);
    expect(lastOf(plain, "chat/canvasesChanged")?.action).toEqual({
      type: "chat/canvasesChanged",
      canvases: [{ resource: ref.channel }],
    });
    expect((await plain.subscribe(ref.channel)).state).toEqual({
      instanceId: "n1",
      extensionId: "own",
      canvasId: "note",
      title: "Note n1",
      status: "new",
      url: "https://page.example/n1/plain",
    });
    host.session.instances.update("n1", { availability: "stale", url: null });
    expect(lastOf(plain, "canvas/stateChanged")?.action.canvas).toEqual({
      instanceId: "n1",
      extensionId: "own",
      canvasId: "note",
      title: "Note n1",
      status: "new",
    });
    expect(lastOf(plain, "chat/canvasesChanged")?.action).toEqual({ type: "chat/canvasesChanged" });
    host.session.instances.update("n1", { availability: "ready", url: "ahp-canvas-content:/n1/index.html" });
    expect(lastOf(plain, "chat/canvasesChanged")?.action.canvases).toEqual([{ resource: ref.channel }]);
    await host.session.agent.close("n1");
    expect(lastOf(plain, "chat/canvasesChanged")?.action).toEqual({ type: "chat/canvasesChanged" });
    expect((await plain.call("subscribe", { channel: ref.channel })).error?.code).toBe(-32008);
  });

  test("at 0.9.0 there is no such channel for it", async () => {
    const host = createTestHost();
    const plain = await host.client("plain", {}, ["0.9.0"]);
    const ref = await host.session.agent.open(OPEN);
    expect((await plain.call("subscribe", { channel: ref.channel })).error?.code).toBe(-32008);
  });
});

describe("canvases of this process", () => {
  test("one that an agent opens is listed, subscribed to, driven, updated and closed, and no client is asked", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const ref = await host.session.agent.open(OPEN);
    expect(ref.channel).not.toContain("n1");
    expect(lastOf(client, "session/openCanvasesChanged")?.action.openCanvases).toEqual([ref]);
    expect(canvasIn(await client.subscribe(ref.channel))).toEqual({
      instanceId: "n1",
      canvasId: "note",
      extensionId: "own",
      extensionName: "Own",
      displayName: "Note",
      input: { topic: "tea" },
      title: "Note n1",
      status: "new",
      url: "ahp-canvas-content:/n1/index.html",
      availability: "ready",
      provider: { kind: "server" },
    });
    expect(await host.session.agent.invoke({ instanceId: "n1", actionName: "shout", input: { loud: true } })).toBe(
      "shout!",
    );
    host.session.instances.update("n1", { title: "Tea", status: "new" });
    expect(lastOf(client, "canvas/updated")?.action).toEqual({ type: "canvas/updated", title: "Tea" });
    host.session.instances.update("n1", { title: "Tea" });
    expect(client.actions().filter(({ action }) => action.type === "canvas/updated")).toHaveLength(1);
    client.dispatch(ref.channel, { type: "canvas/closeRequested" });
    await settled(host);
    expect(lastOf(client, "session/openCanvasesChanged")?.action.openCanvases).toEqual([]);
    expect(host.asked).toEqual(['open n1 {"topic":"tea"}', 'shout n1 {"loud":true}', "close n1"]);
    expect(client.frames.filter((frame) => "method" in frame && "id" in frame)).toEqual([]);
  });

  test("a client that reaches this host is given an address of its own; the others read over the channel", async () => {
    const host = createTestHost();
    const near = await host.client("near", { canvas: { reachesHost: true } });
    const far = await host.client("far");
    const { channel } = await host.session.agent.open(OPEN);
    expect(canvasIn(await near.subscribe(channel)).url).toBe("https://page.example/n1/near");
    expect(canvasIn(await far.subscribe(channel)).url).toBe("ahp-canvas-content:/n1/index.html");
    host.session.instances.update("n1", { availability: "stale", url: null });
    host.session.instances.update("n1", { availability: "ready", url: "ahp-canvas-content:/n1/index.html" });
    expect(lastOf(near, "canvas/updated")?.action.url).toBe("https://page.example/n1/near");
    expect(lastOf(far, "canvas/updated")?.action.url).toBe("ahp-canvas-content:/n1/index.html");
  });

  test("opening what is open is a focus: it is not opened again, and stands last", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const first = await host.session.agent.open(OPEN);
    await host.session.agent.open({ ...OPEN, instanceId: "n2" });
    expect(await host.session.agent.open({ ...OPEN, input: { other: 1 } })).toEqual(first);
    expect(host.session.instances.refs().map(({ instanceId }) => instanceId)).toEqual(["n2", "n1"]);
    expect(lastOf(client, "session/openCanvasesChanged")?.action.openCanvases).toEqual(host.session.instances.refs());
    expect(host.asked.filter((line) => line.startsWith("open n1"))).toHaveLength(1);
  });

  test("its channel is the same after a restart, and another once it was closed", async () => {
    const [one, two] = [createTestHost(), createTestHost()];
    const first = await one.session.agent.open(OPEN);
    expect((await two.session.agent.open(OPEN)).channel).toBe(first.channel);
    await one.session.agent.close("n1");
    expect((await one.session.agent.open(OPEN)).channel).not.toBe(first.channel);
  });

  test("one that is opened twice at once is opened once", async () => {
    const host = createTestHost();
    const [a, b] = await Promise.all([host.session.agent.open(OPEN), host.session.agent.open(OPEN)]);
    expect(a.channel).toBe(b.channel);
    expect(host.asked).toHaveLength(1);
  });

  test("what cannot be opened, driven or closed says why", async () => {
    const host = createTestHost();
    const { agent } = host.session;
    expect(await failureOf(agent.open({ canvasId: "nothing", instanceId: "x" }))).toBe("canvas_unknown");
    expect(await failureOf(agent.open({ ...OPEN, input: { refuse: true } }))).toBe("no_note");
    expect(await failureOf(agent.invoke({ instanceId: "x", actionName: "shout" }))).toBe("canvas_instance_unknown");
    expect(await failureOf(agent.close("x"))).toBe("canvas_instance_unknown");
    await agent.open(OPEN);
    await provider(host);
    expect(await failureOf(agent.open({ canvasId: "editor", instanceId: "n1" }))).toBe("canvas_input_invalid");
    await provider(host, "p2");
    expect(await failureOf(agent.open({ canvasId: "editor", instanceId: "e" }))).toBe("canvas_unknown");
    expect(
      await failureOf(agent.open({ canvasId: "editor", instanceId: "e", extensionId: "client:p2" })),
    ).toBeUndefined();
  });
});

describe("canvases of a client", () => {
  test("are folded into the registry with whose they are, and go with its connection", async () => {
    const host = createTestHost();
    const other = await host.client("other");
    const client = await provider(host);
    const declared = { ...EDITOR, extensionId: "client:p1", source: { kind: "client", clientId: "p1" } };
    expect(lastOf(other, "session/canvasesChanged")?.action.canvases).toEqual([expect.anything(), declared]);
    expect(sessionIn(await other.subscribe(host.session.channel)).activeClients[0]?.canvasProviders).toEqual([EDITOR]);
    client.cut();
    expect(lastOf(other, "session/canvasesChanged")?.action.canvases).toHaveLength(1);
    await host.timer.pass(40_000);
    expect(lastOf(other, "session/activeClientRemoved")?.action.clientId).toBe("p1");
  });

  test("are opened, driven and closed by asking that client", async () => {
    const host = createTestHost();
    const client = await provider(host);
    const { agent, channel } = host.session;
    await agent.open({ canvasId: "editor", instanceId: "e1", input: { file: "a.md" } });
    expect(await agent.invoke({ instanceId: "e1", actionName: "format", input: { wide: true } })).toBe(42);
    await agent.close("e1");
    const target = { channel, canvasId: "editor", extensionId: "client:p1", instanceId: "e1" };
    expect(
      client.frames.filter((frame) => "id" in frame && "method" in frame).map(({ method, params }) => [method, params]),
    ).toEqual([
      ["canvasOpen", { ...target, input: { file: "a.md" } }],
      ["canvasInvokeAction", { ...target, actionName: "format", input: { wide: true } }],
      ["canvasClose", target],
    ]);
  });

  test("its own errors come through with their code; a silent one is given up", async () => {
    const host = createTestHost();
    const client = await provider(host);
    const { agent } = host.session;
    await agent.open({ canvasId: "editor", instanceId: "e1" });
    client.answer = () =>
      Promise.reject({ code: -1, message: "no", data: { code: "canvas_action_no_handler", message: "no" } });
    expect(await failureOf(agent.invoke({ instanceId: "e1", actionName: "x" }))).toBe("canvas_action_no_handler");
    client.answer = () => undefined;
    const late = failureOf(agent.invoke({ instanceId: "e1", actionName: "x" }));
    await host.timer.pass(60_000);
    expect(await late).toBe("canvas_provider_timeout");
    // Closing is the person's wish: it is closed whatever its provider says.
    client.answer = () => Promise.reject({ code: -1, message: "no" });
    await agent.close("e1");
    expect(host.session.instances.refs()).toEqual([]);
  });

  test("killed in the middle of a request: that fails, the canvas is stale; back, it is opened again with what it was opened with", async () => {
    const host = createTestHost();
    const viewer = await host.client("viewer");
    const client = await provider(host);
    const { agent, channel: session } = host.session;
    const { channel } = await agent.open({ canvasId: "editor", instanceId: "e1", input: { file: "a.md" } });
    await viewer.subscribe(channel);
    client.answer = () => undefined;
    const driven = failureOf(agent.invoke({ instanceId: "e1", actionName: "x" }));
    const opening = failureOf(agent.open({ canvasId: "editor", instanceId: "e2" }));
    await settled(host);
    client.cut();
    expect([await driven, await opening]).toEqual(["canvas_provider_unavailable", "canvas_provider_unavailable"]);
    expect(lastOf(viewer, "canvas/updated")?.action).toEqual({
      type: "canvas/updated",
      availability: "stale",
      url: null,
    });
    const stale = canvasIn(await viewer.subscribe(channel));
    expect([stale.url, stale.input, stale.availability]).toEqual([undefined, { file: "a.md" }, "stale"]);
    expect(await failureOf(agent.invoke({ instanceId: "e1", actionName: "x" }))).toBe("canvas_provider_unavailable");
    const back = host.connect();
    back.answer = (_, params) => ({ url: "https://editor.example/again", title: JSON.stringify(params.input) });
    const answer = await back.call("reconnect", { clientId: "p1", lastSeenServerSeq: 0, subscriptions: [session] });
    expect(answer.error).toBeUndefined();
    await settled(host);
    const ready = canvasIn(await viewer.subscribe(channel));
    expect(ready).toMatchObject({
      availability: "ready",
      url: "https://editor.example/again",
      title: '{"file":"a.md"}',
    });
    expect(host.session.instances.refs().map(({ availability }) => availability)).toEqual(["ready"]);
  });

  test("what it no longer declares is stale; an instance that is closed while it is away is gone", async () => {
    const host = createTestHost();
    const client = await provider(host);
    await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
    client.dispatch(host.session.channel, active("p1", []));
    await settled(host);
    expect(host.session.instances.byId("e1")?.state.availability).toBe("stale");
    client.cut();
    await host.session.agent.close("e1");
    expect(host.session.instances.refs()).toEqual([]);
  });

  test("a message of a view goes to it, and its own go to those who show it", async () => {
    const host = createTestHost();
    const viewer = await host.client("viewer");
    const client = await provider(host);
    const { channel } = await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
    await viewer.subscribe(channel);
    viewer.dispatch(channel, { type: "canvas/message", payload: "early" });
    await settled(host);
    expect(viewer.actions().at(-1)?.rejectionReason).toMatch(/does not listen/);
    await client.subscribe(channel);
    viewer.dispatch(channel, { type: "canvas/message", payload: { a: 1 } });
    await settled(host);
    expect(lastOf(client, "canvas/message")).toMatchObject({
      action: { payload: { a: 1 } },
      origin: { clientId: "viewer", clientSeq: 2 },
    });
    client.dispatch(channel, { type: "canvas/message", payload: { b: 2 } });
    await settled(host);
    const said = lastOf(viewer, "canvas/message");
    expect([said?.action.payload, said?.origin]).toEqual([{ b: 2 }, undefined]);
  });

  test("a client may open, drive and close its own through the host", async () => {
    const host = createTestHost();
    const client = await provider(host);
    const target = { channel: host.session.channel, canvasId: "editor", extensionId: "client:p1", instanceId: "e1" };
    expect(await client.call("canvasOpen", target)).toMatchObject({ result: { url: "https://editor.example/" } });
    expect(await client.call("canvasInvokeAction", { ...target, actionName: "x" })).toMatchObject({
      result: { value: 42 },
    });
    expect(await client.call("canvasClose", target)).toMatchObject({ result: null });
    expect(host.session.instances.refs()).toEqual([]);
  });
});
