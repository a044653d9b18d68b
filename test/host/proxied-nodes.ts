import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { type IncomingMessage, type ServerResponse, request as sendRequest } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { CALLBACK_ROUTE, pageAddress } from "../../src/protocol/page.ts";
import { createIntroductions, firstToKnow, introducing } from "../../src/server/access/identify.ts";
import { createIssuer } from "../../src/server/access/issuer.ts";
import { randomId } from "../../src/server/actions/random-id.ts";
import { createKeepLimit } from "../../src/server/actions/writing/keep-text.ts";
import { type PublicAddress, publicAddress } from "../../src/server/http/public-address.ts";
import { createSharedAssistants } from "../../src/server/live/shared-assistants.ts";
import { createMcpServer } from "../../src/server/mcp/mcp-server.ts";
import { WRITING_TOOLS } from "../../src/server/mcp/register-tools.ts";
import type { ServerDeps } from "../../src/server/mcp/tool.ts";
import type { Store } from "../../src/server/storage/ports.ts";
import { openPostgresStore } from "../../src/server/storage/postgres/store.ts";
import { createSharedLinks } from "../../src/surfaces/page/server/links.ts";
import { createSignIns } from "../../src/surfaces/page/server/sign-in/create-sign-ins.ts";
import type { SignIns } from "../../src/surfaces/page/server/sign-in/sign-ins.ts";
import { startPage } from "../../src/surfaces/page/server/start-page.ts";
import type { RealIssuer } from "../issuer/start-issuer.ts";
import { startPostgres } from "../setup/postgres.ts";
import type { CallTool } from "./real-server.ts";
import type { ToolResult } from "./server-link.ts";

/** Names that the shared browser finds on this machine. */
const PAGE_NAME = "page.canvas.test";
const FRAME_NAME = "frame.canvas.test";
const TOKEN = "a-token-of-this-test";
const built = (name: string) => readFile(fileURLToPath(new URL(`../../dist/${name}`, import.meta.url)), "utf8");

/** Two servers on one PostgreSQL, each with a store of its own, and a proxy with TLS that gives each request to the next of them, and to one port of it. */
export interface ProxiedNodes {
  readonly origin: string;
  /** What each server has answered, as "METHOD host path". */
  readonly answered: readonly (readonly string[])[];
  link(canvasId?: string): string;
  /** Whom tokens for its MCP must be for. */
  readonly audience: string;
  /** A client that writes as a model does, straight to one of the servers. `token`: somebody's, where it knows its people. */
  agent(node: number, token?: string): Promise<CallTool>;
  close(): Promise<void>;
}

