import type { TypedCommand } from "../../protocol/names.ts";
import { createIntroductions, introducing } from "../../server/access/identify.ts";
import { type Access, isLoopback, refuseWideBinding } from "../../server/http/access.ts";
import { createHttpServer, type Operations, type PathFamily } from "../../server/http/http-server.ts";
import { type Listening, listenFrom, listenOn, stopServer } from "../../server/http/listen.ts";
import type { Upgrade } from "../../server/http/upgrades.ts";
import { createAgentPaths } from "../../surfaces/aap/agent-paths.ts";
import { createAhpEndpoint } from "../../surfaces/ahp/endpoint.ts";
import type { LinkHolder, Links } from "../../surfaces/page/server/links.ts";
import { isEverywhere } from "../../surfaces/page/server/own-origin.ts";
import type { PanelLinks } from "../../surfaces/panels/panel-links.ts";
import { askedStore } from "../asked-store.ts";
import { namedFolder } from "../data-folder.ts";
import { CommandError, DONE, type Invocation, UsageError } from "../surroundings.ts";
import type { Log } from "../terminal/printable.ts";
import { typedFor, typedIn } from "../typed-command.ts";
import { askedAddress, askedSandboxPort } from "./asked-address.ts";
import { askedAgents } from "./asked-agents.ts";
import { type AskedPeople, askedOperatorToken, askedPeople } from "./asked-people.ts";
import { askedToken } from "./asked-token.ts";
import { folderOfPage } from "./assemble-page.ts";
import { createEnding } from "./end-serving.ts";
import { holderOfBrowser, openBrowser } from "./open-browser.ts";
import { currentUser, type OpenCanvas, openCanvas } from "./open-canvas.ts";
import { openLinks } from "./open-links.ts";
import { DEFAULT_PORT, pageIsOff } from "./open-page.ts";
import { greeting } from "./serve-greeting.ts";
import { createServeObserver } from "./serve-log.ts";
import { servePage } from "./serve-page.ts";
import { askedDrainMs, askedLogForm, askedRate } from "./serving-options.ts";
import { tellAgents } from "./tell-agents.ts";

const PORTS_TRIED = 20;
const GRACE_MS = 2_000;
/** The same where others than this machine's user are served: they may be far away, and many. */
const HOSTED_GRACE_MS = 10_000;

const NO_PANELS: PanelLinks = { panelTo: async () => null, endPanel: async () => {} };

/** What is served, with the page or without it. */
interface Served {
  readonly port: number;
  readonly sandboxPort?: number;
  /** A fresh link to the page; null: there is none. */
  readonly link: (holder?: LinkHolder) => string | null;
  /** The page's; null: there is none. */
  readonly origin: string | null;
  readonly panels: PanelLinks;
  readonly close: (graceMs: number) => Promise<void>;
}

