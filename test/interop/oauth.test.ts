/** Clients that were told nothing but the server's address find the issuer by themselves, sign in there, and are somebody. */
import { spawn } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { UnauthorizedError as OldUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type RealIssuer, startIssuer } from "../issuer/start-issuer.ts";

const PROGRAM = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const BACK = "http://127.0.0.1/back";

let folder: string;
let issuer: RealIssuer;
let served: { readonly endpoint: URL; stop(): Promise<void> };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "canvas-oauth-"));
  issuer = await startIssuer();
  served = await serve();
});
afterEach(async () => {
  await served.stop();
  await issuer.stop();
  await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** The built program, which knows its people by the issuer. Tokens must be for the address at which it serves. */
async function serve(): Promise<typeof served> {
  const port = 20_000 + Math.floor(Math.random() * 11_000);
  const endpoint = new URL(`http://127.0.0.1:${port}/mcp`);
  const args = ["serve", "--no-page", "--port", String(port), "--issuer", issuer.url, "--audience", endpoint.href];
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, WRITING_CANVAS_DATA: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  await new Promise<void>((resolve, reject) => {
    const hear = (chunk: Buffer) => {
      said += chunk;
      if (said.includes("serves MCP at")) resolve();
    };
    child.stdout.on("data", hear);
    child.stderr.on("data", hear);
    child.once("close", (code) => reject(new Error(`serve ended with ${code}:\n${said}`)));
  });
  return {
    endpoint,
    stop: async () => {
      const gone = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGKILL");
      await gone;
    },
  };
}

/** A program that keeps what it is given in memory, and whose person has signed in when they are sent to the issuer. */
function provider() {
  let information: object | undefined;
  let tokens: object | undefined;
  let verifier = "";
  let back: URL | null = null;
  return {
    redirectUrl: BACK,
    clientMetadata: {
      client_name: "A host",
      redirect_uris: [BACK],
      application_type: "native",
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
    clientInformation: () => information as never,
    saveClientInformation: (given: object) => {
      information = given;
    },
    tokens: () => tokens as never,
    saveTokens: (given: object) => {
      tokens = given;
    },
    redirectToAuthorization: async (url: URL) => {
      back = new URL(await issuer.visit(url.href));
    },
    saveCodeVerifier: (given: string) => {
      verifier = given;
    },
    codeVerifier: () => verifier,
    /** Where they were sent back to, with the code in it. */
    back: () => back ?? new URL("about:blank"),
  };
}

interface Kind {
  connect(
    program: ReturnType<typeof provider>,
  ): Promise<(tool: string, args: Record<string, unknown>) => Promise<string>>;
}
const textIn = (result: unknown): string =>
  (result as { content: { text?: string }[] }).content.map(({ text }) => text ?? "").join("\n");
const codeIn = (url: URL): string => url.searchParams.get("code") ?? "";

const KINDS: readonly [string, Kind][] = [
  [
    "client 2.x",
    {
      async connect(program) {
        const first = new StreamableHTTPClientTransport(served.endpoint, { authProvider: program });
        const client = () => new Client({ name: "host-2", version: "1" });
        await expect(client().connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
        await first.finishAuth(program.back().searchParams);
        const signedIn = client();
        await signedIn.connect(new StreamableHTTPClientTransport(served.endpoint, { authProvider: program }));
        return async (name, args) => textIn(await signedIn.callTool({ name, arguments: args }));
      },
    },
  ],
  [
    "sdk 1.x",
    {
      async connect(program) {
        const first = new OldHttp(served.endpoint, { authProvider: program });
        const client = () => new OldClient({ name: "host-1", version: "1" });
        await expect(client().connect(first as never)).rejects.toBeInstanceOf(OldUnauthorized);
        await first.finishAuth(codeIn(program.back()));
        const signedIn = client();
        await signedIn.connect(new OldHttp(served.endpoint, { authProvider: program }) as never);
        return async (name, args) => textIn(await signedIn.callTool({ name, arguments: args }));
      },
    },
  ],
];

test.each(KINDS)("%s signs its person in, and sees their canvases and nobody else's", async (_, kind) => {
  issuer.signsIn = "ada";
  const adas = await kind.connect(provider());
  const made = await adas("write_canvas", { content: "# Plan\n" });
  const [, id = ""] = /canvas (\w{4,})/i.exec(made) ?? [];
  expect(await adas("read_canvas", { canvas_id: id })).toContain("# Plan");
  issuer.signsIn = "grace";
  const graces = await kind.connect(provider());
  expect(await graces("read_canvas", { canvas_id: id })).toContain("There is no canvas");
  expect(await graces("list_canvases", {})).toContain("There are no canvases yet.");
});
