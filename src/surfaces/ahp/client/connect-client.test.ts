import { describe, expect, test } from "vitest";
import type { ActionEnvelope } from "../wire/types.ts";
import { settle } from "./testing/fake-timer.ts";
import {
  CANVAS,
  canvasState,
  GREETING,
  mine,
  SESSION,
  sessionState,
  snapshot,
  startClient,
  titled,
} from "./testing/scripted-host.ts";

const refusedWith = (code: string) => expect.objectContaining({ code });

describe("greeting the host", () => {
  test("offers every version that is spoken, says who it is, and that it shows canvases", async () => {
    const { client, next } = startClient({ clientInfo: { name: "test", version: "1" } });
    expect(client.state()).toEqual({ kind: "connecting" });
    const socket = await next();
    expect(socket.sent("initialize")).toEqual([
      {
        channel: "ahp-root://",
        protocolVersions: ["1.0.0", "0.10.0", "0.9.0"],
        clientId: "me",
        clientInfo: { name: "test", version: "1" },
        capabilities: { canvas: {} },
        _meta: { "writing-canvas/run": expect.any(String) },
      },
    ]);
    await socket.answer("initialize", GREETING);
    expect(client.state()).toEqual({ kind: "connected", protocolVersion: "1.0.0", serverInfo: { name: "host" } });
  });

  test.each([
    ["no common version", -32005],
    ["no permission", -32009],
    ["it does not take the parameters", -32602],
  ])("a refusal for good is the end: %s", async (_, code) => {
    const { client, next, sockets, timer } = startClient();
    const waiting = expect(client.request("listSessions", {})).rejects.toEqual(refusedWith("closed"));
    await (await next()).refuse("initialize", code, "not\u202e here");
    expect(client.state()).toEqual({ kind: "closed", why: "the host refused: not· here" });
    await timer.pass(600_000);
    expect(sockets.length).toBe(1);
    await waiting;
  });

  test.each([
    ["another error", { code: -32603, message: "busy" }],
    ["an answer that is none", undefined],
  ])("after %s it is tried again", async (_, error) => {
    const { client, next } = startClient();
    const first = await next();
    if (error) await first.refuse("initialize", error.code, error.message);
    else await first.answer("initialize", { protocolVersion: 1 });
    expect(client.state()).toMatchObject({ kind: "reconnecting", attempt: 1 });
    expect(first.isClosed).toBe(true);
    await (await next()).answer("initialize", GREETING);
    expect(client.state().kind).toBe("connected");
  });

  test("a socket that cannot even be made counts as a lost one", async () => {
    const { client, timer } = startClient({
      open: () => {
        throw new TypeError("bad address");
      },
    });
    await timer.pass(10);
    expect(client.state()).toMatchObject({ kind: "reconnecting", why: "no socket could be opened: bad address" });
    await timer.pass(60_000);
    expect(client.state()).toMatchObject({ kind: "reconnecting", attempt: 9 });
  });
});

