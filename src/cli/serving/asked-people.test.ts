import { generateKeyPairSync } from "node:crypto";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { AUDIENCE, startIssuer, type TestIssuer } from "../../server/access/issuer-for-tests.ts";
import { hashOf, tokenLine } from "../../server/access/tokens.ts";
import { JSON_HEADERS, type Reply, send } from "../../server/http/send-for-tests.ts";
import { type CommandOptions, type Heard, runCommand } from "../testing/run-command.ts";

let folder: string;
let path: string;
let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer();
});
afterAll(() => issuer.stop());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "canvas-people-"));
  path = join(folder, "tokens");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const ISSUER = "https://login.example.com/realms/team";
const TOKEN = "a-token-of-this-test";
const ORIGIN = "https://canvas.example.com";
const PUBLIC = ["--no-page", "--public-url", ORIGIN];
const both = ["canvas:read", "canvas:write"] as const;
const line = (
  subject: string,
  name: string | null = null,
  scopes: readonly ("canvas:read" | "canvas:write")[] = both,
) => tokenLine({ subject, name, scopes, hash: hashOf(`wct_${subject}`) }, "2026-11-16T12:00:00.000Z");
const writeTokens = (...lines: readonly string[]) => writeFileSync(path, `${lines.join("\n")}\n`, { mode: 0o600 });
const environment = (more: Readonly<Record<string, string>> = {}) => ({
  WRITING_CANVAS_DATA: join(folder, "data"),
  ...more,
});
const command = (args: readonly string[], change: CommandOptions = {}): Promise<Heard> =>
  runCommand(folder, args, { env: environment(), ...change });

