import { describe, expect, test } from "vitest";
import type { ChannelLoss } from "./ahp-client.ts";
import { delayBefore } from "./socket.ts";
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

const OTHER = "ahp-canvas:/c2";
const envelope = (serverSeq: number, title: string, more: object = {}) => ({
  channel: CANVAS,
  serverSeq,
  action: titled(title),
  ...more,
});

/** A client that was connected and listens to a canvas, on its second socket. */
async function cutOnce(channels = [snapshot(CANVAS, 5, canvasState({ title: "a" }))]) {
  const started = startClient();
  const first = await started.connected(channels);
  const losses: [string, ChannelLoss][] = [];
  for (const { resource } of channels) started.client.onLoss(resource, (loss) => losses.push([resource, loss]));
  first.action(CANVAS, 8, titled("b"));
  first.cut();
  const second = await started.next();
  return { ...started, first, second, losses };
}

describe("the connection is back", () => {
  test("the host is asked for what came after the last that was seen", async () => {
    const { client, second } = await cutOnce();
    expect(second.sent("reconnect")).toEqual([
      { channel: "ahp-root://", clientId: "me", lastSeenServerSeq: 8, subscriptions: [CANVAS] },
    ]);
    expect([client.state().kind, client.canvas(CANVAS)?.title]).toEqual(["reconnecting", "b"]);
  });

  test("a replay is done in order, each once, and misses nothing", async () => {
    const { client, second, losses } = await cutOnce();
    const heard: number[] = [];
    client.onAction(CANVAS, ({ serverSeq }) => heard.push(serverSeq));
    const actions = [envelope(8, "seen"), envelope(9, "c"), envelope(11, "d")];
    await second.answer("reconnect", { type: "replay", actions, missing: [] });
    expect([client.state().kind, heard, client.canvas(CANVAS)?.title, losses]).toEqual(["connected", [9, 11], "d", []]);
    expect(second.sent("initialize")).toEqual([]);
  });

  test("what comes before the answer waits for it", async () => {
    const { client, second } = await cutOnce();
    second.action(CANVAS, 12, titled("newest"));
    second.action(CANVAS, 9, titled("c"));
    await second.answer("reconnect", { type: "replay", actions: [envelope(9, "c"), envelope(11, "d")], missing: [] });
    expect(client.canvas(CANVAS)?.title).toBe("newest");
  });

  test("snapshots take the place of states, and the channel is told that something may be missing", async () => {
    const { client, second, losses } = await cutOnce();
    const fresh = snapshot(CANVAS, 2, canvasState({ title: "fresh" }));
    await second.answer("reconnect", { type: "snapshot", snapshots: [fresh, snapshot(OTHER, 2, canvasState())] });
    expect([client.channels(), losses]).toEqual([{ [CANVAS]: fresh.state }, [[CANVAS, { kind: "gap" }]]]);
    // The host counts from there, even if it had counted further before.
    second.action(CANVAS, 3, titled("next"));
    expect(client.canvas(CANVAS)?.title).toBe("next");
    second.cut();
  });

  test("in the newer form every channel has its own answer", async () => {
    const third = "ahp-canvas:/c3";
    const { client, second, losses } = await cutOnce([
      snapshot(CANVAS, 5, canvasState({ title: "a" })),
      snapshot(OTHER, 5, canvasState({ title: "a" })),
      snapshot(third, 5, canvasState({ title: "a" })),
    ]);
    await second.answer("reconnect", {
      channels: [
        { kind: "replay", channel: CANVAS, actions: [envelope(9, "c")] },
        { kind: "snapshot", channel: OTHER, snapshot: snapshot(OTHER, 9, canvasState({ title: "fresh" })) },
        { kind: "missing", channel: third },
      ],
    });
    expect([client.canvas(CANVAS)?.title, client.canvas(OTHER)?.title]).toEqual(["c", "fresh"]);
    expect(Object.keys(client.channels())).toEqual([CANVAS, OTHER]);
    expect(losses).toEqual([
      [third, { kind: "dropped", why: "the host has it no more" }],
      [OTHER, { kind: "gap" }],
    ]);
  });

  test.each([
    ["named as missing", { type: "replay", actions: [], missing: [CANVAS] }],
    ["without a snapshot", { type: "snapshot", snapshots: [] }],
    ["not spoken of", { channels: [] }],
  ])("a channel that is %s is dropped, and said", async (_, answer) => {
    const { client, second, losses, log } = await cutOnce();
    await second.answer("reconnect", answer);
    expect([client.channels(), losses]).toEqual([{}, [[CANVAS, { kind: "dropped", why: "the host has it no more" }]]]);
    expect(log).toContain(`AHP: ${CANVAS} is dropped: the host has it no more`);
  });

  test("a subscription that was not answered is asked for again, and one that is not wanted any more is not taken up", async () => {
    const { client, second, next, losses } = await cutOnce();
    await second.answer("reconnect", { type: "replay", actions: [], missing: [] });
    client.onLoss(OTHER, (loss) => losses.push([OTHER, loss]));
    const waiting = client.subscribe(OTHER);
    await settle();
    second.cut();
    const third = await next();
    client.unsubscribe(CANVAS);
    await third.answer("reconnect", { type: "snapshot", snapshots: [snapshot(CANVAS, 9, canvasState())] });
    await third.answer("subscribe", { snapshot: snapshot(OTHER, 9, canvasState({ title: "there" })) });
    await waiting;
    // The host may have thought that it was subscribed to, and sent something.
    expect(losses).toEqual([[OTHER, { kind: "gap" }]]);
    expect(Object.keys(client.channels())).toEqual([OTHER]);
    expect(third.sent("unsubscribe")).toEqual([{ channel: CANVAS }]);
    expect(client.state().kind).toBe("connected");
  });

  test("an older socket that still speaks is not heard", async () => {
    const { client, first, second } = await cutOnce();
    await second.answer("reconnect", { type: "replay", actions: [], missing: [] });
    first.action(CANVAS, 9, titled("from the grave"));
    first.cut();
    first.open();
    expect([client.canvas(CANVAS)?.title, client.state().kind]).toEqual(["b", "connected"]);
  });
});

