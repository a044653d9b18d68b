import { describe, expect, test } from "vitest";
import { connect } from "./connection.ts";
import { createTestHost, settled, type TestClient, type TestHost } from "./host-for-tests.ts";

const EDITOR = { canvasId: "editor", displayName: "Editor", description: "An editor" };

function active(clientId: string, more: object = { canvasProviders: [EDITOR] }) {
  return { type: "session/activeClientSet", activeClient: { clientId, tools: [], ...more } };
}

async function provider(host: TestHost, clientId = "p1"): Promise<TestClient> {
  const client = await host.client(clientId);
  client.answer = (method) => (method === "canvasOpen" ? { url: "https://editor.example/" } : {});
  client.dispatch(host.session.channel, active(clientId));
  await settled(host);
  return client;
}

function reasons(client: TestClient): readonly unknown[] {
  return client.actions().flatMap(({ rejectionReason }) => (rejectionReason === undefined ? [] : [rejectionReason]));
}

describe("who did not declare that it shows canvases", () => {
  test.each([["1.0.0"], ["0.10.0"]])(
    "is sent no message of a view, though %s has canvases of its own",
    async (version) => {
      const host = createTestHost();
      const p1 = await provider(host);
      const { channel } = await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
      const plain = await host.client("plain", {}, [version]);
      const viewer = await host.client("viewer");
      for (const each of [p1, plain, viewer]) await each.subscribe(channel);
      p1.dispatch(channel, { type: "canvas/message", payload: "for views" });
      await settled(host);
      expect(JSON.stringify(viewer.frames)).toContain("for views");
      expect(JSON.stringify(plain.frames)).not.toContain("canvas/message");
    },
  );
});

describe("a client that says what nobody expects", () => {
  test.each([["constructor"], ["toString"], ["__proto__"], ["hasOwnProperty"]])(
    "an action named %s is refused in words",
    async (type) => {
      const host = createTestHost();
      const client = await host.client("c");
      client.dispatch(host.session.channel, JSON.parse(`{"type": ${JSON.stringify(type)}}`) as object);
      await settled(host);
      expect(reasons(client)).toEqual([`${JSON.stringify(type)} is not something that a client does here.`]);
    },
  );
});

describe("a client that says too much", () => {
  test.each([
    ["long", JSON.stringify({ clientId: "c", displayName: "x".repeat(300_000) })],
    ["deep", `{"clientId": "c", "tools": [${"[".repeat(100_000)}${"]".repeat(100_000)}]}`],
  ])("of itself, too %s: it is refused, and whoever comes next is shown the session", async (_, said) => {
    const host = createTestHost();
    const client = await host.client("c");
    client.dispatchText(host.session.channel, `{"type": "session/activeClientSet", "activeClient": ${said}}`);
    await settled(host);
    expect(reasons(client)).toEqual(["What a client says of itself has at most 262144 characters."]);
    expect(host.session.peers()[0]?.active).toBeNull();
    const next = await host.client("next");
    expect(await next.subscribe(host.session.channel)).toMatchObject({ state: { activeClients: [] } });
  });

  test("opens so many canvases, and no more", async () => {
    const host = createTestHost();
    const p1 = await provider(host);
    const open = (instanceId: string, input = {}) =>
      p1.call("canvasOpen", {
        channel: host.session.channel,
        canvasId: "editor",
        extensionId: "client:p1",
        instanceId,
        input,
      });
    expect((await open("long", { text: "x".repeat(300_000) })).error?.data).toMatchObject({
      code: "canvas_input_invalid",
    });
    for (let n = 0; n < 200; n += 1) expect((await open(`e${n}`)).error).toBeUndefined();
    expect((await open("more")).error?.data).toMatchObject({ code: "canvas_too_many_open" });
    expect((await open("e7")).error).toBeUndefined();
    await host.session.agent.close("e7");
    expect((await open("more")).error).toBeUndefined();
  });

  test("or what cannot be read: the log says so once", async () => {
    const host = createTestHost();
    const client = await host.client("c");
    for (let n = 0; n < 50; n += 1) client.say("dispatchAction", { channel: 5 });
    await settled(host);
    expect(host.asked.filter((line) => line.startsWith("log"))).toHaveLength(1);
  });
});