describe("a server that half knows its people does not start, and says what to do", () => {
  const TOKENS = ["--tokens", "tokens"];
  const WHOSE = /would be nobody's.*Leave out one of the two.*token add NAME/;
  test.each<[string, readonly string[], Record<string, string>, RegExp]>([
    ["tokens of people and one of nobody", TOKENS, { WRITING_CANVAS_TOKEN: TOKEN }, WHOSE],
    ["the same as an argument", [...TOKENS, "--token", TOKEN], {}, WHOSE],
    [
      "an issuer and a token of nobody",
      ["--issuer", ISSUER, "--audience", "a", "--no-page"],
      { WRITING_CANVAS_TOKEN: TOKEN },
      WHOSE,
    ],
    ["the same by the environment", [], { WRITING_CANVAS_TOKENS: "tokens", WRITING_CANVAS_TOKEN: TOKEN }, WHOSE],
    ["no file", ["--tokens", "none"], {}, /there is no file .*none.*token add NAME --tokens/],
    ["no audience", ["--issuer", ISSUER], {}, /--issuer needs --audience AUD .*With --public-url/],
    ["the same by the environment", [], { WRITING_CANVAS_ISSUER: ISSUER }, /^.*WRITING_CANVAS_ISSUER needs --audience/],
    ["no issuer", ["--audience", AUDIENCE], {}, /there is no issuer.*--issuer URL/],
    ["no issuer beside tokens", [...TOKENS, "--audience", AUDIENCE], {}, /there is no issuer/],
    ["an issuer over http", ["--issuer", "http://login.example.com", "--audience", "a"], {}, /over http\. Use https/],
    ["no address", ["--issuer", "login.example.com", "--audience", "a"], {}, /no address/],
    ["another scheme", ["--issuer", "file:///etc/passwd", "--audience", "a"], {}, /no address/],
    ["a password", ["--issuer", "https://a:hunter2@login.example.com", "--audience", "a"], {}, /password/],
    ["a query", ["--issuer", `${ISSUER}?x=1`, "--audience", "a"], {}, /behind \? or #/],
    [
      "where it describes itself",
      ["--issuer", `${ISSUER}/.well-known/openid-configuration`, "--audience", "a"],
      {},
      /name alone/,
    ],
    [
      "a page that the issuer does not know",
      ["--issuer", ISSUER, "--audience", "a"],
      {},
      /needs --client-id ID .*--no-page/,
    ],
    ["a client without an issuer", [...TOKENS, "--client-id", "c"], {}, /--client-id .* there is no issuer/],
    [
      "a client without a page",
      ["--issuer", ISSUER, "--audience", "a", "--no-page", "--client-id", "c"],
      {},
      /--client-id is for signing in at the page/,
    ],
    [
      "a secret in no file",
      ["--issuer", ISSUER, "--audience", "a", "--client-id", "c", "--client-secret-file", "none"],
      {},
      /secret's file cannot be read/,
    ],
    ["a secret without a client", TOKENS, { WRITING_CANVAS_CLIENT_SECRET: "s" }, /CLIENT_SECRET needs --client-id/],
    [
      "a page of others whose address nobody knows",
      ["--host", "0.0.0.0", "--issuer", ISSUER, "--audience", "a", "--client-id", "c"],
      {},
      /sent back to the page.*--public-url/,
    ],
    ["a short token of the operator's", TOKENS, { WRITING_CANVAS_OPERATOR_TOKEN: "short" }, /OPERATOR_TOKEN has 5/],
    ["one that no header can hold", TOKENS, { WRITING_CANVAS_OPERATOR_TOKEN: "sixteen  letters " }, /header/],
    ["neither, bound to others", ["--host", "0.0.0.0"], {}, /--token-file.*--tokens FILE or --issuer URL/],
    ["neither, behind a proxy", PUBLIC, {}, /--token-file.*--tokens FILE or --issuer URL/],
  ])("%s", async (_, args, env, words) => {
    writeTokens(line("ada"));
    const heard = await command(["serve", "--port", "0", ...args], { env: environment(env) });
    expect({ code: heard.code, out: heard.out }).toEqual({ code: 2, out: "" });
    expect(heard.err).toMatch(words);
    expect(heard.err).not.toContain("hunter2");
    expect(existsSync(join(folder, "data"))).toBe(false);
  });

  test("a line that is broken", async () => {
    writeTokens(line("ada"), "bob wct_bob-in-clear-text");
    const heard = await command(["serve", "--port", "0", "--tokens", "tokens"]);
    expect(heard).toMatchObject({ code: 2, err: expect.stringMatching(/Line 2 of .* lets nobody in/) });
    expect(heard.err).not.toContain("clear-text");
  });
});

/** A server until it is ended: where, and what it said when it was ready. */
async function serving(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const stdout = new PassThrough();
  let stop = () => {};
  let said = "";
  const ready = new Promise<void>((resolve) => {
    stdout.setEncoding("utf8").on("data", (chunk: string) => {
      said += chunk;
      if (said.includes("Ctrl+C")) resolve();
    });
  });
  const onStop = (callback: () => void) => {
    stop = callback;
  };
  const given = ["serve", "--port", "0", ...args];
  const ended = command(given, { env: environment(env), stdout, onStop, now: () => new Date() });
  await Promise.race([ready, ended.then(({ err }) => Promise.reject(new Error(`It ended: ${err}`)))]);
  const port = Number(/(?:127\.0\.0\.1:|on to port )(\d+)/.exec(said)?.[1]);
  const end = (): Promise<Heard> => {
    stop();
    return ended;
  };
  return { said, port, end };
}

const call = (port: number, bearer: string, name: string, args: object = {}): Promise<Reply> =>
  send(port, "/mcp", {
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } }),
    headers: { ...JSON_HEADERS, authorization: `Bearer ${bearer}` },
  });
const written = async (port: number, bearer: string, title: string): Promise<string> => {
  const reply = await call(port, bearer, "write_canvas", { title, content: `# ${title}\n` });
  return /canvas (\w{4,})/i.exec(reply.text)?.[1] ?? reply.text;
};