describe("a host that does not remember", () => {
  test("is greeted anew, and asked for everything anew; what it refuses is dropped, and said", async () => {
    const { client, second, losses } = await cutOnce([
      snapshot(CANVAS, 5, canvasState({ title: "a" })),
      snapshot(OTHER, 5, canvasState({ title: "a" })),
    ]);
    await second.refuse("reconnect", -32008);
    expect(second.sent("initialize").length).toBe(1);
    await second.answer("initialize", { ...GREETING, serverSeq: 1 });
    expect(second.sent("subscribe")).toEqual([{ channel: CANVAS }, { channel: OTHER }]);
    // Until the new state is there the old one is shown.
    expect(client.canvas(CANVAS)?.title).toBe("b");
    second.action(CANVAS, 2, titled("new"));
    await second.answer("subscribe", { snapshot: snapshot(CANVAS, 1, canvasState({ title: "fresh" })) });
    await second.refuse("subscribe", -32008, "closed");
    expect([client.state().kind, client.canvas(CANVAS)?.title, client.channels()[OTHER]]).toEqual([
      "connected",
      "new",
      undefined,
    ]);
    expect(losses).toEqual([
      [CANVAS, { kind: "gap" }],
      [OTHER, { kind: "dropped", why: "closed" }],
    ]);
    second.cut();
  });

  test("the numbers are the new host's", async () => {
    const { second, next } = await cutOnce();
    await second.refuse("reconnect", -32008);
    await second.answer("initialize", { ...GREETING, serverSeq: 1 });
    await second.answer("subscribe", { snapshot: snapshot(CANVAS, 1, canvasState()) });
    second.cut();
    expect((await next()).sent("reconnect")).toMatchObject([{ lastSeenServerSeq: 1 }]);
  });

  test("cut before the answer to that, it is greeted anew again", async () => {
    const { client, second, next } = await cutOnce();
    await second.refuse("reconnect", -32008);
    second.cut();
    const third = await next();
    expect([third.sent("reconnect"), third.sent("initialize").length]).toEqual([[], 1]);
    await third.answer("initialize", GREETING);
    await third.answer("subscribe", { snapshot: snapshot(CANVAS, 3, canvasState({ title: "fresh" })) });
    expect([client.state().kind, client.canvas(CANVAS)?.title]).toEqual(["connected", "fresh"]);
  });

  test("an answer to reconnect that cannot be read is no memory either", async () => {
    const { second } = await cutOnce();
    await second.answer("reconnect", { type: "something new" });
    expect(second.sent("initialize").length).toBe(1);
  });

  test("another session takes the place of the one before", async () => {
    const started = startClient();
    const found = started.client.session();
    const first = await started.next();
    await first.answer("initialize", { ...GREETING, _meta: { session: SESSION } });
    await first.answer("subscribe", { snapshot: snapshot(SESSION, 3, sessionState({ title: "old" })) });
    await found;
    const losses: ChannelLoss[] = [];
    started.client.onLoss(SESSION, (loss) => losses.push(loss));
    first.cut();
    const second = await started.next();
    await second.refuse("reconnect", -32008);
    await second.answer("initialize", GREETING);
    await second.answer("listSessions", { items: [{ resource: "ahp-session:/new" }] });
    await second.answer("subscribe", { snapshot: snapshot("ahp-session:/new", 3, sessionState({ title: "new" })) });
    expect(Object.keys(started.client.channels())).toEqual(["ahp-session:/new"]);
    expect(await started.client.session()).toBe("ahp-session:/new");
    expect(losses).toEqual([{ kind: "dropped", why: "the host has another session now" }]);
  });
});