describe("a client that provides canvases", () => {
  test("and withdraws one while it opens it: nothing is open", async () => {
    const host = createTestHost();
    const p1 = await provider(host);
    p1.answer = () => {
      p1.dispatch(host.session.channel, active("p1", {}));
      return { url: "https://editor.example/" };
    };
    await expect(host.session.agent.open({ canvasId: "editor", instanceId: "e1" })).rejects.toThrow("Nobody here");
    expect(host.session.instances.refs()).toEqual([]);
  });

  test("and says things when it refuses: none of it is in the log", async () => {
    const host = createTestHost();
    const p1 = await provider(host);
    await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
    p1.answer = () => Promise.reject({ code: 1, message: "secret\nwriting-canvas: forged", data: { code: "secret" } });
    await host.session.agent.close("e1");
    const logged = host.asked.filter((line) => line.startsWith("log"));
    expect(logged).toEqual(["log AHP: closing e1: whoever provides it refused (1)"]);
  });

  test("whose url is a whole document: it is shown with it", async () => {
    const host = createTestHost();
    const p1 = await provider(host);
    const url = `data:text/html,${"x".repeat(20_000)}`;
    p1.answer = () => ({ url });
    await host.session.agent.open({ canvasId: "editor", instanceId: "e1" });
    expect(host.session.instances.byId("e1")?.state.url).toBe(url);
  });
});

test("a client that begins anew takes its own place, though no other is free", async () => {
  const host = createTestHost();
  for (let n = 0; n < 200; n += 1) await host.client(`c${n}`);
  const asked = { protocolVersions: ["1.0.0"] };
  expect((await host.connect().call("initialize", { ...asked, clientId: "one more" })).error?.code).toBe(-32009);
  expect((await host.connect().call("initialize", { ...asked, clientId: "c7" })).error).toBeUndefined();
});

describe("a connection that has ended from here", () => {
  test("is not heard any more, however long it stays", async () => {
    const heard: string[] = [];
    const closed: number[] = [];
    const connection = connect({
      wire: { send: () => {}, close: (code) => void closed.push(code) },
      identity: undefined,
      visit: () => ({
        request: async () => null,
        notification: (method) => void heard.push(method),
        gone: () => {},
      }),
      after: () => () => {},
      log: () => {},
    });
    connection.receive('{"jsonrpc": "2.0", "method": "before"}');
    connection.end(4003, "Your token is no longer good here.");
    connection.receive('{"jsonrpc": "2.0", "method": "afterwards"}');
    expect([heard, closed]).toEqual([["before"], [4003]]);
  });

  test("ends by itself where too much waits behind an answer", async () => {
    const closed: number[] = [];
    const connection = connect({
      wire: { send: () => {}, close: (code) => void closed.push(code) },
      identity: undefined,
      visit: () => ({ request: () => new Promise(() => {}), notification: () => {}, gone: () => {} }),
      after: () => () => {},
      log: () => {},
    });
    connection.receive('{"jsonrpc": "2.0", "id": 1, "method": "subscribe"}');
    const long = `{"jsonrpc": "2.0", "method": "x", "params": ${JSON.stringify("x".repeat(20_000_000))}}`;
    connection.receive(long);
    connection.receive(long);
    expect(closed).toEqual([]);
    connection.receive(long);
    expect(closed).toEqual([1008]);
  });
});

test("what happens while a client's first subscriptions are made ready is in its snapshots, or comes after their number", async () => {
  const host = createTestHost();
  const { channel } = await host.session.agent.open({ canvasId: "note", instanceId: "n1" });
  const client = host.connect();
  const greeted = client.call("initialize", {
    protocolVersions: ["1.0.0"],
    clientId: "near",
    capabilities: { canvas: { reachesHost: true } },
    initialSubscriptions: [host.session.channel, channel],
  });
  // Its address is asked for just now.
  await Promise.resolve();
  await host.session.agent.open({ canvasId: "note", instanceId: "n2" });
  const { serverSeq, snapshots } = (await greeted).result as {
    serverSeq: number;
    snapshots: { fromSeq: number; state: { openCanvases: unknown[] } }[];
  };
  const isInIt = snapshots[0]?.state.openCanvases.length === 2;
  expect(isInIt).toBe(serverSeq >= host.session.lastSeq());
  for (const { fromSeq } of snapshots) expect(fromSeq).toBe(serverSeq);
});
