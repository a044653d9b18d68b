import { describe, expect, test } from "vitest";
import { CanvasProviderError, type ProvidedCanvas } from "./providers.ts";
import { settle } from "./testing/fake-timer.ts";
import {
  GREETING,
  mine,
  type ScriptedSocket,
  SESSION,
  sessionState,
  snapshot,
  startClient,
} from "./testing/scripted-host.ts";

const chart = (more: Partial<ProvidedCanvas> = {}): ProvidedCanvas => ({
  canvasId: "chart",
  displayName: "Chart",
  description: "Draws numbers.",
  actions: [{ name: "zoom" }, { name: "nobody does it" }],
  open: ({ instanceId, input }) => ({
    url: `https://example.org/${instanceId}`,
    title: String(input?.title ?? "none"),
  }),
  invoke: ({ actionName, input }) => {
    if (actionName === "nobody does it") throw new CanvasProviderError("chart_full", "No more room.");
    return input?.by;
  },
  ...more,
});
const DECLARED = { canvasId: "chart", displayName: "Chart", description: "Draws numbers.", actions: chart().actions };
const ANNOUNCED = {
  channel: SESSION,
  action: {
    type: "session/activeClientSet",
    activeClient: { clientId: "me", displayName: "Test", tools: [], canvasProviders: [DECLARED] },
  },
};
const WITH_ME = sessionState({ activeClients: [ANNOUNCED.action.activeClient] });

async function start(provides: readonly ProvidedCanvas[] = [chart()]) {
  const started = startClient({ provides, clientInfo: { name: "test", title: "Test" } });
  const socket = await started.connected();
  return { ...started, socket };
}

async function joinSession(socket: ScriptedSocket, state = sessionState(), fromSeq = 3): Promise<void> {
  await socket.answer("listSessions", { items: [{ resource: SESSION }] });
  await socket.answer("subscribe", { snapshot: snapshot(SESSION, fromSeq, state) });
}

describe("what a client provides", () => {
  test("is announced when the session is subscribed to, and not before", async () => {
    const { client, socket } = await start();
    expect(socket.sent("dispatchAction")).toEqual([]);
    const found = client.session();
    await joinSession(socket);
    await found;
    expect(socket.sent("dispatchAction")).toEqual([{ ...ANNOUNCED, clientSeq: 1 }]);
  });

  test("a client that provides nothing announces nothing", async () => {
    const { client, socket } = await start([]);
    const found = client.session();
    await joinSession(socket);
    await found;
    expect(socket.sent("dispatchAction")).toEqual([]);
  });

  test("is announced again to a host that does not remember, and not to one that does", async () => {
    const { client, socket, next } = await start();
    const found = client.session();
    await joinSession(socket);
    await found;
    socket.action(SESSION, 4, ANNOUNCED.action, mine(1));
    socket.cut();
    const second = await next();
    await second.answer("reconnect", { type: "replay", actions: [], missing: [] });
    expect(second.sent("dispatchAction")).toEqual([]);
    second.cut();
    const third = await next();
    await third.refuse("reconnect", -32008);
    await third.answer("initialize", GREETING);
    await third.answer("listSessions", { items: [{ resource: SESSION }] });
    // A host that was started anew may still have the name of this client from what it kept.
    await third.answer("subscribe", { snapshot: snapshot(SESSION, 3, WITH_ME) });
    expect(third.sent("dispatchAction")).toEqual([{ ...ANNOUNCED, clientSeq: 2 }]);
  });

  test("is announced again when an announcement from before is answered as done, and undone since", async () => {
    const { client, socket, next } = await start();
    const found = client.session();
    await joinSession(socket);
    await found;
    socket.cut();
    const second = await next();
    await second.refuse("reconnect", -32008);
    await second.answer("initialize", GREETING);
    await second.answer("listSessions", { items: [{ resource: SESSION }] });
    await second.answer("subscribe", { snapshot: snapshot(SESSION, 3, sessionState()) });
    expect(second.sent("dispatchAction")).toEqual([{ ...ANNOUNCED, clientSeq: 1 }]);
    second.action(SESSION, 4, { type: "session/activeClientRemoved", clientId: "me" }, mine(1));
    await settle();
    expect(second.sent("dispatchAction").at(-1)).toEqual({ ...ANNOUNCED, clientSeq: 2 });
    second.action(SESSION, 5, ANNOUNCED.action, mine(2));
    await settle();
    expect(second.sent("dispatchAction")).toHaveLength(2);
  });

  test("is announced again where the session has lost it, but not for ever", async () => {
    const { client, socket, next } = await start();
    const found = client.session();
    await joinSession(socket);
    await found;
    socket.action(SESSION, 4, ANNOUNCED.action, mine(1));
    await settle();
    socket.cut();
    const second = await next();
    await second.answer("reconnect", { type: "snapshot", snapshots: [snapshot(SESSION, 9, sessionState())] });
    expect(second.sent("dispatchAction").length).toBe(1);
    for (let seq = 10; seq < 50; seq += 2) {
      const last = second.sent("dispatchAction").at(-1)?.clientSeq as number;
      second.action(SESSION, seq, ANNOUNCED.action, mine(last));
      await settle();
      second.action(SESSION, seq + 1, { type: "session/activeClientRemoved", clientId: "me" });
      await settle();
    }
    expect(second.sent("dispatchAction").length).toBe(6);
  });
});

