import type { Server } from "node:http";
import type { McpServer } from "@modelcontextprotocol/server";
import {
  PANEL_PARAMETER,
  type PageCommands,
  pageAddress,
  panelAddress,
  type SignInWays,
} from "../../../protocol/page.ts";
import { realAfter } from "../../../server/clock/timer.ts";
import { type Access, isLocal } from "../../../server/http/access.ts";
import {
  type Answer,
  type Caller,
  createHttpServer,
  type Operations,
  type PathFamily,
  type Routes,
} from "../../../server/http/http-server.ts";
import { type Listening, listenFrom, listenOn, listenOnLoopback, stopServer } from "../../../server/http/listen.ts";
import { isForSandbox, portOf } from "../../../server/http/public-address.ts";
import type { Upgrade } from "../../../server/http/upgrades.ts";
import type { ServerDeps } from "../../../server/mcp/tool.ts";
import type { LinkHolder, Links } from "./links.ts";
import { hasPageName, nameIn, originAt, ownName, reachedName } from "./own-origin.ts";
import { answerApiError, GUARDED_HEADERS, serveDocument } from "./page-answers.ts";
import { pageDocument } from "./page-document.ts";
import type { Connected } from "./page-events.ts";
import { guarded } from "./page-guard.ts";
import { createPageRoutes } from "./page-routes.ts";
import { answerSandbox, createSandboxServer, permitOf } from "./sandbox-server.ts";
import type { SignIns } from "./sign-in/sign-ins.ts";

export interface PageOptions {
  readonly deps: ServerDeps;
  /** An MCP server for one request, on the same store. */
  readonly build: (caller: Caller) => McpServer;
  readonly links: Links;
  /** The built page. Fails in words when there is none. */
  readonly pageHtml: () => Promise<string>;
  /** Who may use /mcp; sessions of the page always may. */
  readonly access: Omit<Access, "checkPass" | "pageName">;
  /** Links lead to the address that everybody knows, which leads on: some of this machine's browsers do not find the page's name. */
  readonly plainLinks?: boolean;
  /**
   * The page's port is the first free one of `tries` from `first` on (0: any). The sandbox's is `sandbox`, else the next to
   * the page's, else any. `isFixed`: no other one will do, for a proxy was told of it.
   */
  readonly ports: {
    readonly first: number;
    readonly tries?: number;
    readonly sandbox?: number;
    readonly isFixed?: boolean;
  };
  /** What people are told to type. */
  readonly commands: PageCommands;
  /** Who is connected; left out: nobody can say. */
  readonly assistants?: Connected;
  /** How people sign in, on a server that knows them: then nobody is given a link, and the page has one address. */
  readonly signIns?: SignIns;
  /** What else is served, by path. */
  readonly routes?: Routes;
  /** What is served below a path, to whoever may use /mcp. */
  readonly families?: readonly PathFamily[];
  readonly upgrades?: readonly Upgrade[];
  /** How it is run. */
  readonly operations?: Operations;
}

export interface RunningPage {
  readonly origin: string;
  readonly port: number;
  readonly sandboxPort: number;
  /** Opens the page, on a canvas when one is named: good for one use, in these hands. Where people sign in: its plain address. */
  link(canvasId?: string, holder?: LinkHolder): string;
  /** The same for a panel that shows this canvas alone, and may be framed; ends the panel's last. Where people sign in: its plain address. */
  panel(canvasId: string, panel: string): Promise<string>;
  /** A link of this panel that nobody has used yet is good for nothing from now on. */
  endPanel(panel: string): Promise<void>;
  /** Takes no new requests; those under way may finish for as long as `graceMs` (none by default), streams end at once. */
  close(graceMs?: number): Promise<void>;
}

export type StartedPage =
  | { readonly ok: true; readonly page: RunningPage }
  /** `sandboxPort`: it is this one that could not be had. */
  | (Extract<Listening, { readonly ok: false }> & { readonly sandboxPort?: number });