describe("subscriptions", () => {
  test("the state is the snapshot's, and then what actions make of it; listeners hear once the state has it", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState({ title: "a" }))]);
    const heard: unknown[] = [];
    client.onAction(CANVAS, ({ serverSeq }) => heard.push([serverSeq, client.canvas(CANVAS)?.title]));
    socket.action(CANVAS, 6, titled("b"));
    socket.action("ahp-canvas:/other", 7, titled("x"));
    socket.action(CANVAS, 8, { type: "canvas/message", payload: 1 });
    expect(heard).toEqual([
      [6, "b"],
      [8, "b"],
    ]);
    expect(client.channels()).toEqual({ [CANVAS]: canvasState({ title: "b" }) });
  });

  test("what comes before the snapshot waits for it, and what the snapshot has already is not done again", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const heard: number[] = [];
    client.onAction(CANVAS, ({ serverSeq }) => heard.push(serverSeq));
    const subscribed = client.subscribe(CANVAS);
    await settle();
    for (const [seq, title] of [
      [5, "old"],
      [6, "in it"],
      [7, "new"],
    ] as const)
      socket.action(CANVAS, seq, titled(title));
    expect(heard).toEqual([]);
    await socket.answer("subscribe", { snapshot: snapshot(CANVAS, 6, canvasState({ title: "in it" })) });
    await subscribed;
    expect([heard, client.canvas(CANVAS)?.title]).toEqual([[7], "new"]);
  });

  test("the same number twice is done once, and an older one never", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
    let heard = 0;
    client.onAction(CANVAS, () => (heard += 1));
    socket.action(CANVAS, 7, titled("b"));
    socket.action(CANVAS, 7, titled("again"));
    socket.action(CANVAS, 6, titled("older"));
    expect([heard, client.canvas(CANVAS)?.title]).toEqual([1, "b"]);
  });

  test("asked for before there is a connection, twice, it is one subscription", async () => {
    const { client, next } = startClient();
    const both = Promise.all([client.subscribe(CANVAS), client.subscribe(CANVAS)]);
    const socket = await next();
    await socket.answer("initialize", GREETING);
    expect(socket.sent("subscribe")).toEqual([{ channel: CANVAS }]);
    await socket.answer("subscribe", { snapshot: snapshot(CANVAS, 3, canvasState()) });
    expect(await both).toEqual([canvasState(), canvasState()]);
    expect(await client.subscribe(CANVAS)).toEqual(canvasState());
    expect(client.state().kind).toBe("connected");
  });

  test("a channel that the host does not have is rejected with the host's error, and may be asked for again", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const refused = expect(client.subscribe(CANVAS)).rejects.toMatchObject({
      error: { code: -32008, data: { code: "canvas_instance_unknown" } },
    });
    await settle();
    await socket.refuse("subscribe", -32008, "none", { code: "canvas_instance_unknown" });
    await refused;
    const again = client.subscribe(CANVAS);
    await settle();
    await socket.answer("subscribe", { snapshot: snapshot(CANVAS, 3, canvasState()) });
    expect(await again).toEqual(canvasState());
  });

  test("a channel without a state is heard all the same", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const heard: ActionEnvelope[] = [];
    client.onAction("ahp-otlp:/logs", (envelope) => heard.push(envelope));
    const subscribed = client.subscribe("ahp-otlp:/logs");
    await settle();
    await socket.answer("subscribe", {});
    expect(await subscribed).toBeUndefined();
    socket.action("ahp-otlp:/logs", 9, { type: "x" });
    expect([heard.length, client.channels()]).toEqual([1, {}]);
  });

  test("after unsubscribe nothing is heard, and what waited is rejected", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
    let heard = 0;
    client.onAction(CANVAS, () => (heard += 1));
    client.unsubscribe(CANVAS);
    client.unsubscribe(CANVAS);
    socket.action(CANVAS, 6, titled("b"));
    expect([heard, client.channels(), socket.sent("unsubscribe")]).toEqual([0, {}, [{ channel: CANVAS }]]);
    const waiting = expect(client.subscribe(CANVAS)).rejects.toEqual(refusedWith("unsubscribed"));
    client.unsubscribe(CANVAS);
    const again = client.subscribe(CANVAS);
    await settle();
    // The answer to the first one is not taken for that of the second.
    await socket.answer("subscribe", { snapshot: snapshot(CANVAS, 6, canvasState({ title: "first" })) });
    expect(client.channels()).toEqual({});
    await socket.answer("subscribe", { snapshot: snapshot(CANVAS, 7, canvasState({ title: "second" })) });
    expect(await again).toEqual(canvasState({ title: "second" }));
    await waiting;
  });
});

