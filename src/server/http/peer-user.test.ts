import { spawn } from "node:child_process";
import { createServer, type IncomingMessage, request as sendRequest } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { networkInterfaces } from "node:os";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { type Access, checkAccess } from "./access.ts";
import { createHttpServer } from "./http-server.ts";
import { listenOn, stopServer } from "./listen.ts";
import { peerUserOnLinux, rememberPeers, userInTable } from "./peer-user.ts";

const HEAD = "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n";
const row = (local: string, remote: string, uid: number, inode = 33) =>
  `   0: ${local} ${remote} 01 00000000:00000000 00:00000000 00000000 ${String(uid).padStart(5)}        0 ${inode} 1 0000 20 4 30 10 -1\n`;
const peer = { address: "127.0.0.1", port: 0x9c40 };
const here = { address: "127.0.0.1", port: 3001 };
const V4 = ["0100007F:9C40", "0100007F:0BB9"] as const;
const MAPPED = ["0000000000000000FFFF00000100007F:9C40", "0000000000000000FFFF00000100007F:0BB9"] as const;
const V6 = ["00000000000000000000000001000000:9C40", "00000000000000000000000001000000:0BB9"] as const;

describe("the kernel's table", () => {
  test.each([
    ["the caller's end", row(...V4, 1000), 1000],
    ["the caller's end in IPv6's table", row(...MAPPED, 1000), 1000],
    ["our own end only", row(V4[1], V4[0], 7), null],
    ["another connection of the caller's port", row(V4[0], "0100007F:0BBA", 7), null],
    ["another caller", row("0100007F:9C41", V4[1], 7), null],
    ["a socket that was closed, which is shown as root's", row(...V4, 0, 0), null],
    ["nothing", "", null],
    ["something else", "what?\n\n:::\n", null],
  ])("with %s", (_, rows, user) => {
    expect(userInTable(HEAD + rows, peer, here)).toBe(user);
  });

  test("in IPv6", () => {
    const ends = [
      { address: "::1", port: peer.port },
      { address: "::1", port: here.port },
    ] as const;
    expect(userInTable(HEAD + row(...V6, 1000), ...ends)).toBe(1000);
    expect(userInTable(HEAD + row(...V6, 1000), { address: "::ffff:127.0.0.1", port: peer.port }, here)).toBeNull();
    expect(userInTable(HEAD + row(...MAPPED, 5), { address: "::ffff:127.0.0.1", port: peer.port }, here)).toBe(5);
    expect(userInTable(HEAD + row(...V6, 1000), { address: "fe80::1", port: peer.port }, here)).toBeNull();
  });
});

describe("the caller's user", () => {
  const request = (access: Access, token?: string) => {
    const headers = { host: "127.0.0.1", ...(token === undefined ? {} : { authorization: `Bearer ${token}` }) };
    return checkAccess({ headers, socket: {} as Socket } as Parameters<typeof checkAccess>[0], access);
  };
  const calledBy = (caller: number | "gone" | "hidden") => ({ id: 1000, ofPeer: async () => caller });
  test.each([
    ["this one", 1000, true],
    ["root", 0, true],
    ["another", 1001, 403],
    ["gone", "gone", 401],
    ["not told by the system", "hidden", 401],
  ] as const)("%s", async (_, caller, answer) => {
    const access = { host: "127.0.0.1", user: calledBy(caller), ownToken: "folder-token" };
    const verdict = await request(access);
    expect(verdict.ok ? true : verdict.status).toBe(answer);
    if (answer === 401) expect(verdict).toMatchObject({ message: expect.stringContaining("writing-canvas token") });
    expect(await request(access, "folder-token")).toEqual({ ok: true });
  });

  test("where users are not told apart, a token is asked of everybody", async () => {
    expect(await request({ host: "127.0.0.1" })).toMatchObject({ ok: false, status: 401 });
    expect(await request({ host: "127.0.0.1", ownToken: "own" }, "own")).toEqual({ ok: true });
    expect(await request({ host: "127.0.0.1", ownToken: "own" }, "other")).toMatchObject({ ok: false });
  });
});

test("a session is good for whoever may be this user, and for no other", async () => {
  const held = (caller: number | "gone" | "hidden") =>
    checkAccess(
      { headers: { host: "127.0.0.1", authorization: "Bearer S" }, socket: {} as Socket } as Parameters<
        typeof checkAccess
      >[0],
      {
        host: "127.0.0.1",
        checkPass: (bearer) => (bearer === "S" ? {} : null),
        user: { id: 1000, ofPeer: async () => caller },
      },
    );
  for (const caller of [1000, 0, "hidden"] as const) expect(await held(caller)).toEqual({ ok: true, isPage: true });
  for (const caller of [1001, "gone"] as const) expect(await held(caller)).toMatchObject({ ok: false, status: 403 });
});

test("a connection's user is looked up once, whatever the answer, and what cannot be looked up is not known", async () => {
  const answers = ["gone", 1000, "hidden"] as const;
  let asked = 0;
  const ofPeer = rememberPeers(async () => answers[asked++] ?? Promise.reject(new Error("unreadable")));
  const [one, two, three, four] = [{}, {}, {}, {}] as Socket[];
  for (const round of [1, 2]) {
    expect([round, await ofPeer(one!), await ofPeer(two!), await ofPeer(three!), await ofPeer(four!)]).toEqual([
      round,
      "gone",
      1000,
      "hidden",
      "hidden",
    ]);
  }
});

