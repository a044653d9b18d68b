import { lookup } from "node:dns/promises";
import type { McpServer } from "@modelcontextprotocol/server";
import type { Access } from "../../server/http/access.ts";
import type { Caller, Operations, PathFamily } from "../../server/http/http-server.ts";
import type { Upgrade } from "../../server/http/upgrades.ts";
import { LEADER_ROUTE } from "../../surfaces/page/leader/leader-proof.ts";
import { createLeaderRoute, type LeaderEnd } from "../../surfaces/page/leader/leader-route.ts";
import type { Links } from "../../surfaces/page/server/links.ts";
import type { SignIns } from "../../surfaces/page/server/sign-in/sign-ins.ts";
import {
  type PageOptions,
  type RunningPage,
  type StartedPage,
  startPage,
} from "../../surfaces/page/server/start-page.ts";
import type { Invocation, Surroundings } from "../surroundings.ts";
import type { OpenCanvas } from "./open-canvas.ts";
import { readBuilt } from "./open-canvas.ts";
import { pageCommands } from "./page-commands.ts";

/** The page that this process serves to its folder's other processes as well. */
export interface OwnPage extends Omit<RunningPage, "close"> {
  /** Stops listening at once and tells whoever follows; what is under way may finish for as long as `graceMs`. */
  close(end: LeaderEnd, graceMs?: number): Promise<void>;
}

/**
 * The data folder whose processes on this machine find each other's page. Null: on a store that machines share, or behind a
 * proxy, it is found by its public address; and where it is its people's, it is not this user's.
 */
export function folderOfPage(
  { store, folder }: Pick<OpenCanvas, "store" | "folder">,
  access: Pick<Access, "public" | "identify">,
): string | null {
  const isThisUsers = access.public === undefined && access.identify === undefined;
  return store.marks === undefined && isThisUsers ? folder : null;
}

/** The page on the asked port, which says to other processes of the folder that it is there. */
export async function assemblePage(
  invocation: Invocation,
  canvas: OpenCanvas,
  asked: {
    readonly access: Omit<Access, "checkPass" | "pageName">;
    readonly links: Links;
    readonly plainLinks: boolean;
    readonly ports: PageOptions["ports"];
    readonly build: (caller: Caller) => McpServer;
    readonly operations?: Operations;
    readonly families?: readonly PathFamily[];
    readonly upgrades?: readonly Upgrade[];
    readonly signIns?: SignIns;
    /** Lets the port go at once, for another process that was told to use it; left out: it stays. */
    readonly onYield?: () => void;
  },
): Promise<{ readonly ok: true; readonly page: OwnPage } | Extract<StartedPage, { readonly ok: false }>> {
  const { onYield, ...wish } = asked;
  const { access, links } = wish;
  const { deps, assistants } = canvas;
  const leader =
    folderOfPage(canvas, access) !== null
      ? createLeaderRoute({
          host: access.host,
          ...(access.user === undefined ? {} : { user: access.user }),
          prover: links,
          storeId: deps.store.storeId,
          version: deps.version,
          ...(onYield === undefined ? {} : { onYield }),
        })
      : null;
  const started = await startPage({
    ...wish,
    deps,
    assistants,
    pageHtml: () => readBuilt("page", invocation.surroundings.pageFiles),
    commands: pageCommands(invocation, access),
    ...(leader === null ? {} : { routes: { [LEADER_ROUTE]: leader.answer } }),
  });
  if (!started.ok) return started;
  const { page } = started;
  const close: OwnPage["close"] = async (end, graceMs) => {
    const closed = page.close(graceMs);
    // The port is free now: whoever follows may take it, while what is under way here is finished.
    leader?.release(end);
    await closed;
  };
  return { ok: true, page: { ...page, close } };
}

/**
 * Whether links must lead to the address that everybody knows. Most browsers find names under `localhost` by themselves;
 * Safari asks the system, and macOS knows none of them unless somebody told it.
 */
export async function needsPlainLinks({ platform }: Pick<Surroundings, "platform">, name: string): Promise<boolean> {
  if (platform !== "darwin") return false;
  try {
    const { address } = await lookup(name);
    return address !== "127.0.0.1" && address !== "::1";
  } catch {
    // There is no such name for the system.
    return true;
  }
}