describe("dispatches", () => {
  test("settle with what the host says of them, and change nothing before", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
    const done = client.dispatch(CANVAS, titled("mine"));
    expect(socket.sent("dispatchAction")).toEqual([{ channel: CANVAS, clientSeq: 1, action: titled("mine") }]);
    expect(client.canvas(CANVAS)?.title).toBeUndefined();
    socket.action(CANVAS, 6, titled("theirs"), { origin: { clientId: "other", clientSeq: 1 } });
    socket.action(CANVAS, 7, titled("mine"), mine(1));
    expect(await done).toMatchObject({ serverSeq: 7 });
    expect(client.canvas(CANVAS)?.title).toBe("mine");
  });

  test("a refused one is rejected with the reason, and changes nothing", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
    const refused = expect(client.dispatch(CANVAS, titled("mine"))).rejects.toMatchObject({
      code: "refused",
      message: "The host refused it: not· yours",
    });
    socket.action(CANVAS, 6, titled("mine"), { ...mine(1), rejectionReason: "not\n yours" });
    await refused;
    expect(client.canvas(CANVAS)?.title).toBeUndefined();
    socket.action(CANVAS, 6, titled("b"));
    expect(client.canvas(CANVAS)?.title).toBe("b");
  });

  test("one that the host never speaks of is given up after a while", async () => {
    const { client, connected, timer } = startClient({ times: { silence: 1_000_000 } });
    await connected();
    const ignored = expect(client.dispatch(CANVAS, titled("mine"))).rejects.toEqual(refusedWith("timeout"));
    await timer.pass(60_000);
    await ignored;
  });

  test("is sent as it was when it was dispatched", async () => {
    const { client, next } = startClient();
    const action = { type: "x", list: [1] };
    const done = client.dispatch(CANVAS, action);
    action.list.push(2);
    const socket = await next();
    await socket.answer("initialize", GREETING);
    expect(socket.sent("dispatchAction")).toMatchObject([{ action: { list: [1] } }]);
    socket.action(CANVAS, 9, action, mine(1));
    await done;
  });

  test("what cannot be written as JSON is rejected at once", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    await expect(client.dispatch(CANVAS, { type: "x", big: 1n })).rejects.toThrow(TypeError);
    expect(socket.sent("dispatchAction")).toEqual([]);
  });
});

describe("requests", () => {
  test("wait for the connection, and get the host's answer or its error", async () => {
    const { client, next } = startClient();
    const answer = client.request("listSessions", { channel: "ahp-root://" });
    const refused = expect(client.request("other", {})).rejects.toMatchObject({ error: { code: -32601 } });
    const socket = await next();
    expect(socket.sent("listSessions")).toEqual([]);
    await socket.answer("initialize", GREETING);
    await socket.answer("listSessions", { items: [] });
    expect(await answer).toEqual({ items: [] });
    await socket.refuse("other", -32601);
    await refused;
  });

  test("fail when the connection is lost, when no answer comes, and when there is no connection for long", async () => {
    const { client, connected, timer } = startClient({ times: { silence: 1_000_000 } });
    const socket = await connected();
    const late = expect(client.request("a", {})).rejects.toEqual(refusedWith("timeout"));
    await timer.pass(60_000);
    await late;
    const lost = expect(client.request("b", {})).rejects.toMatchObject({
      code: "connection_lost",
      message: "The connection to the host was lost before its answer: gone (1006)",
    });
    socket.cut("gone");
    await lost;
    const away = expect(client.request("c", {})).rejects.toEqual(refusedWith("connection_lost"));
    await timer.pass(60_000);
    await away;
  });

  test("read what a canvas is shown with", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const read = client.readResource(CANVAS, "ahp-canvas-content:/i1/index.html");
    const contents = [{ uri: "ahp-canvas-content:/i1/index.html", mimeType: "text/html", text: "<p>" }];
    await socket.answer("canvasReadResource", { contents });
    expect([await read, socket.sent("canvasReadResource")]).toEqual([
      contents,
      [{ channel: CANVAS, uri: "ahp-canvas-content:/i1/index.html" }],
    ]);
    const wrong = expect(client.readResource(CANVAS, "x")).rejects.toEqual(refusedWith("unexpected_answer"));
    await socket.answer("canvasReadResource", { contents: [{ uri: "x", text: 5 }] });
    await wrong;
  });
});

describe("the session", () => {
  const open = [{ instanceId: "i1", channel: CANVAS, canvasId: "doc", extensionId: "e", availability: "ready" }];

  test("is where the host said, and lists what is open as far as it can be shown", async () => {
    const { client, next } = startClient();
    const found = client.session();
    const socket = await next();
    await socket.answer("initialize", { ...GREETING, _meta: { session: SESSION } });
    const state = sessionState({ openCanvases: [...open, null, { instanceId: 5 }] });
    const heard: unknown[] = [];
    client.onChannels(() => heard.push(client.openCanvases()));
    await socket.answer("subscribe", { snapshot: snapshot(SESSION, 3, state) });
    expect([await found, client.openCanvases(), socket.sent("listSessions")]).toEqual([SESSION, open, []]);
    expect(heard).toEqual([open]);
    socket.action(SESSION, 4, { type: "session/openCanvasesChanged", openCanvases: [] });
    expect(client.openCanvases()).toEqual([]);
  });

  test("or the first that it lists", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const found = client.session();
    expect(client.openCanvases()).toEqual([]);
    await socket.answer("listSessions", { items: [{ resource: SESSION }, { resource: "ahp-session:/s2" }] });
    await socket.answer("subscribe", { snapshot: snapshot(SESSION, 3, sessionState()) });
    expect(await found).toBe(SESSION);
  });

  test("a host without one says so, and may be asked again", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const none = expect(client.session()).rejects.toEqual(refusedWith("no_session"));
    await settle();
    await socket.answer("listSessions", { items: [] });
    await none;
    client.session().catch(() => undefined);
    await settle();
    expect(socket.sent("listSessions").length).toBe(2);
  });
});

