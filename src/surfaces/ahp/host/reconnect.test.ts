import { describe, expect, test } from "vitest";
import type { ActionEnvelope, ReconnectResult } from "../wire/types.ts";
import { ROOT_URI } from "../wire/uris.ts";
import { createTestHost, settled, type TestClient, type TestHost } from "./host-for-tests.ts";

const open = (host: TestHost, instanceId: string) => host.session.agent.open({ canvasId: "note", instanceId });

async function back(host: TestHost, params: object): Promise<{ client: TestClient; answer: ReconnectResult }> {
  const client = host.connect();
  const { result, error } = await client.call("reconnect", { channel: ROOT_URI, clientId: "c", ...params });
  expect(error).toBeUndefined();
  return { client, answer: result as ReconnectResult };
}

function replayed(answer: ReconnectResult): readonly ActionEnvelope[] {
  if (!("type" in answer) || answer.type !== "replay") throw new Error(`Not replayed: ${JSON.stringify(answer)}`);
  return answer.actions;
}

describe("a client that comes back", () => {
  test("is told what it missed, in order, and then goes on", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    const seen = client.actions().at(-1)?.serverSeq ?? 0;
    client.cut();
    host.session.instances.update("n1", { title: "One" });
    host.session.instances.update("n1", { title: "Two" });
    const { client: again, answer } = await back(host, {
      lastSeenServerSeq: seen,
      subscriptions: [ROOT_URI, host.session.channel, channel, "ahp-canvas:/never"],
    });
    const actions = replayed(answer);
    expect(actions.map(({ action }) => action.title ?? action.type)).toEqual([
      "One",
      "session/openCanvasesChanged",
      "Two",
      "session/openCanvasesChanged",
    ]);
    expect(actions.every(({ serverSeq }, at) => serverSeq > (actions[at - 1]?.serverSeq ?? seen))).toBe(true);
    expect("missing" in answer && answer.missing).toEqual(["ahp-canvas:/never"]);
    host.session.instances.update("n1", { title: "Three" });
    expect(again.actions().map(({ action }) => action.title)).toContain("Three");
  });

  test("the answer comes before anything that is said after it", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    await open(host, "n1");
    client.cut();
    const again = host.connect();
    const asked = again.call("reconnect", {
      clientId: "c",
      lastSeenServerSeq: 0,
      subscriptions: [host.session.channel],
    });
    host.session.instances.update("n1", { title: "Meanwhile" });
    const { result } = await asked;
    await settled(host);
    expect(again.frames[0]).toHaveProperty("result");
    const told = [...replayed(result as ReconnectResult), ...again.actions()].map(({ serverSeq }) => serverSeq);
    expect(told).toEqual([...new Set(told)].sort((a, b) => a - b));
    expect(told).toHaveLength(2);
  });

  test("is given snapshots where more was said than is kept", async () => {
    const host = createTestHost({ room: { entries: 3, characters: 1e6 } });
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    client.cut();
    for (const title of ["One", "Two", "Three", "Four"]) host.session.instances.update("n1", { title });
    const { answer } = await back(host, {
      lastSeenServerSeq: 1,
      subscriptions: [host.session.channel, channel, "ahp-canvas:/x"],
    });
    expect(answer).toMatchObject({
      type: "snapshot",
      snapshots: [
        { resource: host.session.channel, fromSeq: host.session.lastSeq() },
        { resource: channel, state: { title: "Four" }, fromSeq: host.session.lastSeq() },
      ],
    });
  });

  test("the newer form, of each channel what became of it", async () => {
    const host = createTestHost({ room: { entries: 6, characters: 1e6 } });
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    client.cut();
    for (const title of ["One", "Two", "Three"]) host.session.instances.update("n1", { title });
    const last = host.session.lastSeq();
    const { answer } = await back(host, {
      subscriptions: [
        { channel, lastSeenServerSeq: last - 4 },
        { channel: host.session.channel, lastSeenServerSeq: 0 },
        { channel: "ahp-canvas:/never", lastSeenServerSeq: 0 },
      ],
    });
    expect(answer).toMatchObject({
      channels: [
        { kind: "replay", channel, actions: [{ action: { title: "Three" } }] },
        { kind: "snapshot", channel: host.session.channel, snapshot: { fromSeq: last } },
        { kind: "missing", channel: "ahp-canvas:/never" },
      ],
    });
  });

  test("what it did is not done twice, and it is told that it was done", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    const message = { type: "canvas/message", payload: { a: 1 } };
    client.dispatch(channel, message, 7);
    await settled(host);
    client.cut();
    const { client: again, answer } = await back(host, { lastSeenServerSeq: 1, subscriptions: [channel] });
    expect(replayed(answer).map(({ origin }) => origin?.clientSeq)).toContain(7);
    again.dispatch(channel, message, 7);
    again.dispatch(channel, { type: "canvas/message", payload: { b: 2 } }, 8);
    again.dispatch(channel, message, 7);
    await settled(host);
    expect(host.heard.map(({ payload }) => payload)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(again.actions().map(({ origin }) => origin?.clientSeq)).toEqual([7, 8, 7]);
  });

  test("a refusal that it missed is replayed as one", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    client.dispatch("ahp-canvas:/never", { type: "canvas/message", payload: 1 }, 1);
    await settled(host);
    client.cut();
    const { answer } = await back(host, { lastSeenServerSeq: 0, subscriptions: [host.session.channel] });
    expect(replayed(answer)).toMatchObject([{ origin: { clientSeq: 1 }, rejectionReason: expect.any(String) }]);
  });

  test("is forgotten after a while, and one that never was is told so", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    client.cut();
    await host.timer.pass(20_000);
    expect(host.asked.filter((line) => line.startsWith("away"))).toEqual(["away n1 c"]);
    await host.timer.pass(600_000);
    expect(host.asked.filter((line) => line.startsWith("leave"))).toEqual(["leave n1 c"]);
    const late = await host.connect().call("reconnect", { clientId: "c", lastSeenServerSeq: 0, subscriptions: [] });
    expect(late.error?.code).toBe(-32008);
  });

  test("who unsubscribes shows nothing any more; without the session it is active no more", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    client.say("unsubscribe", { channel });
    client.dispatch(host.session.channel, { type: "session/activeClientSet", activeClient: { clientId: "c" } });
    await settled(host);
    expect(host.asked).toContain("leave n1 c");
    const before = client.frames.length;
    host.session.instances.update("n1", { status: "unseen" });
    expect(client.frames).toHaveLength(before);
    client.cut();
    const { client: again } = await back(host, { lastSeenServerSeq: 0, subscriptions: [ROOT_URI] });
    await again.subscribe(host.session.channel);
    expect(host.session.peers()[0]?.active).toBeNull();
  });

  test("an old connection that still talks is not heard once the new one is there", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    const { channel } = await open(host, "n1");
    await client.subscribe(channel);
    await back(host, { lastSeenServerSeq: 0, subscriptions: [channel] });
    expect(client.closed).toMatchObject([{ code: 4001 }]);
    client.dispatch(channel, { type: "canvas/closeRequested" });
    await settled(host);
    expect(host.session.instances.refs()).toHaveLength(1);
    client.cut();
    expect(host.session.peers()[0]?.link).not.toBeNull();
  });
});