test("each who shows a token of the file has canvases of their own, and nobody sees another's", async () => {
  writeTokens(line("ada", "Ada Lovelace"), line("bob"), line("eve", null, ["canvas:read"]));
  const { said, port, end } = await serving(["--no-page", "--tokens", "tokens"]);
  try {
    expect(said).toContain("Authorization: Bearer TOKEN");
    expect(said).toContain("token add NAME --tokens tokens");
    expect(said).toContain("{WRITING_CANVAS_TOKEN}");
    // One that a host starts would know nobody.
    expect(said).not.toContain("claude_desktop_config");
    const id = await written(port, "wct_ada", "Plan of Ada");
    expect(id).toMatch(/^[0-9A-Z]{4,8}$/);
    expect((await call(port, "wct_ada", "list_canvases")).text).toContain("Plan of Ada");
    expect((await call(port, "wct_bob", "list_canvases")).text).not.toContain("Plan of Ada");
    const theirs = (await call(port, "wct_bob", "read_canvas", { canvas_id: id })).text.replaceAll(id, "ID");
    const never = (await call(port, "wct_bob", "read_canvas", { canvas_id: "ZZZZ" })).text.replaceAll("ZZZZ", "ID");
    expect(theirs).toBe(never);
    expect((await call(port, "wct_eve", "list_canvases")).status).toBe(200);
    expect((await call(port, "wct_eve", "write_canvas", { content: "x" })).status).toBe(403);
    expect((await call(port, "wct_mallory", "list_canvases")).status).toBe(401);
  } finally {
    expect(await end()).toMatchObject({ code: 0, err: "" });
  }
});

test("a token that is revoked while the server runs is refused a second later, and a new one is good", async () => {
  writeTokens(line("ada"), line("bob"));
  const { port, end } = await serving(["--no-page", "--tokens", "tokens"]);
  const status = async (bearer: string) => (await call(port, bearer, "list_canvases")).status;
  try {
    expect(await status("wct_ada")).toBe(200);
    expect(await command(["token", "revoke", "ada", "--yes", "--tokens", "tokens"])).toMatchObject({ code: 0 });
    const made = await command(["token", "add", "carl", "--tokens", "tokens"]);
    await vi.waitFor(async () => expect(await status("wct_ada")).toBe(401), { timeout: 3_000, interval: 100 });
    expect(await status(made.out.trim())).toBe(200);
    expect(await status("wct_bob")).toBe(200);
  } finally {
    await end();
  }
});

test("tokens of an issuer say who calls, beside a file's, and clients are told where to get them", async () => {
  writeTokens(line("ada", "Ada Lovelace"));
  const { said, port, end } = await serving([...PUBLIC, "--tokens", "tokens", "--issuer", issuer.url]);
  try {
    expect(said).toContain(`people sign in at ${issuer.url}`);
    expect(said).toContain(`claude mcp add --transport http writing-canvas ${ORIGIN}/mcp\n`);
    const ada = await issuer.sign();
    await written(port, ada, "By OAuth");
    // The same name is the same person, however they say it.
    expect((await call(port, "wct_ada", "list_canvases")).text).toContain("By OAuth");
    expect((await call(port, await issuer.sign({ sub: "bob" }), "list_canvases")).text).not.toContain("By OAuth");
    expect((await call(port, await issuer.sign({ aud: "https://other.example.com" }), "list_canvases")).status).toBe(
      401,
    );
    const refused = await send(port, "/mcp", { body: "{}", headers: JSON_HEADERS });
    const at = /resource_metadata="https:\/\/canvas\.example\.com([^"]+)"/.exec(
      String(refused.headers["www-authenticate"]),
    );
    const metadata = await send(port, at?.[1] ?? "", { method: "GET" });
    expect(JSON.parse(metadata.text)).toMatchObject({ resource: AUDIENCE, authorization_servers: [issuer.url] });
  } finally {
    expect(await end()).toMatchObject({ code: 0 });
  }
});