describe("what the host asks", () => {
  const target = { channel: SESSION, canvasId: "chart", extensionId: "client:me", instanceId: "i1" };
  const closed: string[] = [];
  const provides = [
    chart({
      close: ({ instanceId }) => {
        closed.push(instanceId);
      },
    }),
    { ...DECLARED, canvasId: "plain", open: () => Promise.reject(new Error("it\u0000broke")) },
    { ...DECLARED, canvasId: "codes", open: () => Promise.reject(new CanvasProviderError("too_big", "Too big.")) },
  ];
  const failed = (code: string, message: string, number = -32012) => ({
    error: { code: number, message, data: { code, message } },
  });

  test.each<[string, string, object, object]>([
    [
      "an instance is opened",
      "canvasOpen",
      { input: { title: "T" } },
      { result: { url: "https://example.org/i1", title: "T" } },
    ],
    ["an action is done", "canvasInvokeAction", { actionName: "zoom", input: { by: 2 } }, { result: { value: 2 } }],
    ["an action without a value", "canvasInvokeAction", { actionName: "zoom" }, { result: {} }],
    ["an instance is closed", "canvasClose", {}, { result: null }],
    ["closing what needs no closing", "canvasClose", { canvasId: "plain" }, { result: null }],
    [
      "a canvas that is not declared",
      "canvasOpen",
      { canvasId: "other" },
      failed("canvas_unknown", "This client does not provide that canvas."),
    ],
    [
      "an action that is not declared",
      "canvasInvokeAction",
      { actionName: "toString" },
      failed("canvas_action_no_handler", "This canvas has no such action."),
    ],
    [
      "an action of a canvas without a handler",
      "canvasInvokeAction",
      { canvasId: "plain", actionName: "zoom" },
      failed("canvas_action_no_handler", "This canvas has no such action."),
    ],
    [
      "a handler that says why not",
      "canvasInvokeAction",
      { actionName: "nobody does it" },
      failed("chart_full", "No more room."),
    ],
    ["the same when it opens", "canvasOpen", { canvasId: "codes" }, failed("too_big", "Too big.")],
    ["a handler that breaks", "canvasOpen", { canvasId: "plain" }, failed("canvas_provider_failed", "it·broke")],
    [
      "parameters that are none",
      "canvasOpen",
      { instanceId: 5 },
      { error: { code: -32602, message: "A canvas is asked for by channel, canvasId and instanceId." } },
    ],
    [
      "an input that is none",
      "canvasOpen",
      { input: [] },
      { error: { code: -32602, message: "The input is an object." } },
    ],
    [
      "another method",
      "resourceRead",
      {},
      { error: { code: -32601, message: "This client does not know that method." } },
    ],
  ])("%s", async (_, method, params, answer) => {
    const { socket } = await start(provides);
    socket.say({ id: "h1", method, params: { ...target, ...params } });
    await settle();
    expect(socket.frames.at(-1)).toEqual({ jsonrpc: "2.0", id: "h1", ...answer });
  });

  test("closing is told to the provider", () => expect(closed).toContain("i1"));

  test("is answered on the socket that it came over, or not at all", async () => {
    let finish = (_: object) => {};
    const { socket, next } = await start([
      chart({
        open: () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      }),
    ]);
    socket.say({ id: 1, method: "canvasOpen", params: target });
    const before = socket.frames.length;
    socket.cut();
    const second = await next();
    finish({ title: "late" });
    await settle();
    expect([socket.frames.length, second.frames.filter(({ method }) => method === undefined)]).toEqual([before, []]);
  });

  test("is refused when a hundred answers are still being made", async () => {
    const { socket } = await start([chart({ open: () => new Promise(() => {}) })]);
    for (let id = 0; id <= 100; id += 1) socket.say({ id, method: "canvasOpen", params: target });
    await settle();
    expect(socket.frames.at(-1)).toMatchObject({ id: 100, error: { message: "Too many requests at once." } });
  });
});
