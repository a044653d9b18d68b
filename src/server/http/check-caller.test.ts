import { McpServer } from "@modelcontextprotocol/server";
import { afterEach, describe, expect, test } from "vitest";
import { firstToKnow, NOT_KNOWN } from "../access/identify.ts";
import type { Identified, Identity } from "../access/identity.ts";
import type { Access } from "./access.ts";
import type { Caller, HttpServerOptions } from "./http-server.ts";
import { publicAddress } from "./public-address.ts";
import { JSON_HEADERS, messageOf, PING, send } from "./send-for-tests.ts";
import { startTestServer, type TestServer, toolCall } from "./server-for-tests.ts";

const ISSUER = "https://login.example.com/realms/team";
const ADA: Identity = { subject: "ada", name: "Ada", scopes: ["canvas:read", "canvas:write"] };
const KNOWN: Readonly<Record<string, Identified>> = {
  ada: { kind: "known", identity: ADA },
  bob: { kind: "known", identity: { subject: "bob", name: "Bob", scopes: ["canvas:read"] } },
  eve: { kind: "known", identity: { subject: "eve", name: "Eve", scopes: [] } },
  "a.b.away": { kind: "unavailable", why: "It cannot be told. Try again." },
};
const PEOPLE = {
  host: "127.0.0.1",
  identify: firstToKnow([async (bearer) => KNOWN[bearer] ?? NOT_KNOWN]),
  writingTools: new Set(["slow"]),
} satisfies Access;
const PUBLIC = publicAddress("https://canvas.example.com", "https://frame.example.com");
const HOSTED = { ...PEOPLE, public: PUBLIC };

let running: TestServer | undefined;
afterEach(async () => {
  running?.open();
  await running?.stop();
  running = undefined;
});

async function start(access: Access, change: Partial<HttpServerOptions> = {}): Promise<number> {
  running = await startTestServer({ access, ...change });
  return running.port;
}
const as = (bearer: string) => ({ ...JSON_HEADERS, authorization: `Bearer ${bearer}` });
const ping = (port: number, headers: Record<string, string>) => send(port, "/mcp", { body: PING, headers });

describe("where the server knows its people", () => {
  test.each<[string, Access, Record<string, string>, number]>([
    ["whoever shows a token that is known", PEOPLE, as("ada"), 200],
    ["and one that only reads", PEOPLE, as("bob"), 200],
    ["nobody without a token, on loopback neither", PEOPLE, JSON_HEADERS, 401],
    ["nobody with an unknown one", PEOPLE, as("mallory"), 401],
    ["nobody with a token that is huge", PEOPLE, as("x".repeat(15_000)), 401],
    ["nobody whose token has no scope of ours", PEOPLE, as("eve"), 403],
    ["nobody while it cannot be told", PEOPLE, as("a.b.away"), 503],
    ["a page of the server's own, with a token", HOSTED, { ...as("ada"), origin: PUBLIC.origin }, 200],
    ["a page of another site, with a token", HOSTED, { ...as("ada"), origin: "https://host.example" }, 200],
    ["no page of another site without", HOSTED, { ...JSON_HEADERS, origin: "https://host.example" }, 403],
    ["no page of another site with a wrong one", HOSTED, { ...as("eva"), origin: "https://host.example" }, 403],
    [
      "no page of another site on a machine's own server",
      PEOPLE,
      { ...as("ada"), origin: "https://host.example" },
      403,
    ],
    ["nobody by a name that was made to point here", PEOPLE, { ...as("ada"), host: "evil.example" }, 403],
    ["nobody with another scheme", PEOPLE, { ...JSON_HEADERS, authorization: "Basic ada" }, 401],
    // The user of this machine is nobody by that alone.
    [
      "not this machine's user by that alone",
      { ...PEOPLE, user: { id: 1000, ofPeer: async () => 1000 } },
      JSON_HEADERS,
      401,
    ],
  ])("who is let in: %s", async (_, access, headers, status) => {
    const port = await start(access);
    expect((await ping(port, headers)).status).toBe(status);
  });

  test("a pass lets in whoever it says, at this server's page; one that says nobody lets in nobody", async () => {
    const callers: Caller[] = [];
    const checkPass: NonNullable<Access["checkPass"]> = async (bearer) =>
      bearer === "pass" ? { identity: ADA } : bearer === "nobody" ? {} : null;
    const build = (caller: Caller) => {
      callers.push(caller);
      return new McpServer({ name: "test", version: "1" });
    };
    const port = await start({ ...HOSTED, checkPass }, { build });
    expect((await ping(port, { ...as("pass"), origin: PUBLIC.origin })).status).toBe(200);
    expect((await ping(port, as("ada"))).status).toBe(200);
    expect((await ping(port, { ...as("pass"), origin: "https://host.example" })).status).toBe(403);
    expect((await ping(port, as("nobody"))).status).toBe(401);
    expect(callers).toEqual([
      { isPage: true, identity: ADA },
      { isPage: false, identity: ADA },
    ]);
  });

  test("each is counted for themselves", async () => {
    const port = await start(PEOPLE, { rate: { aSecond: 1, ownerOf: () => "everybody" } });
    const statuses = async (bearer: string) => {
      const all: number[] = [];
      for (let n = 0; n < 5; n += 1) all.push((await ping(port, as(bearer))).status);
      return all;
    };
    expect(await statuses("ada")).toEqual([200, 200, 200, 200, 429]);
    expect(await statuses("bob")).toEqual([200, 200, 200, 200, 429]);
  });
});