describe("the page of a server that knows its people", () => {
  const headers = { "content-type": "application/json" };
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
  const key = publicKey.export({ type: "spki", format: "der" }).toString("base64url");
  const post = (port: number, path: string, body: object, pass?: string): Promise<Reply> =>
    send(port, path, {
      body: JSON.stringify(body),
      headers: { ...headers, ...(pass === undefined ? {} : { authorization: `Bearer ${pass}` }) },
    });

  test("is signed in to by a token, ends with it, and no link lets anybody in", async () => {
    writeTokens(line("ada", "Ada Lovelace"), line("bob"));
    const { said, port, end } = await serving(["--sandbox-port", "0", "--ui", "off", "--tokens", "tokens"]);
    try {
      expect(said).toMatch(/Page: http:\/\/127\.0\.0\.1:\d+\/, where people sign in/);
      expect(said).not.toContain("link=");
      const made = await call(port, "wct_ada", "write_canvas", { title: "Of Ada", content: "# Of Ada\n" });
      expect(made.text).toMatch(/The person can open it at http:\/\/127\.0\.0\.1:\d+\/#\/canvas\/\w+(?![\w?])/);
      expect((await post(port, "/api/sign-in", { token: "wct_wrong", key })).status).toBe(401);
      const entered = await post(port, "/api/sign-in", { token: "wct_ada", key });
      const { pass } = JSON.parse(entered.text) as { pass: string };
      expect((await post(port, "/api/list", {}, pass)).text).toContain("Of Ada");
      // By its pass the page speaks MCP as her, too.
      expect((await call(port, pass, "list_canvases")).text).toContain("Of Ada");
      const bobs = JSON.parse((await post(port, "/api/sign-in", { token: "wct_bob", key })).text) as { pass: string };
      expect((await post(port, "/api/list", {}, bobs.pass)).text).not.toContain("Of Ada");

      const printed = await command(["page", "--no-browser", "--public-url", ORIGIN]);
      const link = /link=([\w-]+)/.exec(printed.out)?.[1];
      expect(link).toBeDefined();
      expect((await post(port, "/api/session", { link, key })).status).not.toBe(200);

      await command(["token", "revoke", "ada", "--yes", "--tokens", "tokens"]);
      const status = async () => (await post(port, "/api/list", {}, pass)).status;
      await vi.waitFor(async () => expect(await status()).toBe(401), { timeout: 3_000, interval: 100 });
      expect((await call(port, pass, "list_canvases")).status).toBe(401);
    } finally {
      await end();
    }
  });

  test("sends people to the issuer, and says where it is to send them back", async () => {
    const args = ["--sandbox-port", "0", "--issuer", issuer.url, "--audience", AUDIENCE, "--client-id", "canvas"];
    const { said, port, end } = await serving(args);
    try {
      expect(said).toContain(`sends people back to: http://127.0.0.1:${port}/auth/callback`);
      const { url } = JSON.parse((await post(port, "/api/sign-in/begin", { key })).text) as { url: string };
      expect(url.startsWith(`${issuer.url}/`)).toBe(true);
      const asked = new URL(url).searchParams;
      expect(asked.get("client_id")).toBe("canvas");
      expect(asked.get("redirect_uri")).toBe(`http://127.0.0.1:${port}/auth/callback`);
      expect(asked.get("code_challenge_method")).toBe("S256");
    } finally {
      await end();
    }
  });
});

test("an issuer that is away keeps no server from starting: who calls is told to come again", async () => {
  const away = await startIssuer();
  const token = await away.sign({ aud: "canvas" });
  await away.stop();
  const { port, end } = await serving(["--no-page", "--issuer", away.url, "--audience", "canvas"]);
  const reply = await call(port, token, "list_canvases");
  expect(reply).toMatchObject({ status: 503, headers: { "retry-after": "5" } });
  expect(await end()).toMatchObject({ code: 0, err: expect.stringMatching(/keys of the issuer cannot be had/) });
});

test("the numbers of such a server ask for the operator's token", async () => {
  writeTokens(line("ada"));
  const operator = "the-operators-token";
  const { port, end } = await serving([...PUBLIC, "--tokens", "tokens"], { WRITING_CANVAS_OPERATOR_TOKEN: operator });
  const status = async (bearer: string) =>
    (await send(port, "/metrics", { method: "GET", headers: { authorization: `Bearer ${bearer}` } })).status;
  expect([await status(operator), await status("wct_ada")]).toEqual([200, 401]);
  await end();
});

test("without people all is as before: the environment's tokens of people are no concern of other commands", async () => {
  const env = environment({ WRITING_CANVAS_TOKENS: join(folder, "none"), WRITING_CANVAS_ISSUER: "nonsense" });
  expect(await command(["list"], { env })).toMatchObject({ code: 0 });
});