type Place = Pick<Access, "host" | "pageName" | "public">;

const SANDBOX_TRIES = 10;
const LET_GO_MS = 25;
const LET_GO_PAUSES = 20;

/** The page, its API, and MCP on one port, and its sandbox on another. */
export async function startPage(options: PageOptions): Promise<StartedPage> {
  const { deps, access, ports, signIns } = options;
  const { host } = access;
  const { public: proxied } = access;
  // Without this it would be a page of nobody's in particular, to canvases that are somebody's.
  if (access.identify !== undefined && signIns === undefined)
    throw new RangeError("The page of a server that knows its people has no way for them to sign in");
  const ofPeople = signIns === undefined ? null : options.links.forPeople(signIns);
  // Who they are is asked of people: what lets in for one canvas is none of theirs.
  const links: Links = { ...options.links, ...ofPeople, ...(ofPeople === null ? {} : { isPermit: () => false }) };
  const isNamed = proxied === undefined && hasPageName(host) && ofPeople === null;
  const place: Place = {
    host,
    ...(isNamed ? { pageName: links.name } : {}),
    ...(proxied === undefined ? {} : { public: proxied }),
  };
  if (proxied?.sandbox === null) throw new RangeError(`The page at ${proxied.origin} has no origin for its frame`);
  const frameOrigin = proxied?.sandbox.origin;
  // Whoever asks for the page before its sandbox listens waits for that.
  let sandboxBound = (_port: number) => {};
  const sandboxPort = new Promise<number>((resolve) => {
    sandboxBound = resolve;
  });
  const api = createPageRoutes({
    deps,
    links,
    access: { ...access, ...place },
    frame: frameOrigin === undefined ? sandboxPort : Promise.resolve(portOf(frameOrigin)),
    commands: options.commands,
    ...(options.assistants === undefined ? {} : { assistants: options.assistants }),
    ...(signIns === undefined || ofPeople === null
      ? {}
      : { people: { signIns, links: ofPeople, stateKey: links.stateKey, origin: () => origin } }),
  });
  let origin = proxied?.origin ?? "";
  const server = createHttpServer({
    ...options.operations,
    answerBusy: (response, { message, headers }) => answerApiError(response, 503, { code: "busy", message }, headers),
    access: { ...access, ...place, checkPass: links.checkPass },
    build: options.build,
    version: deps.version,
    checkStore: () => deps.store.check(),
    log: deps.log,
    routes: { ...options.routes, ...api.routes, "/": rootOf({ ...options, links }, place, sandboxPort) },
    families: options.families ?? [],
    upgrades: options.upgrades ?? [],
    answerOtherHost(request, response) {
      if (proxied === undefined || !isForSandbox(proxied, request.headers.host)) return false;
      answerSandbox({ ...place, pagePort: 0, isPermit: links.isPermit }, request, response);
      return true;
    },
  });
  const listen = (to: Server, port: number) => listenFor(to, host, port);
  const bound = await listenFrom((port) => listen(server, port), ports.first, ports.tries ?? 1);
  if (!bound.ok) return bound;
  const { port } = bound;
  const frame = createSandboxServer({ ...place, pagePort: port, isPermit: links.isPermit });
  const framed = await bindSandbox((to) => listen(frame, to), port + 1, ports);
  if (!framed.ok) {
    await stopServer(server, 0);
    return { ...framed, sandboxPort: ports.sandbox ?? port + 1 };
  }
  sandboxBound(framed.port);
  const plainLinks = options.plainLinks === true || ofPeople !== null;
  origin = proxied?.origin ?? pageOrigin({ host, name: links.name, port, plainLinks });
  return {
    ok: true,
    page: {
      origin,
      port,
      sandboxPort: framed.port,
      link: (canvas, holder) =>
        pageAddress(origin, {
          // Through a proxy nobody can be told from anybody.
          ...(ofPeople === null ? { link: links.mint(proxied === undefined ? holder : "anybody") } : {}),
          ...(canvas === undefined ? {} : { canvas }),
        }),
      panel: async (canvas, panel) =>
        ofPeople === null
          ? panelAddress(origin, canvas, await links.mintPanel(canvas, panel))
          : pageAddress(origin, { canvas }),
      endPanel: links.endPanel,
      async close(graceMs = 0) {
        api.close();
        await Promise.all([stopServer(server, graceMs), stopServer(frame, 0)]);
      },
    },
  };
}