describe("dispatches", () => {
  test("that were not answered are sent again in order, and those that were are not", async () => {
    const { client, second, next } = await cutOnce();
    await second.answer("reconnect", { type: "replay", actions: [], missing: [] });
    const all = [1, 2, 3].map((each) => client.dispatch(CANVAS, titled(`mine ${each}`)));
    second.action(CANVAS, 9, titled("mine 1"), mine(1));
    second.cut();
    all.push(client.dispatch(CANVAS, titled("mine 4")));
    const third = await next();
    expect(third.sent("dispatchAction")).toEqual([]);
    // The host had done the second one; its word was lost on the way.
    await third.answer("reconnect", { type: "replay", actions: [envelope(10, "mine 2", mine(2))], missing: [] });
    expect(third.sent("dispatchAction").map(({ clientSeq }) => clientSeq)).toEqual([3, 4]);
    third.action(CANVAS, 11, titled("mine 3"), mine(3));
    third.action(CANVAS, 12, titled("mine 4"), mine(4));
    expect((await Promise.all(all)).map(({ serverSeq }) => serverSeq)).toEqual([9, 10, 11, 12]);
    expect(client.canvas(CANVAS)?.title).toBe("mine 4");
  });

  test("that the snapshot has already are said again by the host, and settle without being done again", async () => {
    const { client, second, next } = await cutOnce();
    await second.answer("reconnect", { type: "replay", actions: [], missing: [] });
    const done = client.dispatch(CANVAS, titled("mine"));
    second.cut();
    const third = await next();
    const fresh = snapshot(CANVAS, 30, canvasState({ title: "later" }));
    await third.answer("reconnect", { type: "snapshot", snapshots: [fresh] });
    expect(third.sent("dispatchAction").length).toBe(1);
    third.action(CANVAS, 9, titled("mine"), mine(1));
    await done;
    expect(client.canvas(CANVAS)?.title).toBe("later");
  });

  test("wait until the subscriptions are there: the host takes messages only from those who listen", async () => {
    const { client, second } = await cutOnce();
    const done = client.sendMessage(CANVAS, "x");
    await second.refuse("reconnect", -32008);
    await second.answer("initialize", GREETING);
    expect(second.sent("dispatchAction")).toEqual([]);
    await second.answer("subscribe", { snapshot: snapshot(CANVAS, 3, canvasState()) });
    expect(second.sent("dispatchAction").length).toBe(1);
    second.action(CANVAS, 4, { type: "canvas/message", payload: "x" }, mine(1));
    await done;
  });

  test("are not given up while the connection is away, however long that is", async () => {
    const { client, sockets, timer, connected, next } = startClient();
    (await connected()).cut();
    const done = client.dispatch(CANVAS, titled("mine"));
    await timer.pass(24 * 3_600_000);
    sockets.at(-1)?.cut();
    const socket = await next();
    await socket.answer("reconnect", { type: "replay", actions: [], missing: [] });
    socket.action(CANVAS, 9, titled("mine"), mine(1));
    await done;
  });
});

