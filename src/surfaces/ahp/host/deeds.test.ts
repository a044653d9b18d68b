import { expect, test } from "vitest";
import { RUN } from "../wire/types.ts";
import { ROOT_URI } from "../wire/uris.ts";
import { createDeeds } from "./deeds.ts";
import { createTestHost, sessionIn, settled, type TestClient, type TestHost } from "./host-for-tests.ts";

const message = (payload: unknown) => ({ type: "canvas/message", payload });

/** A connection that greets the host as this run of client "c", and shows the canvas. */
async function greet(host: TestHost, channel: string, run?: string): Promise<TestClient> {
  const client = host.connect();
  await client.call("initialize", {
    channel: ROOT_URI,
    protocolVersions: ["1.0.0"],
    clientId: "c",
    capabilities: { canvas: {} },
    initialSubscriptions: [channel],
    ...(run === undefined ? {} : { _meta: { [RUN]: run } }),
  });
  return client;
}

async function opened(host: TestHost): Promise<string> {
  return (await host.session.agent.open({ canvasId: "note", instanceId: "n1" })).channel;
}

test.each([
  ["the same run, greeting twice, has done what it did", "one", "one", ["a", "b"], [7, 8]],
  ["another run of the same client counts from the beginning", "one", "two", ["a", "a", "b"], [7, 8]],
  ["and so does a client that says nothing of runs", undefined, undefined, ["a", "a", "b"], [7, 8]],
])("%s", async (_, first, second, heard, told) => {
  const host = createTestHost();
  const channel = await opened(host);
  (await greet(host, channel, first)).dispatch(channel, message("a"), 7);
  await settled(host);
  const again = await greet(host, channel, second);
  again.dispatch(channel, message("a"), 7);
  again.dispatch(channel, message("b"), 8);
  await settled(host);
  expect(host.heard.map(({ payload }) => payload)).toEqual(heard);
  expect(again.actions().map(({ origin }) => origin?.clientSeq)).toEqual(told);
});

test("a run is remembered longer than its client", async () => {
  const host = createTestHost();
  const channel = await opened(host);
  const client = await greet(host, channel, "one");
  client.dispatch(channel, message("a"), 7);
  client.dispatch("ahp-canvas:/never", message("b"), 8);
  await settled(host);
  client.cut();
  await host.timer.pass(3_600_000);
  expect(host.session.peers()).toEqual([]);
  const again = await greet(host, channel, "one");
  again.dispatch(channel, message("a"), 7);
  again.dispatch("ahp-canvas:/never", message("b"), 8);
  await settled(host);
  expect(host.heard).toHaveLength(1);
  expect(again.actions()).toMatchObject([
    { origin: { clientSeq: 7 } },
    { origin: { clientSeq: 8 }, rejectionReason: expect.any(String) },
  ]);
});

test("what is too old to be remembered was done", () => {
  const deeds = createDeeds();
  for (let seq = 1; seq <= 600; seq += 1) deeds.keep(seq, { kind: "refused", why: "no" });
  expect([deeds.verdictOn(50), deeds.verdictOn(600), deeds.verdictOn(601)]).toEqual([
    { kind: "done" },
    { kind: "refused", why: "no" },
    undefined,
  ]);
});

test("a client that comes back keeps its place among the active ones, as it does in the state that others make", async () => {
  const host = createTestHost();
  const clients = await Promise.all(["a", "b"].map((clientId) => host.client(clientId)));
  for (const [index, client] of clients.entries())
    client.dispatch(host.session.channel, {
      type: "session/activeClientSet",
      activeClient: { clientId: index === 0 ? "a" : "b" },
    });
  await settled(host);
  clients[0]?.cut();
  const again = host.connect();
  const { channel } = host.session;
  await again.call("reconnect", { clientId: "a", lastSeenServerSeq: 0, subscriptions: [channel] });
  const { activeClients, chats } = sessionIn(await again.subscribe(channel));
  expect(activeClients.map(({ clientId }) => clientId)).toEqual(["a", "b"]);
  // Nothing in the state changes without an action.
  await host.timer.pass(1_000);
  host.session.publish({ channel, action: { type: "session/other" } });
  expect(sessionIn(await again.subscribe(channel)).chats).toEqual(chats);
});
