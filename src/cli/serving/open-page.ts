import { pageAddress, panelAddress } from "../../protocol/page.ts";
import { realAfter } from "../../server/clock/timer.ts";
import { askLeader } from "../../surfaces/page/leader/ask-leader.ts";
import { lazyPage } from "../../surfaces/page/leader/lazy-page.ts";
import { readLeaderRecord, writeLeaderRecord } from "../../surfaces/page/leader/leader-record.ts";
import type { StartPage } from "../../surfaces/page/leader/manager-ports.ts";
import { createPageManager, type PageManager } from "../../surfaces/page/leader/page-manager.ts";
import type { Links } from "../../surfaces/page/server/links.ts";
import { pageOrigin } from "../../surfaces/page/server/start-page.ts";
import { type Invocation, UsageError } from "../surroundings.ts";
import { typedIn } from "../typed-command.ts";
import { askedPublicOrigin } from "./asked-address.ts";
import { assemblePage, needsPlainLinks } from "./assemble-page.ts";
import type { OpenCanvas } from "./open-canvas.ts";
import { currentUser } from "./open-canvas.ts";
import { openLinks } from "./open-links.ts";

/** Where the page is served unless something else is asked for, or remembered. */
export const DEFAULT_PORT = 3001;
const HOST = "127.0.0.1";
/** What a page was just asked may still be answered for as long as this; it is asked again of the next leader otherwise. */
const GRACE_MS = 500;

/** Where machines share a store, any of them may serve the page: only whoever runs them knows at which address. */
export const NO_PUBLIC_URL =
  "Servers on several machines share these canvases. Say where people reach the page: --public-url URL, or WRITING_CANVAS_PUBLIC_URL.";

/**
 * The page of this data folder, served by this process or by another one that is there already; null when it was turned
 * off. With a public address it is served there, by whichever process: links lead to it. Nothing happens before the first
 * link is asked for.
 */
export function openPage(invocation: Invocation, canvas: OpenCanvas): PageManager | null {
  const { surroundings } = invocation;
  const firstPort = askedPagePort(surroundings.env.WRITING_CANVAS_PAGE_PORT);
  if (pageIsOff(invocation)) return null;
  const { folder, log, store, deps } = canvas;
  const publicOrigin = askedPublicOrigin(invocation);
  if (publicOrigin !== null)
    return lazyPage(log, async () => pageElsewhere(publicOrigin, await openLinks(canvas, surroundings.now)));
  if (store.marks !== undefined || folder === null) {
    log(NO_PUBLIC_URL);
    return null;
  }
  return lazyPage(log, async () => {
    const links = await openLinks(canvas, surroundings.now);
    const plainLinks = await needsPlainLinks(surroundings, links.name);
    return createPageManager({
      storeId: store.storeId,
      version: deps.version,
      pid: surroundings.pid,
      firstPort,
      startPage: pageStarter(invocation, canvas, links, plainLinks),
      originAt: (port) => pageOrigin({ host: HOST, name: links.name, port, plainLinks }),
      ask: (asking) => askLeader(links, asking),
      readRecord: () => readLeaderRecord(folder),
      writeRecord: (record) => writeLeaderRecord(folder, record),
      mintLink: links.mint,
      panels: links,
      after: realAfter,
      log,
    });
  });
}

/** Links alone, good in anybody's hands: behind a proxy nobody can be told from anybody. */
function pageElsewhere(origin: string, links: Links): PageManager {
  return {
    linkTo: async (canvas) => pageAddress(origin, { ...(canvas === undefined ? {} : { canvas }), link: links.mint() }),
    panelTo: async (canvas, panel) => panelAddress(origin, canvas, await links.mintPanel(canvas, panel)),
    endPanel: links.endPanel,
    leads: () => false,
    close: async () => {},
  };
}

/** The page on 127.0.0.1 and nowhere else; its MCP endpoint is for the page alone. */
function pageStarter(invocation: Invocation, canvas: OpenCanvas, links: Links, plainLinks: boolean): StartPage {
  const { surroundings } = invocation;
  return async ({ port, sandboxPort, onYield }) => {
    const started = await assemblePage(invocation, canvas, {
      access: { host: HOST, sessionsOnly: true, typed: typedIn(invocation), ...currentUser(surroundings) },
      links,
      plainLinks,
      ports: { first: port, ...(sandboxPort === undefined ? {} : { sandbox: sandboxPort }) },
      build: ({ only }) => canvas.build({ ui: "on", isOurs: true, only }),
      onYield,
    });
    if (started.ok) {
      const { page } = started;
      return { ok: true, page: { ...page, close: (end) => page.close(end, GRACE_MS) } };
    }
    if (started.reason === "taken") return { ok: false, reason: "taken" };
    throw new Error(started.message);
  };
}

function askedPagePort(text: string | undefined): number {
  if (!text) return DEFAULT_PORT;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError(
    `WRITING_CANVAS_PAGE_PORT is ${JSON.stringify(text)}; a port is a number from 0 to 65535, and 0 takes any free one.`,
  );
}

/** Whether the person wants no page. */
export function pageIsOff({ surroundings, options }: Invocation): boolean {
  const text = surroundings.env.WRITING_CANVAS_NO_PAGE;
  const isOn = text !== undefined && text !== "" && text !== "0" && text.toLowerCase() !== "false";
  return options["no-page"] === true || isOn;
}
