import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { MAX_BODY_BYTES } from "../../../protocol/limits.ts";
import { EVENTS_ROUTE, type PageRoute } from "../../../protocol/page.ts";
import { pageRequests } from "../../../protocol/page-requests.ts";
import { type Access, callerOf } from "../../../server/http/access.ts";
import type { Answer, Routes } from "../../../server/http/http-server.ts";
import { readJsonBody } from "../../../server/http/read-body.ts";
import { StoreError } from "../../../server/storage/store-error.ts";
import type { ServerDeps } from "../../../server/tools/tool.ts";
import { welcome } from "./first-visit.ts";
import type { LinkHolder, Links } from "./links.ts";
import { createPageActions, type PageActions } from "./page-actions.ts";
import { answerApi, answerApiError, statusOf } from "./page-answers.ts";
import { createEventStreams } from "./page-events.ts";
import { guarded } from "./page-guard.ts";

/** All bodies but those that carry a document. */
const SMALL_BODY = 1024 * 1024;
const LARGE: ReadonlySet<PageRoute> = new Set(["/api/new", "/api/message"]);

export interface PageRoutesOptions {
  readonly deps: ServerDeps;
  readonly access: Pick<Access, "host" | "token" | "user">;
  readonly links: Links;
}

/** The page's API: the person's actions and the stream of what changes. */
export function createPageRoutes({ deps, access, links }: PageRoutesOptions): {
  readonly routes: Routes;
  /** Ends what is open. */
  close(): void;
} {
  const { checkSession } = links;
  const { host, user } = access;
  // A token lets others into /mcp; links and sessions stay this user's own, as far as the machine can tell.
  const own = { host, ...(user === undefined ? {} : { user }) };
  const guard = { access: own, checkSession, log: deps.log };
  const actions = createPageActions(deps);
  const routes = Object.keys(actions) as (keyof PageActions)[];
  const { storeId } = deps.store;
  const events = createEventStreams({
    live: deps.live,
    checkSession,
    hello: { kind: "hello", version: deps.version, storeId },
  });
  const acting = <Route extends keyof PageActions>(route: Route): Answer =>
    guarded(guard, {
      methods: ["POST"],
      session: true,
      answer: (request, response) => act(deps, request, response, route, actions[route]),
    });
  return {
    routes: {
      ...Object.fromEntries(routes.map((route) => [route, acting(route)])),
      "/api/session": guarded(guard, {
        methods: ["POST"],
        session: false,
        answer: (request, response) =>
          act(deps, request, response, "/api/session", async ({ link }) =>
            openSession(deps, links, link, await holderOf(request, own)),
          ),
      }),
      [EVENTS_ROUTE]: guarded(guard, { methods: ["GET"], session: true, answer: events.answer }),
    },
    close: events.close,
  };
}

type Acted =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly error: Parameters<typeof answerApiError>[2] };

/** One action: its body checked, its failures in words. */
async function act<Route extends PageRoute>(
  { log }: ServerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  route: Route,
  action: (asked: z.infer<(typeof pageRequests)[Route]>) => Promise<Acted>,
): Promise<void> {
  const limit = LARGE.has(route) ? MAX_BODY_BYTES : SMALL_BODY;
  const body = await readJsonBody(request, limit, "a JSON object");
  if (!body.ok) {
    answerApiError(response, body.status, { code: "bad_request", message: body.message }, { connection: "close" });
    return;
  }
  const asked = pageRequests[route].safeParse(body.value);
  if (!asked.success) {
    const message = `${route} does not take this: ${z.prettifyError(asked.error).slice(0, 500)}`;
    answerApiError(response, 400, { code: "bad_request", message });
    return;
  }
  const done = await action(asked.data as z.infer<(typeof pageRequests)[Route]>).catch((error: unknown): Acted => {
    if (!(error instanceof StoreError)) throw error;
    // What was asked wrongly is the asker's to know.
    if (error.code !== "invalid_input") log(`${route}: ${error.code}: ${error.message}`);
    return { ok: false, error: { code: error.code, message: error.message } };
  });
  if (done.ok) answerApi(response, 200, done.answer);
  else answerApiError(response, statusOf(done.error.code), done.error);
}

const FRESH = "Get a new one: run `writing-canvas page`, or ask your assistant for the link to the canvas.";

/** Only a caller whom the system has named is this user. */
async function holderOf(request: IncomingMessage, access: Pick<Access, "user">): Promise<LinkHolder> {
  if (access.user === undefined) return "anybody";
  return (await callerOf(request, access)) === "allowed" ? "this user" : "anybody";
}

async function openSession(deps: ServerDeps, links: Links, link: string, caller: LinkHolder): Promise<Acted> {
  const redeemed = links.redeem(link, caller);
  switch (redeemed.kind) {
    case "session":
      // The link is spent: whatever becomes of the example, its session must reach the person.
      await welcome(deps).catch((error: unknown) => deps.log(`The example canvas was not made: ${String(error)}`));
      return { ok: true, answer: { session: redeemed.session } };
    case "used":
      return { ok: false, error: { code: "used_link", message: `This link was used already. ${FRESH}` } };
    case "expired":
      return { ok: false, error: { code: "used_link", message: `This link is older than a day. ${FRESH}` } };
    case "another's":
      return {
        ok: false,
        error: { code: "no_session", message: `This link is for one browser of its user. ${FRESH}` },
      };
    case "bad":
      return { ok: false, error: { code: "no_session", message: `This is no link to this page. ${FRESH}` } };
  }
}
