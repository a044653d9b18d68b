import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { type AddressInfo, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { type Access, checkAccess } from "./access.ts";
import { stopServer } from "./listen.ts";
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
  const request = (access: Access) =>
    checkAccess({ headers: { host: "127.0.0.1" }, socket: {} as Socket } as Parameters<typeof checkAccess>[0], access);
  const calledBy = (caller: number | "gone" | "hidden") => ({ id: 1000, ofPeer: async () => caller });
  test.each([
    ["this one", 1000, true],
    ["root", 0, true],
    ["another", 1001, false],
    ["gone", "gone", false],
    ["not told by the system", "hidden", true],
  ] as const)("%s", async (_, caller, ok) => {
    const verdict = await request({ host: "127.0.0.1", user: calledBy(caller) });
    expect(verdict.ok).toBe(ok);
    if (!verdict.ok) expect([verdict.status, verdict.message]).toEqual([403, expect.stringContaining("--token")]);
  });
});

test("a session is good for whoever may be this user, and for no other", async () => {
  const held = (caller: number | "gone" | "hidden") =>
    checkAccess(
      { headers: { host: "127.0.0.1", authorization: "Bearer S" }, socket: {} as Socket } as Parameters<
        typeof checkAccess
      >[0],
      { host: "127.0.0.1", checkSession: (bearer) => bearer === "S", user: { id: 1000, ofPeer: async () => caller } },
    );
  for (const caller of [1000, 0, "gone", "hidden"] as const) expect(await held(caller)).toEqual({ ok: true });
  expect(await held(1001)).toMatchObject({ ok: false, status: 403 });
});

test("a connection's user is looked up once, and again while it is not known", async () => {
  const answers = ["gone", 1000, 1001] as const;
  let asked = 0;
  const ofPeer = rememberPeers(async () => answers[asked++] ?? "hidden");
  const socket = {} as Socket;
  expect([await ofPeer(socket), await ofPeer(socket), await ofPeer(socket)]).toEqual(["gone", 1000, 1000]);
  expect(await ofPeer({} as Socket)).toBe(1001);
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
