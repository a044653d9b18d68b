import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { plain } from "./client-error.ts";
import { settle } from "./testing/fake-timer.ts";
import {
  CANVAS,
  canvasState,
  GREETING,
  SESSION,
  sessionState,
  snapshot,
  startClient,
  titled,
} from "./testing/scripted-host.ts";

const METHODS = ["action", "canvasOpen", "canvasInvokeAction", "canvasClose", "root/sessionAdded", "toString"];
const channel = fc.constantFrom(CANVAS, SESSION, "ahp-canvas:/x", "__proto__", "constructor", "");
const type = fc.constantFrom(
  "canvas/updated",
  "canvas/message",
  "canvas/stateChanged",
  "session/openCanvasesChanged",
  "session/canvasesChanged",
  "session/activeClientSet",
  "session/activeClientRemoved",
  "__proto__",
);
const anything = fc.jsonValue({ maxDepth: 3 });
const wild = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record(
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, fc.oneof({ weight: 4, arbitrary: value }, anything)]),
    ),
    { requiredKeys: [] },
  );
const action = wild({
  type,
  title: fc.string(),
  openCanvases: fc.array(anything),
  canvases: fc.array(anything),
  canvas: anything,
  activeClient: wild({ clientId: fc.constantFrom("me", "you") }),
  clientId: fc.constantFrom("me", "you"),
});
const envelope = wild({
  channel,
  serverSeq: fc.nat(50),
  action,
  origin: wild({ clientId: fc.constant("me"), clientSeq: fc.nat(5) }),
  rejectionReason: fc.string(),
});
const state = fc.oneof(
  fc.constant(sessionState()),
  fc.constant(canvasState()),
  anything,
  wild({ activeClients: fc.array(anything) }),
);
const given = wild({ resource: channel, fromSeq: fc.nat(50), state });
const answer = fc.oneof(
  wild({
    type: fc.constantFrom("replay", "snapshot"),
    actions: fc.array(envelope),
    missing: fc.array(channel),
    snapshots: fc.array(given),
  }),
  wild({
    channels: fc.array(
      wild({
        kind: fc.constantFrom("replay", "snapshot", "missing"),
        channel,
        actions: fc.array(envelope),
        snapshot: given,
      }),
    ),
  }),
  wild({ ...Object.fromEntries(Object.entries(GREETING).map(([name, value]) => [name, fc.constant(value)])) }),
  wild({ snapshot: given }),
  wild({ items: fc.array(wild({ resource: channel })) }),
);
const frame = fc.oneof(
  fc.string(),
  fc.constantFrom(null, undefined, 5, new ArrayBuffer(3)),
  anything.map((one) => JSON.stringify(one)),
  wild({ jsonrpc: fc.constant("2.0"), id: fc.nat(12), method: fc.constantFrom(...METHODS), params: envelope }).map(
    (one) => JSON.stringify(one),
  ),
  envelope.map((params) => JSON.stringify({ jsonrpc: "2.0", method: "action", params })),
  fc.tuple(fc.nat(12), answer).map(([id, result]) => JSON.stringify({ jsonrpc: "2.0", id, result })),
  wild({ jsonrpc: fc.constant("2.0"), id: fc.nat(12), error: wild({ code: fc.integer(), message: fc.string() }) }).map(
    (one) => JSON.stringify(one),
  ),
);

describe("nothing that a host sends", () => {
  test("throws out of the socket, or keeps the client from going on", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(frame, { maxLength: 12 }), { minLength: 1, maxLength: 3 }),
        async (sockets) => {
          const { client, next, timer, connected } = startClient({ provides: [] });
          const outcomes = [client.session(), client.dispatch(CANVAS, titled("x")), client.request("a", {})];
          for (const one of outcomes) one.catch(() => undefined);
          let socket = await connected([snapshot(CANVAS, 1, canvasState())]);
          for (const frames of sockets) {
            for (const data of frames) {
              socket.raw(data);
              await settle();
              client.openCanvases();
              client.canvas(CANVAS);
            }
            socket.cut();
            if (client.state().kind === "closed") break;
            await timer.pass(0);
            socket = await next();
          }
          client.close();
          await Promise.allSettled(outcomes);
          expect(timer.waiting()).toBe(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  test.each([
    ["no JSON", "{"],
    ["nested too deep", `${"[".repeat(200_000)}`],
    ["an answer to nothing", JSON.stringify({ jsonrpc: "2.0", id: 99, result: 1 })],
    ["an error about nothing", JSON.stringify({ jsonrpc: "2.0", id: null, error: { code: 1, message: "x" } })],
    ["a notification that nobody knows", JSON.stringify({ jsonrpc: "2.0", method: "auth/required", params: {} })],
    ["an action that is none", JSON.stringify({ jsonrpc: "2.0", method: "action", params: { channel: 5 } })],
    ["a frame of bytes", new Uint8Array([1, 2])],
    ["a batch", JSON.stringify([{ jsonrpc: "2.0", method: "action" }])],
  ])("is left without a line in the log: %s", async (_, data) => {
    const { client, connected, log } = startClient();
    const socket = await connected();
    socket.raw(data);
    await settle();
    expect([client.state().kind, log.length]).toEqual(["connected", 1]);
    expect(log[0]?.length).toBeLessThan(400);
  });

  test("is held without end: actions for a snapshot that never comes cost the host its connection", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    client.subscribe(CANVAS).catch(() => undefined);
    await settle();
    for (let seq = 1; seq <= 10_001; seq += 1) socket.action(CANVAS, seq, titled("x"));
    expect(client.state()).toMatchObject({ kind: "reconnecting", why: "the host sends actions, and no snapshots" });
  });

  test("nor actions before the answer to reconnect", async () => {
    const { client, connected, next } = startClient();
    (await connected([snapshot(CANVAS, 1, canvasState())])).cut();
    const socket = await next();
    for (let seq = 1; seq <= 10_001; seq += 1) socket.action(CANVAS, seq, titled("x"));
    expect(client.state()).toMatchObject({ kind: "reconnecting", attempt: 2 });
  });

  test("nor names of clients without end", async () => {
    const { client, connected } = startClient();
    const socket = await connected([snapshot(SESSION, 1, sessionState())]);
    for (let seq = 2; seq < 2_000; seq += 1)
      socket.action(SESSION, seq, { type: "session/activeClientSet", activeClient: { clientId: `c${seq}` } });
    expect((client.channels()[SESSION] as { activeClients: unknown[] }).activeClients.length).toBe(1_000);
  });

  test("becomes a state that was not asked for", async () => {
    const { client, connected, next } = startClient();
    (await connected([snapshot(CANVAS, 1, canvasState())])).cut();
    const socket = await next();
    const uninvited = snapshot("ahp-canvas:/other", 3, canvasState());
    await socket.answer("reconnect", { type: "snapshot", snapshots: [uninvited, snapshot(CANVAS, 3, canvasState())] });
    expect(Object.keys(client.channels())).toEqual([CANVAS]);
  });
});

test("texts of the host's are short and on one line", () => {
  expect(plain("a\nb\u202ec\u2028d\ud800e")).toBe("a·b·c·d·e");
  expect(plain("x".repeat(1_000)).length).toBe(301);
});