describe("messages between a view and its provider", () => {
  test("go out as they are, and one's own echo does not come in", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
    const heard: unknown[] = [];
    const stop = client.onMessage(CANVAS, (payload) => heard.push(payload));
    const payload = { jsonrpc: "2.0", id: 1, method: "ui/initialize" };
    const sent = client.sendMessage(CANVAS, payload);
    const action = { type: "canvas/message", payload };
    expect(socket.sent("dispatchAction")).toMatchObject([{ channel: CANVAS, action }]);
    socket.action(CANVAS, 6, action, mine(1));
    await sent;
    socket.action(CANVAS, 7, { type: "canvas/message", payload: "to the view" });
    socket.action(CANVAS, 8, titled("no message"));
    stop();
    socket.action(CANVAS, 9, { type: "canvas/message", payload: "later" });
    expect(heard).toEqual(["to the view"]);
  });

  test("the person closes a canvas", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    const asked = client.requestClose(CANVAS);
    expect(socket.sent("dispatchAction")).toMatchObject([{ action: { type: "canvas/closeRequested" } }]);
    socket.action(CANVAS, 6, { type: "canvas/closeRequested" }, mine(1));
    await asked;
  });

  test("that is closed already: the host says nothing about it, and the list does", async () => {
    const { client, next } = startClient();
    const found = client.session();
    const socket = await next();
    await socket.answer("initialize", { ...GREETING, _meta: { session: SESSION } });
    const openCanvases = [
      { instanceId: "i1", channel: CANVAS, canvasId: "doc", extensionId: "e", availability: "ready" },
    ];
    await socket.answer("subscribe", { snapshot: snapshot(SESSION, 3, sessionState({ openCanvases })) });
    await found;
    const asked = client.requestClose(CANVAS);
    socket.action(SESSION, 4, { type: "session/openCanvasesChanged", openCanvases: [] });
    await asked;
    await client.requestClose(CANVAS);
  });
});

describe("listeners", () => {
  test("one that throws keeps nothing from the others, nor from the client", async () => {
    const { client, connected, log } = startClient();
    const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
    let heard = 0;
    client.onAction(CANVAS, () => {
      throw new Error("mine\u0007");
    });
    client.onAction(CANVAS, () => (heard += 1));
    client.onChannels((channels) => {
      if (channels !== client.channels()) throw new Error("never");
      heard += 1;
    });
    socket.action(CANVAS, 6, titled("b"));
    expect([heard, log]).toEqual([2, ["AHP: a listener failed: mine·"]]);
  });
});

test("closed, it is over: whatever waits is told, the socket is closed, and no timer is left", async () => {
  const { client, connected, timer, states } = startClient();
  const socket = await connected([snapshot(CANVAS, 5, canvasState())]);
  const rejected = (code: string, work: Promise<unknown>) => expect(work).rejects.toEqual(refusedWith(code));
  const told = [
    rejected("closed", client.dispatch(CANVAS, titled("a"))),
    rejected("closed", client.subscribe(SESSION)),
    rejected("connection_lost", client.request("a", {})),
  ];
  client.close();
  client.close();
  told.push(rejected("closed", client.dispatch(CANVAS, titled("b"))), rejected("closed", client.request("b", {})));
  told.push(rejected("closed", client.subscribe(SESSION)), rejected("closed", client.session()));
  await Promise.all(told);
  socket.action(CANVAS, 6, titled("late"));
  socket.cut();
  expect([socket.isClosed, timer.waiting(), states.at(-1)]).toEqual([true, 0, "closed"]);
  expect(client.channels()).toEqual({ [CANVAS]: canvasState() });
});