test("whatever address of IPv6 a caller has, its end is found in the kernel's table", () => {
  const bytes = fc.uint8Array({ minLength: 16, maxLength: 16 });
  const word = (four: readonly number[]) => four.toReversed().map(hex).join("");
  const hex = (byte: number) => byte.toString(16).toUpperCase().padStart(2, "0");
  fc.assert(
    fc.property(bytes, fc.integer({ min: 1, max: 65_535 }), (address, port) => {
      const all = [...address];
      const end = [0, 4, 8, 12].map((at) => word(all.slice(at, at + 4))).join("");
      const groups = Array.from({ length: 8 }, (_, at) => ((all[2 * at]! << 8) | all[2 * at + 1]!).toString(16));
      const shown = new URL(`http://[${groups.join(":")}]`).hostname.slice(1, -1);
      const table = HEAD + row(`${end}:${port.toString(16).toUpperCase().padStart(4, "0")}`, V6[1], 1001);
      for (const written of [shown, groups.join(":"), `${shown}%eth0`])
        expect(userInTable(table, { address: written, port }, { address: "::1", port: 3001 })).toBe(1001);
    }),
    { examples: [[new Uint8Array(16), 80]] },
  );
});

describe.skipIf(process.platform !== "linux")("on Linux", () => {
  const open: { close(): Promise<void> }[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
  });

  test.for(["127.0.0.1", "::1"])("the user of a caller on %s is found", async (host, { skip }) => {
    const server = createServer((incoming, response) => {
      void peerUserOnLinux(incoming.socket).then((user) => response.end(String(user)));
    });
    const bound = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false));
      server.listen(0, host, () => resolve(true));
    });
    if (!bound) skip(`This machine has no ${host}`);
    open.push({ close: () => stopServer(server, 0) });
    const { port } = server.address() as AddressInfo;
    const reply = await fetch(`http://${host.includes(":") ? `[${host}]` : host}:${port}/`);
    const told = await reply.text();
    if (told === "hidden") skip("This system does not show its sockets");
    expect(told).toBe(String(process.getuid?.()));
  });

  test("a caller from any other address of this machine is found too", async ({ skip }) => {
    const addresses = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ family, address }) => family === "IPv6" && address !== "::1" && !address.startsWith("fe80"));
    if (addresses.length === 0) skip("This machine has no other address of IPv6");
    const server = createServer((incoming, response) => {
      void peerUserOnLinux(incoming.socket).then((user) => response.end(String(user)));
    });
    await new Promise<void>((resolve) => server.listen(0, "::1", () => resolve()));
    open.push({ close: () => stopServer(server, 0) });
    const { port } = server.address() as AddressInfo;
    for (const { address: localAddress } of addresses) {
      const told = await new Promise<string>((resolve, reject) => {
        sendRequest({ host: "::1", port, localAddress, agent: false }, (response) => {
          response.setEncoding("utf8").once("data", resolve);
        })
          .on("error", reject)
          .end();
      });
      expect(told).toBe(String(process.getuid?.()));
    }
  });

  test("a caller that hangs up with more to come is who it was when it came", async ({ skip }) => {
    const told: (string | number)[] = [];
    const ofPeer = rememberPeers(peerUserOnLinux);
    const access = { host: "127.0.0.1", user: { id: 1, ofPeer } };
    const build = () => {
      throw new Error("Nobody may get so far");
    };
    const server = createHttpServer({ access, build, version: "1", checkStore: async () => {}, log: () => {} });
    const heard = new Promise<void>((resolve) => {
      server.on("request", (incoming: IncomingMessage) => {
        void ofPeer(incoming.socket).then((user) => {
          told.push(user);
          if (told.length === 2) resolve();
        });
      });
    });
    const listening = await listenOn(server, "127.0.0.1", 0);
    if (!listening.ok) throw new Error(listening.message);
    open.push({ close: () => stopServer(server, 0) });
    const one =
      "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    const script = `const s = require("net").connect(${listening.port}, "127.0.0.1", () => s.write(process.argv[1], () => s.once("data", () => process.exit(0))));`;
    spawn(process.execPath, ["-e", script, `${one}${one.slice(0, -2)}`], { stdio: "ignore" });
    await heard;
    if (told[0] === "hidden") skip("This system does not show its sockets");
    expect(told).toEqual([process.getuid?.(), process.getuid?.()]);
  });

  test("a caller that has hung up is nobody", async ({ skip }) => {
    const server = createTcpServer({ allowHalfOpen: true });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo;
    const accepted = new Promise<Socket>((resolve) =>
      server.once("connection", (socket) => {
        // However it hangs up.
        socket.on("error", () => {});
        resolve(socket);
      }),
    );
    const child = spawn(process.execPath, [
      "-e",
      `require("net").connect(${port}, "127.0.0.1").on("connect", () => process.exit(0))`,
    ]);
    const exited = new Promise((resolve) => child.once("exit", resolve));
    const socket = await accepted;
    await exited;
    const user = await peerUserOnLinux(socket);
    socket.destroy();
    await new Promise((resolve) => server.close(resolve));
    if (user === "hidden") skip("This system does not show its sockets");
    expect(user).toBe("gone");
  });
});
