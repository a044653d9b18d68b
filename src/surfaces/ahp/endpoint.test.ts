import { IncomingMessage, type Server } from "node:http";
import { Socket } from "node:net";
import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import { modelCall } from "../../server/actions/call.ts";
import { randomId } from "../../server/actions/random-id.ts";
import { create } from "../../server/actions/writing/create.ts";
import type { Access } from "../../server/http/access.ts";
import { createHttpServer, type Operations } from "../../server/http/http-server.ts";
import { listenOn, stopServer } from "../../server/http/listen.ts";
import { createMemoryStore } from "../../server/storage/memory/store.ts";
import { type AhpEndpoint, type AhpEndpointOptions, createAhpEndpoint } from "./endpoint.ts";
import { bearerOffered } from "./socket-bearer.ts";
import type { SessionState } from "./wire/types.ts";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const OWNER = { user: { id: 1000, ofPeer: async () => 1000 } };

async function start(
  access: Partial<Access> = {},
  options: Partial<AhpEndpointOptions> = {},
  operations: Operations = {},
) {
  const deps = {
    store: createMemoryStore(),
    clock: () => new Date(),
    randomId,
    log: () => {},
    owner: "local",
    version: "0",
    widgetHtml: async () => "<p>widget",
  };
  const ahp: AhpEndpoint = createAhpEndpoint({
    deps,
    build: () => new McpServer({ name: "test", version: "0" }),
    links: null,
    ...options,
  });
  const server: Server = createHttpServer({
    ...operations,
    access: { host: "127.0.0.1", ...OWNER, ...access },
    build: () => new McpServer({ name: "test", version: "0" }),
    version: "0",
    checkStore: async () => {},
    log: () => {},
    upgrades: [ahp.upgrade],
  });
  const bound = await listenOn(server, "127.0.0.1", 0);
  if (!bound.ok) throw new Error(bound.message);
  ends.push(async () => {
    await ahp.close();
    await stopServer(server, 0);
  });
  const address = `ws://127.0.0.1:${bound.port}/ahp`;
  const connect = async (protocols: string[] = [], query = ""): Promise<Peer> => {
    const socket = new WebSocket(address + query, protocols);
    const frames: Record<string, unknown>[] = [];
    const closed = new Promise<number>((resolve) => socket.once("close", resolve));
    socket.on("message", (data) => void frames.push(JSON.parse(String(data)) as Record<string, unknown>));
    const status = await new Promise<number>((resolve, reject) => {
      socket.once("open", () => resolve(101));
      socket.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
      socket.once("error", reject);
    });
    ends.unshift(async () => socket.terminate());
    return { socket, frames, closed, status };
  };
  return { deps, ahp, connect };
}

interface Peer {
  readonly socket: WebSocket;
  readonly frames: Record<string, unknown>[];
  readonly closed: Promise<number>;
  readonly status: number;
}

async function ask({ socket, frames }: Peer, id: number, method: string, params: object = {}) {
  socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
  return vi.waitFor(() => {
    const found = frames.find((frame) => frame.id === id);
    if (found === undefined) throw new Error(`No answer to ${method}`);
    return found as { readonly result?: Record<string, unknown>; readonly error?: { readonly code: number } };
  });
}
const greet = (peer: Peer, clientId = "c") =>
  ask(peer, 1, "initialize", { protocolVersions: ["1.0.0"], clientId, capabilities: { canvas: {} } });

/** The peer shows the one canvas that is open. Gives how its content is asked for. */
async function showOpen(peer: Peer): Promise<{ readonly channel: string; readonly uri: string }> {
  const { result } = await greet(peer, "shows");
  const session = ((result?._meta ?? {}) as { session?: string }).session;
  const { result: seen } = await ask(peer, 2, "subscribe", { channel: session });
  const { openCanvases } = (seen as { snapshot: { state: SessionState } }).snapshot.state;
  const { channel, instanceId } = openCanvases?.[0] ?? { channel: "", instanceId: "" };
  await ask(peer, 3, "subscribe", { channel });
  return { channel, uri: `ahp-canvas-content:/${instanceId}/index.html` };
}

