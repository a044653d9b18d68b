import type { Access } from "../../server/http/access.ts";
import type { Operations, PathFamily } from "../../server/http/http-server.ts";
import type { Upgrade } from "../../server/http/upgrades.ts";
import { announceLeader } from "../../surfaces/page/leader/announce-leader.ts";
import { askLeader, askToYield } from "../../surfaces/page/leader/ask-leader.ts";
import { readLeaderRecord, writeLeaderRecord } from "../../surfaces/page/leader/leader-record.ts";
import type { Links } from "../../surfaces/page/server/links.ts";
import { isEverywhere } from "../../surfaces/page/server/own-origin.ts";
import type { SignIns } from "../../surfaces/page/server/sign-in/sign-ins.ts";
import { CommandError, type Invocation } from "../surroundings.ts";
import { assemblePage, folderOfPage, needsPlainLinks, type OwnPage } from "./assemble-page.ts";
import type { OpenCanvas } from "./open-canvas.ts";

/** The page and MCP on one server. Results of MCP carry links to the page where those lead somewhere. */
export async function servePage(
  invocation: Invocation,
  canvas: OpenCanvas,
  {
    access,
    signIns,
    links,
    first,
    tries,
    sandbox,
    operations,
    families = [],
    upgrades = [],
  }: {
    readonly access: Access;
    /** How people sign in; null: the server knows none. */
    readonly signIns: SignIns | null;
    readonly links: Links;
    readonly first: number;
    readonly tries: number;
    /** The frame's port; undefined: where it was before, or near the page's. */
    readonly sandbox: number | undefined;
    readonly operations: Operations;
    readonly families?: readonly PathFamily[];
    readonly upgrades?: readonly Upgrade[];
  },
): ReturnType<typeof assemblePage> {
  const { surroundings } = invocation;
  const { deps, log } = canvas;
  const folder = folderOfPage(canvas, access);
  const { host } = access;
  // Others of this folder look for the page on 127.0.0.1.
  const isFound = folder !== null && (host === "127.0.0.1" || host === "0.0.0.0");
  const before = folder === null ? null : await readLeaderRecord(folder);
  const isFixed = access.public !== undefined || sandbox !== undefined;
  // A server that only gives links may have the port: it makes way for the one whose address hosts were told.
  if (isFound && before?.port === first) await askToYield(links, first);
  const sandboxBefore = before?.port === first ? before.sandboxPort : undefined;
  const wished = sandbox ?? sandboxBefore;
  const sandboxWish = wished === undefined ? {} : { sandbox: wished };
  let running: OwnPage | null = null;
  const port = { linkTo: async (canvasId?: string) => running?.link(canvasId) ?? null };
  const started = await assemblePage(invocation, canvas, {
    access,
    links,
    operations,
    families,
    upgrades,
    ...(signIns === null ? {} : { signIns }),
    plainLinks: await needsPlainLinks(surroundings, links.name),
    // The widget keeps unsaved text by the sandbox's address: where the page is as before, so is that.
    ports: { first, tries, ...sandboxWish, isFixed },
    // Bound to every address of the machine, nobody knows by which of them its callers reach it, unless they were told.
    build: ({ isPage, identity, only }) =>
      canvas.build({
        identity,
        only,
        page: isEverywhere(host) && access.public === undefined ? null : port,
        ...(isPage ? { ui: "on" as const, isOurs: true } : {}),
      }),
  });
  if (!started.ok && started.sandboxPort !== undefined && started.reason === "taken")
    throw new CommandError(
      `Port ${started.sandboxPort}, for the canvas's frame, is taken by another program. Choose another with --sandbox-port N, or stop what uses it.`,
    );
  if (!started.ok) return started;
  const { page } = started;
  running = page;
  if (isFound && folder !== null) {
    const { port, sandboxPort } = page;
    await announceLeader(
      {
        readRecord: () => readLeaderRecord(folder),
        writeRecord: (record) => writeLeaderRecord(folder, record),
        ask: (asking) => askLeader(links, asking),
        log,
      },
      { pid: surroundings.pid, port, sandboxPort, storeId: deps.store.storeId, version: deps.version },
    );
  }
  return started;
}