/** MCP over HTTP and the page until the process is asked to stop. */
export async function serve(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const { stderr, now, version } = surroundings;
  const isShared = askedStore(invocation).kind === "postgres";
  const form = askedLogForm(invocation, isShared ? "json" : "text");
  // Of the store, once it is open.
  let storeGauges = (): Readonly<Record<string, number>> => ({});
  const observer = createServeObserver({ stderr, now, version, form, storeGauges: () => storeGauges() });
  const { access, people } = await accessOf(invocation, observer.log);
  const refusal = refuseWideBinding(access);
  if (refusal) throw new UsageError(refusal);
  // A proxy was told of the port: no other one will do.
  const asked = askedPort(invocation) ?? (access.public === undefined ? null : DEFAULT_PORT);
  const withPage = !pageIsOff(invocation);
  const sandbox = askedSandboxPort(invocation, withPage);
  if (options.open === true && !withPage)
    throw new UsageError("--open opens the page, and --no-page (or WRITING_CANVAS_NO_PAGE) turns it off.");

  const told = askedAgents(invocation, { knowsPeople: access.identify !== undefined, hasClient: false, log: form });
  const rate = askedRate(invocation);
  const ending = createEnding(surroundings.onStop, {
    drainMs: askedDrainMs(invocation),
    graceMs: isLoopback(access.host) && access.public === undefined && !isShared ? GRACE_MS : HOSTED_GRACE_MS,
  });
  const { closing } = ending.signals;
  const canvas = await openCanvas(invocation, { log: observer.log, observe: observer, closing });
  storeGauges = canvas.store.gauges ?? storeGauges;
  const families = [createAgentPaths({ deps: canvas.deps, agents: told.agents })];
  const telling = tellAgents(invocation, canvas, told);
  // Where a canvas is loaded from, once the page is there, and where its address is known.
  let panels: PanelLinks = NO_PANELS;
  const ahp = createAhpEndpoint({
    deps: canvas.deps,
    build: (identity) => canvas.build({ identity, ui: "on", isOurs: true }),
    links: { panelTo: (id, panel) => panels.panelTo(id, panel), endPanel: (panel) => panels.endPanel(panel) },
  });
  const operations: Operations = {
    observer,
    ending: ending.signals,
    ...(rate === null ? {} : { rate: { aSecond: rate, ownerOf: () => canvas.deps.owner } }),
  };
  const introduce = createIntroductions({ people: canvas.store.people, now: () => performance.now(), log: canvas.log });
  // Who has a token can be shared with, although they never called.
  const unwatch = people.watch((holders) => {
    for (const holder of holders) void introduce(holder);
  });
  try {
    const links = await openLinks(canvas, surroundings.now);
    // What others reach, or share, has the one token that it was given, or asks who they are.
    const guarded: Access =
      folderOfPage(canvas, access) !== null
        ? { ...access, ownToken: links.token }
        : withIntroductions(access, introduce);
    const served = await start(invocation, canvas, {
      access: guarded,
      links,
      asked,
      withPage,
      sandbox,
      operations,
      families,
      upgrades: [ahp.upgrade],
      signIns: people.signIns,
    });
    panels = served.panels;
    const { port, sandboxPort } = served;
    if (asked === null && port !== DEFAULT_PORT) canvas.log(`Port ${DEFAULT_PORT} is taken; this server took ${port}.`);
    // What programs collect is kept, and a link lets in whoever reads it.
    const link = form === "json" || access.identify !== undefined ? null : served.link();
    surroundings.stdout.write(
      greeting(invocation, canvas, guarded, {
        port,
        link,
        origin: served.origin,
        ...(sandboxPort === undefined ? {} : { sandboxPort }),
      }),
    );
    const linkToOpen = access.identify === undefined ? served.link(holderOfBrowser(surroundings)) : served.origin;
    const opened = options.open === true ? linkToOpen : null;
    if (opened !== null && !(await openBrowser(surroundings, opened)))
      canvas.log(
        `No browser could be opened. ${link === null ? `\`${typedIn(invocation)("page")}\` prints a link to the page.` : "Open the page by the link above."}`,
      );
    await ending.end(async (graceMs) => {
      await ahp.close();
      await served.close(graceMs);
    });
  } finally {
    unwatch();
    await telling.stop();
    await canvas.close();
  }
  return DONE;
}

async function accessOf(
  invocation: Invocation,
  log: Log,
): Promise<{ readonly access: Access; readonly people: AskedPeople }> {
  const { surroundings, options } = invocation;
  const host = asText(options.host) ?? "127.0.0.1";
  const token = await askedToken(invocation, log);
  const typed = typedFor(surroundings, namedFolder(invocation));
  const withPage = !pageIsOff(invocation);
  const address = askedAddress(invocation, withPage);
  const known = address === null ? currentUser(surroundings) : { public: address };
  const access = { host, typed, ...(token ? { token } : {}), ...known, ...askedOperatorToken(invocation) };
  const people = await askedPeople(invocation, access, { withPage, log });
  return { access: { ...access, ...people.access }, people };
}

/** Whoever is known has the name that the server knows them by, and others can share with them. */
function withIntroductions(access: Access, introduce: ReturnType<typeof createIntroductions>): Access {
  const { identify } = access;
  return identify === undefined ? access : { ...access, identify: introducing(identify, introduce) };
}

async function start(
  invocation: Invocation,
  canvas: OpenCanvas,
  wish: {
    readonly access: Access;
    readonly links: Links;
    readonly asked: number | null;
    readonly withPage: boolean;
    readonly sandbox: number | undefined;
    readonly operations: Operations;
    readonly families: readonly PathFamily[];
    readonly upgrades: readonly Upgrade[];
    readonly signIns: AskedPeople["signIns"];
  },
): Promise<Served> {
  const { surroundings } = invocation;
  const { access, links, asked, operations, families, upgrades, signIns } = wish;
  const ports = asked === null ? { first: DEFAULT_PORT, tries: PORTS_TRIED } : { first: asked, tries: 1 };
  const refuse = (failed: Extract<Listening, { readonly ok: false }>) =>
    cannotListen(failed, access.host, asked, typedIn(invocation));
  if (wish.withPage) {
    const started = await servePage(invocation, canvas, {
      access,
      signIns,
      links,
      ...ports,
      sandbox: wish.sandbox,
      operations,
      families,
      upgrades,
    });
    if (!started.ok) throw refuse(started);
    const { page } = started;
    const isNowhere = isEverywhere(access.host) && access.public === undefined;
    return {
      port: page.port,
      sandboxPort: page.sandboxPort,
      link: (holder) => page.link(undefined, holder),
      origin: page.origin,
      panels: isNowhere ? NO_PANELS : { panelTo: page.panel, endPanel: page.endPanel },
      close: (graceMs) => page.close("gone", graceMs),
    };
  }
  const server = createHttpServer({
    ...operations,
    access,
    families,
    upgrades,
    build: ({ identity }) => canvas.build({ identity }),
    version: surroundings.version,
    checkStore: () => canvas.store.check(),
    log: canvas.log,
  });
  const bound = await listenFrom((port) => listenOn(server, access.host, port), ports.first, ports.tries);
  if (!bound.ok) throw refuse(bound);
  return {
    port: bound.port,
    link: () => null,
    origin: null,
    panels: NO_PANELS,
    close: (graceMs) => stopServer(server, graceMs),
  };
}

/** The port that was asked for; null: the default, or the next free one. */
function askedPort({ surroundings, options }: Invocation): number | null {
  const option = asText(options.port);
  const text = option ?? (surroundings.env.PORT || undefined);
  if (text === undefined) return null;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535)) {
    throw new UsageError(
      `${option === undefined ? "PORT" : "--port"} is ${JSON.stringify(text)}; a port is a number from 0 to 65535.`,
    );
  }
  return port;
}

function cannotListen(
  { reason, message }: Extract<Listening, { readonly ok: false }>,
  host: string,
  asked: number | null,
  typed: TypedCommand,
): CommandError {
  if (reason !== "taken") return new CommandError(`Could not listen on ${host}: ${message}. Check --host and --port.`);
  return new CommandError(
    asked === null
      ? `Port ${DEFAULT_PORT} and those after it are taken. Choose a free one: ${typed("serve --port N")}`
      : `Port ${asked} is taken by another program. Choose another (--port 0 takes any free one), or stop what uses it.`,
  );
}

function asText(value: string | true | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}