describe("a socket at /ahp", () => {
  test("speaks texts of JSON-RPC, and nothing else", async () => {
    const { connect } = await start();
    const peer = await connect(["ahp", "other"]);
    expect(peer.socket.protocol).toBe("ahp");
    peer.socket.send("{nope");
    await vi.waitFor(() => expect(peer.frames[0]).toMatchObject({ id: null, error: { code: -32700 } }));
    expect((await ask(peer, 7, "ping")).result).toBeNull();
    peer.socket.send(Buffer.from([1, 2, 3]));
    expect(await peer.closed).toBe(1003);
  });

  test("a session has the same address for as long as there is its store, and is opened anew when all had gone", async () => {
    const { connect, deps } = await start({}, { patience: { forgetMs: 1, saveMs: 1, activeMs: 1 } });
    const sessionOf = async (clientId: string) => {
      const peer = await connect();
      const { result } = await greet(peer, clientId);
      peer.socket.close();
      await peer.closed;
      return ((result?._meta ?? {}) as { session?: string }).session ?? "";
    };
    const first = await sessionOf("one");
    expect(first).toMatch(/^ahp-session:\/[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    await create.run(modelCall(deps, "test"), { content: "# Meanwhile\n" });
    expect(await sessionOf("two")).toBe(first);
    const peer = await connect();
    await greet(peer, "three");
    const { result } = await ask(peer, 2, "subscribe", { channel: first });
    expect(JSON.stringify(result)).toContain("Meanwhile");
  });

  test("a token is taken from the header, from a protocol, or from the address", async () => {
    const { connect } = await start({ token: "a secret/token+ä" });
    const named = `bearer.${Buffer.from("a secret/token+ä").toString("base64url")}`;
    expect((await connect()).status).toBe(401);
    expect((await connect(["ahp", "bearer.bm9uZQ"])).status).toBe(401);
    // A token with a space is none that a header could carry.
    expect(bearerOffered({ headers: { "sec-websocket-protocol": `ahp, ${named}` }, url: "/ahp" })).toBe(
      "a secret/token+ä",
    );
    expect(bearerOffered({ headers: {}, url: "/ahp?x=1&tkn=a%2Fb" })).toBe("a/b");
    expect(bearerOffered({ headers: {}, url: "/ahp" })).toBeNull();
    const plain = await start({ token: "plain-secret-token" });
    const offered = `bearer.${Buffer.from("plain-secret-token").toString("base64url")}`;
    const peer = await plain.connect(["ahp", offered]);
    expect([peer.status, peer.socket.protocol]).toEqual([101, "ahp"]);
    expect((await plain.connect([], "?tkn=plain-secret-token")).status).toBe(101);
  });

  test("who may come no more is let go", async () => {
    const identity = { subject: "ada", name: "Ada", scopes: ["canvas:read", "canvas:write"] as const };
    let isKnown = true;
    const { connect } = await start(
      { identify: async () => (isKnown ? { kind: "known", identity } : { kind: "unknown", why: "revoked" }) },
      { lookMs: 20 },
    );
    const peer = await connect([], "?tkn=x");
    await greet(peer);
    expect((await ask(peer, 2, "ping")).result).toBeNull();
    isKnown = false;
    expect(await peer.closed).toBe(4003);
  });

  test.each([
    ["may do less than when they came is let go", { scopes: ["canvas:read"] as const }, 4003],
    ["cannot be known for a while stays", "unavailable" as const, null],
  ])("who %s", async (_, then, code) => {
    const identity = { subject: "ada", name: "Ada", scopes: ["canvas:read", "canvas:write"] as const };
    let looks = 0;
    const { connect } = await start(
      {
        identify: async () => {
          looks += 1;
          if (looks === 1) return { kind: "known", identity };
          return then === "unavailable"
            ? { kind: "unavailable", why: "The issuer does not answer." }
            : { kind: "known", identity: { ...identity, ...then } };
        },
      },
      { lookMs: 20 },
    );
    const peer = await connect([], "?tkn=x");
    if (code !== null) expect(await peer.closed).toBe(code);
    else {
      await greet(peer);
      await vi.waitFor(() => expect(looks).toBeGreaterThan(3));
      expect((await ask(peer, 2, "ping")).result).toBeNull();
    }
  });

  test("whoever comes while the store does not answer is told so, and may come again", async () => {
    const { connect, deps } = await start();
    const { watch } = deps.store.changes;
    deps.store.changes.watch = () => {
      throw new Error("The store is away.");
    };
    expect((await connect()).status).toBe(500);
    deps.store.changes.watch = watch;
    expect((await connect()).status).toBe(101);
  });

  test("of messages that never end no more is held than fits; what is whole is let go", async () => {
    const { connect } = await start({}, {}, { limits: { bodyBytes: 300_000 } });
    const [whole, endless, other] = [await connect(), await connect(), await connect()];
    for (let id = 1; id <= 10; id += 1) {
      whole.socket.ping("x".repeat(100));
      expect((await ask(whole, id, "ping", { long: "x".repeat(100_000) })).result).toBeNull();
    }
    endless.socket.send("x".repeat(200_000), { fin: false });
    expect((await ask(other, 1, "ping", { long: "x".repeat(10_000) })).result).toBeNull();
    endless.socket.send("x".repeat(200_000), { fin: false });
    expect(await endless.closed).not.toBe(1000);
    expect((await ask(other, 2, "ping", { long: "x".repeat(200_000) })).result).toBeNull();
  });

  test("a message that does not end in a minute ends its connection; one that says nothing stays", async () => {
    const minutes: (() => void)[] = [];
    const after = (ms: number, work: () => void) => {
      if (ms !== 60_000) return () => {};
      minutes.push(work);
      return () => void minutes.splice(minutes.indexOf(work), 1);
    };
    const { connect } = await start({}, { after });
    const [endless, silent] = [await connect(), await connect()];
    expect((await ask(silent, 1, "ping")).result).toBeNull();
    const answered = new Promise((resolve) => silent.socket.once("pong", resolve));
    silent.socket.ping();
    await answered;
    expect(minutes).toHaveLength(0);
    endless.socket.send("x", { fin: false });
    await vi.waitFor(() => expect(minutes).toHaveLength(1));
    minutes[0]?.();
    expect(await endless.closed).toBe(1006);
    expect((await ask(silent, 2, "ping")).result).toBeNull();
  });

  test("who says more than they may is heard more slowly, and nothing of it is lost", async () => {
    const paused: number[] = [];
    const after = (ms: number, work: () => void) => {
      if (ms !== 1_000) return () => {};
      paused.push(ms);
      setImmediate(work);
      return () => {};
    };
    const { connect } = await start({}, { after }, { rate: { aSecond: 5, ownerOf: () => "local" } });
    const peer = await connect();
    for (let id = 1; id <= 60; id += 1) peer.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "ping" }));
    await vi.waitFor(() => expect(peer.frames).toHaveLength(60));
    expect(paused.length).toBeGreaterThan(10);
  });

  test("who was gone before all was ready for them leaves nothing behind", async () => {
    const { ahp, deps } = await start();
    let watching = 0;
    const { watch } = deps.store.changes;
    deps.store.changes.watch = (...args) => {
      const watched = watch(...args);
      watching += 1;
      return {
        ...watched,
        stop: () => {
          watching -= 1;
          watched.stop();
        },
      };
    };
    const socket = new Socket();
    const begin = await ahp.upgrade.take(new IncomingMessage(socket), { ok: true }, async () => true);
    expect(watching).toBe(1);
    socket.destroy();
    begin(socket, Buffer.alloc(0));
    await vi.waitFor(() => expect(watching).toBe(0));
  });

  test.each([
    ["one of them alone", { ofOne: 4_000_000, ofAll: 1_000_000_000, some: 1000 }],
    ["all of them together", { ofOne: 1_000_000_000, ofAll: 4_000_000, some: 1000 }],
  ])("who does not read is let go when too much waits for %s; who reads stays", async (_, unread) => {
    const { connect, deps } = await start({}, { unread });
    deps.widgetHtml = async () => "x".repeat(1_000_000);
    await create.run(modelCall(deps, "test"), { content: "# Long\n" });
    const [deaf, reads] = [await connect(), await connect()];
    await greet(reads, "reads");
    const params = await showOpen(deaf);
    deaf.socket.pause();
    // More than the system itself keeps for a socket.
    for (let id = 10; id < 60; id += 1)
      deaf.socket.send(JSON.stringify({ jsonrpc: "2.0", id, method: "canvasReadResource", params }));
    expect((await ask(reads, 2, "ping")).result).toBeNull();
    await vi.waitFor(() => {
      deaf.socket.resume();
      expect(deaf.socket.readyState).toBe(WebSocket.CLOSED);
    });
    expect(await deaf.closed).toBe(1006);
    expect(deaf.frames.length).toBeLessThan(50);
    expect((await ask(reads, 3, "ping")).result).toBeNull();
  });

  test("one that does not answer is let go, and a server that ends says so", async () => {
    const deaf = await start({}, { lookMs: 20 });
    const silent = await deaf.connect();
    silent.socket.pong = () => {};
    (silent.socket as unknown as { _autoPong: boolean })._autoPong = false;
    expect(await silent.closed).toBe(1006);
    const { connect, ahp } = await start();
    const peer = await connect();
    await greet(peer);
    await ahp.close();
    expect(await peer.closed).toBe(1001);
  });
});
