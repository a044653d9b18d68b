import type { Access } from "../server/http/access.ts";
import type { Listening } from "../server/http/listen.ts";
import { announceLeader } from "../surfaces/page/leader/announce-leader.ts";
import { askLeader, askToYield } from "../surfaces/page/leader/ask-leader.ts";
import { LEADER_ROUTE } from "../surfaces/page/leader/leader-proof.ts";
import { readLeaderRecord, writeLeaderRecord } from "../surfaces/page/leader/leader-record.ts";
import { createLeaderRoute } from "../surfaces/page/leader/leader-route.ts";
import type { Links } from "../surfaces/page/server/links.ts";
import { isEverywhere } from "../surfaces/page/server/own-origin.ts";
import { type RunningPage, startPage } from "../surfaces/page/server/start-page.ts";
import type { OpenCanvas } from "./open-canvas.ts";
import { pageCommands } from "./page-commands.ts";
import { needsPlainLinks } from "./plain-links.ts";
import { readBuilt } from "./read-built.ts";
import type { Invocation } from "./surroundings.ts";

/** The page and MCP on one server. Results of MCP carry links to the page where those lead somewhere. */
export async function servePage(
  invocation: Invocation,
  canvas: OpenCanvas,
  {
    access,
    links,
    first,
    tries,
  }: {
    readonly access: Access;
    readonly links: Links;
    readonly first: number;
    readonly tries: number;
  },
): Promise<{ readonly ok: true; readonly page: RunningPage } | Extract<Listening, { readonly ok: false }>> {
  const { surroundings } = invocation;
  const { deps, folder, log } = canvas;
  const { host } = access;
  // Others of this folder look for the page on 127.0.0.1.
  const isFound = host === "127.0.0.1" || host === "0.0.0.0";
  const { storeId } = deps.store;
  const leader = createLeaderRoute({
    host,
    ...(access.user === undefined ? {} : { user: access.user }),
    prover: links,
    storeId,
    version: deps.version,
  });
  const before = await readLeaderRecord(folder);
  // A server that only gives links may have the port: it makes way for the one whose address hosts were told.
  if (isFound && before?.port === first) await askToYield(links, first);
  let running: RunningPage | null = null;
  const port = { linkTo: async (canvasId?: string) => running?.link(canvasId) ?? null };
  const started = await startPage({
    deps,
    // Bound to every address of the machine, nobody knows by which of them its callers reach it.
    build: ({ isPage }) =>
      canvas.build({ page: isEverywhere(host) ? null : port, ...(isPage ? { ui: "on" as const, isOurs: true } : {}) }),
    links,
    pageHtml: () => readBuilt("page", surroundings.pageFiles),
    access,
    plainLinks: await needsPlainLinks(surroundings, links.name),
    // The widget keeps unsaved text by the sandbox's address: where the page is as before, so is that.
    ports: { first, tries, ...(before?.port === first ? { sandbox: before.sandboxPort } : {}) },
    commands: pageCommands(invocation, host),
    assistants: canvas.assistants,
    routes: { [LEADER_ROUTE]: leader.answer },
  });
  if (!started.ok) return started;
  const { page } = started;
  running = page;
  if (isFound) {
    const { port, sandboxPort } = page;
    await announceLeader(
      {
        readRecord: () => readLeaderRecord(folder),
        writeRecord: (record) => writeLeaderRecord(folder, record),
        ask: (asking) => askLeader(links, asking),
        log,
      },
      { pid: surroundings.pid, port, sandboxPort, storeId, version: deps.version },
    );
  }
  const close = async (graceMs?: number) => {
    const closed = page.close(graceMs);
    // The port is free now: whoever follows may take it, while what is under way here is finished.
    leader.release("gone");
    await closed;
  };
  return { ok: true, page: { ...page, close } };
}