/** `issuer`: the servers know their people by it; left out: they know none, and ask for one token. */
export async function runProxiedNodes({ issuer }: { readonly issuer?: RealIssuer } = {}): Promise<ProxiedNodes> {
  const answered: string[][] = [[], []];
  const ports: number[] = [];
  let turn = 0;
  const proxy = createServer(await selfSigned(), (request, response) => {
    const node = turn++ % ports.length;
    answered[node]?.push(`${request.method} ${request.headers.host?.split(":")[0]} ${request.url}`);
    passOn(ports[node] ?? 0, request, response);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const origin = `https://${PAGE_NAME}:${port}`;
  const postgres = await startPostgres({ durable: false });
  const url = await postgres.freshDatabase();
  issuer?.register(origin + CALLBACK_ROUTE);
  const frame = `https://${FRAME_NAME}:${port}`;
  const nodes = await Promise.all([0, 1].map(() => startNode(url, { origin, frame, issuer })));
  const pages = nodes.map(({ page }) => page);
  ports.push(...pages.map((page) => page.port));
  const clients: Client[] = [];
  return {
    origin,
    answered,
    link: (canvasId) => pages[1]?.link(canvasId) ?? "",
    audience: `${origin}/mcp`,
    async agent(node, token = TOKEN) {
      const client = new Client({ name: "claude-code", version: "1" });
      const requestInit = { headers: { authorization: `Bearer ${token}` } };
      const address = new URL(`http://127.0.0.1:${ports[node]}/mcp`);
      await client.connect(new StreamableHTTPClientTransport(address, { requestInit }));
      clients.push(client);
      return async (tool, args) => (await client.callTool({ name: tool, arguments: args })) as ToolResult;
    },
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await Promise.all(nodes.map((node) => node.close()));
      await stop(proxy);
      await postgres.close();
    },
  };
}

async function startNode(
  url: string,
  at: { readonly origin: string; readonly frame: string; readonly issuer: RealIssuer | undefined },
) {
  const { origin, issuer } = at;
  const now = () => new Date();
  const log = () => {};
  const address = publicAddress(origin, at.frame);
  const store = await openPostgresStore({ url, now, log, connections: 4 });
  const { marks } = store;
  const assistants = createSharedAssistants({ marks, now, log });
  const deps: ServerDeps = {
    store,
    widgetHtml: () => built("canvas-app.html"),
    clock: now,
    randomId,
    log,
    owner: "local",
    version: "1.2.3",
    keeps: createKeepLimit(),
  };
  const linkTo = async (canvas?: string) => pageAddress(origin, canvas === undefined ? {} : { canvas });
  const started = await startPage({
    deps,
    build: ({ isPage, identity }) =>
      createMcpServer({
        ...deps,
        ...(identity === undefined ? {} : { owner: identity.subject, identity }),
        ...(isPage ? { ui: "on" as const, page: { linkTo } } : { assistants }),
      }),
    links: createSharedLinks({ secret: await store.secrets.of(" page"), marks }, now),
    pageHtml: () => built("page.html"),
    access: {
      host: "127.0.0.1",
      public: address,
      ...(issuer === undefined ? { token: TOKEN } : knownBy(issuer, `${origin}/mcp`, store)),
    },
    ...(issuer === undefined ? {} : { signIns: signInsBy(issuer, address) }),
    ports: { first: 0 },
    commands: {
      page: "page",
      serve: "serve",
      doctor: "doctor",
      install: "install",
      claudeCode: null,
      configuration: null,
    },
    assistants,
  });
  if (!started.ok) throw new Error(started.message);
  const { page } = started;
  return {
    page,
    close: async () => {
      await page.close();
      await store.close();
    },
  };
}

function knownBy({ url }: RealIssuer, audience: string, { people }: Pick<Store, "people">) {
  const log = () => {};
  const { identify } = createIssuer({ issuer: url, audience, log, clock: () => new Date() });
  const known = introducing(
    firstToKnow([identify]),
    createIntroductions({ people, now: () => performance.now(), log }),
  );
  return { identify: known, issuer: url, writingTools: WRITING_TOOLS };
}

function signInsBy({ url, clientId }: RealIssuer, address: PublicAddress): SignIns {
  const access = { host: "127.0.0.1", public: address };
  const signIns = createSignIns({ issuer: { url, clientId }, access, log: () => {} });
  if (signIns === null) throw new Error("Nobody can sign in");
  return signIns;
}

function passOn(port: number, request: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = request;
  const onward = sendRequest({ host: "127.0.0.1", port, method, path, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.on("error", () => response.destroy());
    answer.pipe(response);
  });
  onward.on("error", () => (response.headersSent ? response.destroy() : response.writeHead(502).end()));
  response.on("close", () => onward.destroy());
  request.pipe(onward);
}

async function selfSigned(): Promise<{ readonly key: string; readonly cert: string }> {
  const folder = await mkdtemp(join(tmpdir(), "canvas-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  try {
    const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
    const named = ["-subj", "/CN=canvas.test", "-addext", `subjectAltName=DNS:${PAGE_NAME},DNS:${FRAME_NAME}`];
    await promisify(execFile)("openssl", ["req", "-x509", ...kind, ...named, "-keyout", key, "-out", cert]);
    return { key: await readFile(key, "utf8"), cert: await readFile(cert, "utf8") };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error ? reject(error) : resolve()));
    server.closeAllConnections();
  });
}