describe("attempts", () => {
  test.each([
    [0, 1, 250],
    [1, 1, 500],
    [2, 1, 1_000],
    [2, 0, 500],
    [2, 0.5, 750],
    [99, 1, 15_000],
    [99, 0, 7_500],
  ])("before attempt %i, with a draw of %f, it waits %i ms", (attempt, drawn, wait) => {
    expect(delayBefore(attempt, { first: 250, longest: 15_000 }, () => drawn)).toBe(wait);
  });

  test("wait longer each time, and less again only after a connection that lasts", async () => {
    const { connected, sockets, timer, next } = startClient();
    let socket = await connected();
    const opensAfter = async (milliseconds: number) => {
      socket.cut();
      const before = sockets.length;
      await timer.pass(milliseconds - 1);
      expect(sockets.length).toBe(before);
      await timer.pass(1);
      expect(sockets.length).toBe(before + 1);
      socket = sockets.at(-1) ?? socket;
    };
    await opensAfter(250);
    await opensAfter(500);
    // Greeted, and lost at once: that is no reason to hurry.
    socket.open();
    await settle();
    await socket.answer("reconnect", { type: "replay", actions: [], missing: [] });
    await opensAfter(1_000);
    socket.open();
    await settle();
    await socket.answer("reconnect", { type: "replay", actions: [], missing: [] });
    await timer.pass(15_000);
    await opensAfter(250);
    socket.cut();
    await next();
  });
});

describe("a socket that says nothing", () => {
  test("is asked every 15 s, and given up after 40", async () => {
    const { client, connected, timer } = startClient();
    const socket = await connected();
    await timer.pass(15_000);
    expect(socket.sent("ping")).toEqual([{ channel: "ahp-root://" }]);
    await timer.pass(24_999);
    expect(client.state().kind).toBe("connected");
    await timer.pass(1);
    expect(client.state()).toMatchObject({ kind: "reconnecting", why: "the host was silent for 40 s" });
    expect(socket.isClosed).toBe(true);
  });

  test("lives as long as anything comes, an error in answer to the ping included", async () => {
    const { client, connected, timer } = startClient();
    const socket = await connected();
    for (let times = 0; times < 8; times += 1) {
      await timer.pass(15_000);
      await socket.refuse("ping", -32601);
    }
    expect(client.state().kind).toBe("connected");
  });

  test("is given up before it opens, and before the host greets", async () => {
    const { client, sockets, timer, next } = startClient();
    await timer.pass(40_000);
    expect([sockets.length, client.state()]).toMatchObject([1, { kind: "reconnecting", attempt: 1 }]);
    await next();
    await timer.pass(40_000);
    expect(client.state()).toMatchObject({ kind: "reconnecting", attempt: 2 });
  });

  test("or that cannot send is lost", async () => {
    const { client, connected } = startClient();
    const socket = await connected();
    socket.failsToSend = true;
    const lost = expect(client.request("a", {})).rejects.toMatchObject({ code: "connection_lost" });
    await lost;
    expect(client.state()).toMatchObject({ kind: "reconnecting", why: "sending failed: no" });
  });
});
