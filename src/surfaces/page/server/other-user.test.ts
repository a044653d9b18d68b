import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { peerUserOnLinux } from "../../../server/http/peer-user.ts";
import { send, startTestPage, type TestPage } from "./page-for-tests.ts";

let folder: string;
let running: TestPage;
const user = { id: process.getuid?.() ?? 0, ofPeer: peerUserOnLinux };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "canvas-user-"));
  running = await startTestPage(folder, { access: { host: "127.0.0.1", user } });
});
afterEach(async () => {
  await running.close();
  rmSync(folder, { recursive: true, force: true });
});

const NOBODY = 65_534;
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };
const PING = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });

/** The status that another user's program is answered with; null: it cannot be run here. */
function askedByNobody(path: string, body: string, authorization = ""): Promise<number | null> {
  const script = `fetch(process.argv[1], { method: "POST", body: process.argv[2], headers: { ...${JSON.stringify(HEADERS)}, authorization: process.argv[3] } })
    .then((reply) => console.log(reply.status))`;
  const address = `http://127.0.0.1:${running.page.port}${path}`;
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["-e", script, address, body, authorization], {
      uid: NOBODY,
      gid: NOBODY,
      cwd: "/",
      env: {},
      stdio: ["ignore", "pipe", "ignore"],
    });
    let out = "";
    child.stdout.on("data", (chunk: Buffer) => {
      out += chunk.toString();
    });
    child.once("error", () => resolve(null));
    child.once("close", () => resolve(out === "" ? null : Number(out)));
  });
}

test("another user of this machine is refused, with a link or a session that they saw too", async ({ skip }) => {
  if (process.platform !== "linux") skip("Only Linux says which user calls");
  if (process.getuid?.() !== 0) skip("Only root can be another user as well");
  const { links, session, page } = running;
  const refused = await askedByNobody("/mcp", PING);
  if (refused === null) skip("Another user cannot run Node here");
  expect(refused).toBe(403);
  const link = JSON.stringify({ link: links.mint() });
  expect(await askedByNobody("/api/session", link)).toBe(403);
  expect((await send(page.port, "/api/session", { body: link, headers: HEADERS })).status).toBe(200);
  expect(await askedByNobody("/api/list", "{}")).toBe(401);
  const stolen = `Bearer ${await session()}`;
  expect(await askedByNobody("/api/list", "{}", stolen)).toBe(403);
  expect(await askedByNobody("/mcp", PING, stolen)).toBe(403);
  const headers = { ...HEADERS, authorization: stolen };
  expect((await send(page.port, "/api/list", { body: "{}", headers })).status).toBe(200);
});

test.for([
  ["127.0.0.1", [403, 403]],
  // Whoever is handed a link there may be anybody, but not with one that a browser was started with.
  ["0.0.0.0", [401, 200]],
] as const)(
  "with a token on %s, a link in a command line is worth nothing to another user",
  async ([host, expected], { skip }) => {
    if (process.platform !== "linux") skip("Only Linux says which user calls");
    if (process.getuid?.() !== 0) skip("Only root can be another user as well");
    await running.close();
    running = await startTestPage(folder, { access: { host, user, token: "s3cret-s3cret-s3cret" } });
    const { links, page } = running;
    const seen = JSON.stringify({ link: links.mint("this user") });
    const byNobody = await askedByNobody("/api/session", seen);
    if (byNobody === null) skip("Another user cannot run Node here");
    expect([byNobody, await askedByNobody("/api/session", JSON.stringify({ link: links.mint() }))]).toEqual(expected);
    // It stayed good for its own user.
    expect((await send(page.port, "/api/session", { body: seen, headers: HEADERS })).status).toBe(200);
  },
);

test("where the system cannot tell who calls, a link in a command line opens nothing, and a said one does", async () => {
  await running.close();
  running = await startTestPage(folder, { access: { host: "127.0.0.1" } });
  const { links, page } = running;
  const statusOf = async (link: string) =>
    (await send(page.port, "/api/session", { body: JSON.stringify({ link }), headers: HEADERS })).status;
  expect([await statusOf(links.mint("this user")), await statusOf(links.mint())]).toEqual([401, 200]);
});

test("this user's own programs are let in", async () => {
  expect((await send(running.page.port, "/mcp", { body: PING, headers: HEADERS })).status).toBe(200);
});