/** Open pages, and proxies, know only the port that was before: whoever has just ended may need a moment to let it go. */
async function bindSandbox(
  listen: (port: number) => Promise<Listening>,
  beside: number,
  { sandbox: before, isFixed = false }: PageOptions["ports"],
): Promise<Listening> {
  const known = before ?? (isFixed ? beside : undefined);
  for (let pauses = 0; known !== undefined && pauses < LET_GO_PAUSES; pauses += 1) {
    const same = await listenFrom(listen, known, 1);
    if (same.ok || same.reason !== "taken" || (isFixed && pauses === LET_GO_PAUSES - 1)) return same;
    await new Promise<void>((resolve) => realAfter(LET_GO_MS, resolve));
  }
  const near = await listenFrom(listen, beside, SANDBOX_TRIES);
  return near.ok ? near : listen(0);
}

/** Wherever a browser looks for the page's name, it finds this server or none. */
function listenFor(server: Server, host: string, port: number): Promise<Listening> {
  if (!hasPageName(host) || host === "::") return listenOn(server, host, port);
  return listenOnLoopback(server, port, ...(host === "0.0.0.0" ? [host] : []));
}

/** Where links lead. */
export function pageOrigin(at: {
  readonly host: string;
  readonly name: string;
  readonly port: number;
  readonly plainLinks: boolean;
}): string {
  return originAt(hasPageName(at.host) && !at.plainLinks ? at.name : ownName(at.host), at.port);
}

/**
 * The page itself. On loopback it has two names: its own, and the one that everybody knows, from where it leads on to its
 * own in browsers that find that.
 */
function rootOf(
  { access, links, pageHtml, deps, commands, signIns }: PageOptions,
  place: Place,
  sandboxPort: Promise<number>,
): Answer {
  const frameOrigin = place.public?.sandbox?.origin;
  const signIn = signIns === undefined ? {} : { signIn: waysOf(signIns) };
  const guard = { access: { ...access, ...place }, checkPass: links.checkPass, log: deps.log, commands };
  return guarded(guard, {
    methods: ["GET", "HEAD"],
    session: false,
    linked: true,
    answer: async (request, response) => {
      const header = request.headers.host ?? "";
      const name = place.public?.name ?? reachedName(place, header);
      if (name === null) {
        answerApiError(response, 400, { code: "bad_request", message: "The Host header names no machine." });
        return;
      }
      const port = /:\d+$/.exec(header)?.[0] ?? "";
      const permit = permitOf(request, links);
      if (isLocal(access) && nameIn(header) !== name) {
        // Browsers carry over what stands behind #.
        const to = `http://${name}${port}/${permit === null ? "" : `?${PANEL_PARAMETER}=${permit}`}`;
        response.writeHead(307, { ...GUARDED_HEADERS, location: to }).end();
        return;
      }
      const sandboxOrigin = frameOrigin ?? originAt(name, await sandboxPort);
      const leadsOn = place.pageName !== undefined && name !== place.pageName;
      try {
        const html = await pageHtml();
        const connects = leadsOn ? [`http://*.localhost${port}`] : [];
        serveDocument(
          response,
          200,
          pageDocument(html, { sandboxOrigin, commands, connects, mayBeFramed: permit !== null, ...signIn }),
        );
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        deps.log(`The page cannot be shown: ${message}`);
        answerApiError(response, 503, { code: "storage_failed", message });
      }
    },
  });
}

function waysOf({ tokens, issuer }: SignIns): SignInWays {
  return { token: tokens !== undefined, issuer: issuer?.host ?? null };
}