describe("whoever is turned away is told what to do", () => {
  const METADATA = `resource_metadata="https://canvas.example.com/.well-known/oauth-protected-resource/mcp"`;
  const OAUTH = { ...HOSTED, issuer: ISSUER };
  test.each<[string, Access, Record<string, string>, string, RegExp]>([
    ["no token, no issuer", HOSTED, JSON_HEADERS, "Bearer", /asks who you are.*Authorization: Bearer TOKEN/],
    ["a wrong token, no issuer", HOSTED, as("wrong"), "Bearer", /not known here.*gives you one/],
    [
      "no token",
      OAUTH,
      JSON_HEADERS,
      `Bearer ${METADATA}, scope="canvas:read canvas:write"`,
      /asks who you are.*WWW-Authenticate/,
    ],
    [
      "a wrong token",
      OAUTH,
      as("wrong"),
      `Bearer ${METADATA}, error="invalid_token", error_description="The token is not known here, or is no longer good.", scope="canvas:read canvas:write"`,
      /not known here.*WWW-Authenticate/,
    ],
    [
      "a token without our scopes",
      OAUTH,
      as("eve"),
      `Bearer ${METADATA}, error="insufficient_scope", error_description="Your token lets you neither read nor write here", scope="canvas:read canvas:write"`,
      /neither read nor write.*Sign in again/,
    ],
    [
      "the same in a file",
      HOSTED,
      as("eve"),
      `Bearer error="insufficient_scope", error_description="Your token lets you neither read nor write here", scope="canvas:read canvas:write"`,
      /Ask whoever runs/,
    ],
  ])("%s", async (_, access, headers, challenge, words) => {
    const port = await start(access);
    const reply = await ping(port, headers);
    expect(reply.headers["www-authenticate"]).toBe(challenge);
    expect(messageOf(reply)).toMatch(words);
  });

  test("on this machine the metadata are where the caller reached it, and nothing of a strange name is repeated", async () => {
    const port = await start({ ...PEOPLE, issuer: ISSUER, host: "127.0.0.1" });
    const at = (await ping(port, JSON_HEADERS)).headers["www-authenticate"];
    expect(at).toContain(`resource_metadata="http://127.0.0.1:${port}/.well-known/oauth-protected-resource/mcp"`);
    await running?.stop();
    const wide = await start({ ...PEOPLE, issuer: ISSUER, host: "0.0.0.0" });
    for (const host of ['a"b', "a b", "x/y", "u@h"]) {
      const said = String((await ping(wide, { ...JSON_HEADERS, host })).headers["www-authenticate"]);
      expect(said.replace(/"[^"\\]*"/g, "")).toMatch(/^Bearer (resource_metadata=, )?scope=$/);
    }
  });

  test("it cannot be told: to come again soon", async () => {
    const reply = await ping(await start(OAUTH), as("a.b.away"));
    expect(reply).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
    expect(reply.headers["www-authenticate"]).toBeUndefined();
  });

  test("wrong and unknown tokens are answered alike, to the letter", async () => {
    const port = await start(OAUTH);
    const replies = await Promise.all(["adb", "ad", "adaa", "zzz"].map((bearer) => ping(port, as(bearer))));
    expect(
      new Set(replies.map(({ status, text, headers }) => `${status} ${text} ${headers["www-authenticate"]}`)).size,
    ).toBe(1);
  });

  test("who guesses has to wait; whoever is right never does, nor whose token has only expired", async () => {
    const port = await start(OAUTH);
    for (let n = 0; n < 10; n += 1) expect((await ping(port, as(`guess${n}`))).status).toBe(401);
    expect((await ping(port, as("guess"))).status).toBe(429);
    expect((await ping(port, as("ada"))).status).toBe(200);
    expect((await ping(port, as("header.claims.signature"))).status).toBe(401);
  });
});

describe("a token that only reads", () => {
  test.each<[string, string, number]>([
    ["calls what reads", toolCall("big", { megabytes: 0 }), 200],
    ["pings", PING, 200],
    ["is told that a tool is unknown", toolCall("nothing"), 200],
    ["does not write", toolCall("slow"), 403],
    ["does not write among others", `[${PING},${toolCall("slow")}]`, 403],
  ])("%s", async (_, body, status) => {
    const port = await start({ ...HOSTED, issuer: ISSUER });
    const reply = await send(port, "/mcp", { body, headers: as("bob") });
    expect(reply.status).toBe(status);
    if (status !== 403) return;
    expect(reply.headers["www-authenticate"]).toMatch(
      /^Bearer resource_metadata=".*", error="insufficient_scope", .*scope="canvas:write"$/,
    );
    expect(messageOf(reply)).toMatch(/read only, and slow writes.*canvas:write/);
  });
});

describe("what a server wants of clients", () => {
  const PATHS = ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"];

  test.each(PATHS)("is told to everybody at %s", async (path) => {
    const port = await start({ ...HOSTED, issuer: ISSUER });
    const strange = { origin: "https://inspector.example", "sec-fetch-site": "cross-site" };
    const reply = await send(port, path, { method: "GET", headers: strange });
    expect(reply).toMatchObject({ status: 200, headers: { "access-control-allow-origin": "*" } });
    expect(JSON.parse(reply.text)).toEqual({
      resource: "https://canvas.example.com/mcp",
      authorization_servers: [ISSUER],
      scopes_supported: ["canvas:read", "canvas:write"],
      bearer_methods_supported: ["header"],
      resource_name: "Writing Canvas",
    });
    expect(await send(port, path, { method: "HEAD" })).toMatchObject({ status: 200, text: "" });
    expect(await send(port, path, { method: "OPTIONS", headers: strange })).toMatchObject({
      status: 204,
      headers: { "access-control-allow-methods": "GET, HEAD, OPTIONS" },
    });
    expect((await send(port, path, { method: "POST" })).status).toBe(405);
  });

  test("is nothing that OAuth could give where there are tokens alone", async () => {
    const port = await start(HOSTED);
    for (const path of PATHS) expect((await send(port, path, { method: "GET" })).status).toBe(404);
  });
});

describe("the numbers of a server that knows its people", () => {
  const OPERATOR = "the-operators-token";
  test.each<[string, Access, Record<string, string>, number]>([
    ["are for whoever has the operator's token", { ...HOSTED, operatorToken: OPERATOR }, as(OPERATOR), 200],
    ["are for nobody else, known or not", { ...HOSTED, operatorToken: OPERATOR }, as("ada"), 401],
    ["are for nobody without such a token", HOSTED, as("ada"), 403],
    ["are for programs of the machine where only they reach it", PEOPLE, {}, 200],
  ])("%s", async (_, access, headers, status) => {
    const port = await start(access);
    expect((await send(port, "/metrics", { method: "GET", headers })).status).toBe(status);
  });

  test("and the operator's token reads no canvas", async () => {
    const port = await start({ ...HOSTED, operatorToken: OPERATOR });
    expect((await ping(port, as(OPERATOR))).status).toBe(401);
  });
});
