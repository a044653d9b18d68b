import { type McpServer, SdkError, SdkErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import { describeError } from "../observe/describe-error.ts";
import type { ServerDeps, ToolCall } from "./tool.ts";
import type { KnownClient } from "./ui-clients.ts";

/** The way to the page, for people whose host shows no widget. */
export interface PagePort {
  /**
   * A link that opens the page on this canvas (without: on the list), good for one use; starts the page when there is
   * none yet. Null: there is no page (and why was logged).
   */
  linkTo(canvasId?: string): Promise<string | null>;
}

/** The page for the person behind a call whose host shows no widget, as far as one can know. */
export interface PersonsPage extends PagePort {
  /** Offers to open the page on this canvas, where the client can ask that: once, not waited for, and never after a refusal. */
  offer(canvasId: string): void;
}

/** The client asks the person in its own time; after this the question is taken back. */
const OFFER_STANDS_MS = 10 * 60_000;

/** For one connection: the page of each of its calls, or undefined where the host has the widget or there is no page. */
export function personsPage(
  server: McpServer,
  deps: ServerDeps,
  client: KnownClient,
): (context: ServerContext) => PersonsPage | undefined {
  const { page, log } = deps;
  const offered = new Set<string>();
  let isRefused = false;

  const offer = async (port: PagePort, canvasId: string): Promise<void> => {
    const url = await port.linkTo(canvasId);
    if (url === null) return;
    const answer = await server.server.elicitInput(
      {
        mode: "url",
        elicitationId: deps.randomId(24),
        url,
        message: `Open canvas ${canvasId} in the browser, to read it, edit it, comment on it and approve it?`,
      },
      { timeout: OFFER_STANDS_MS },
    );
    if (answer.action !== "accept") isRefused = true;
  };

  return (context) => {
    if (page === undefined || client.ui(context) === "shown") return undefined;
    // Since 2026-07-28 a server can only ask by holding its result back, and a result is never held back for this.
    const isAskedApart = context.mcpReq.envelope === undefined;
    const canAsk = isAskedApart && client.facts(context).capabilities?.elicitation?.url !== undefined;
    return {
      linkTo: (canvasId) => page.linkTo(canvasId),
      offer: (canvasId) => {
        if (!canAsk || isRefused || offered.has(canvasId)) return;
        offered.add(canvasId);
        offer(page, canvasId).catch((error: unknown) => {
          // Nobody is left to be asked.
          if (error instanceof SdkError && error.code === SdkErrorCode.ConnectionClosed) return;
          log(`The page could not be offered: ${describeError(error, { frames: false })}`);
        });
      },
    };
  };
}

/** A line for a result that tells where the person can open the canvas, if there is such a place; "once": once a connection. */
export async function pageLines(call: ToolCall, canvasId: string, how: "once" | "again"): Promise<string[]> {
  if (how === "once" && call.linked?.has(canvasId)) return [];
  const link = await linkFor(call, canvasId);
  if (link === null) return [];
  call.linked?.add(canvasId);
  return [`The person can open it at ${link}`];
}

/** The link itself, or null. It costs a result its link at most, never the result. */
export async function linkFor(call: ToolCall, canvasId?: string): Promise<string | null> {
  if (call.page === undefined) return null;
  try {
    return await call.page.linkTo(canvasId);
  } catch (error) {
    call.deps.log(`No link to the page: ${describeError(error, { frames: false })}`);
    return null;
  }
}
