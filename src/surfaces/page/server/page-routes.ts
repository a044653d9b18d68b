import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { StoreError } from "../../../protocol/errors.ts";
import { MAX_BODY_BYTES } from "../../../protocol/limits.ts";
import {
  CALLBACK_ROUTE,
  EVENTS_ROUTE,
  type PageCommands,
  type PageRoute,
  pageAddress,
  REACH_ROUTE,
} from "../../../protocol/page.ts";
import { personCall } from "../../../server/actions/call.ts";
import type { Access, PassHolder } from "../../../server/http/access.ts";
import type { Answer, Routes } from "../../../server/http/http-server.ts";
import { readJsonBody } from "../../../server/http/read-body.ts";
import { watchCanvases } from "../../../server/live/watch-canvases.ts";
import type { ServerDeps } from "../../../server/mcp/tool.ts";
import { createEntryActions, entryRequests } from "./entry-actions.ts";
import type { Links } from "./links.ts";
import { nameIn } from "./own-origin.ts";
import { createPageActions, personRequests } from "./page-actions.ts";
import { answerApi, answerApiError, GUARDED_HEADERS, statusOf } from "./page-answers.ts";
import { type Connected, createEventStreams, watchAssistants } from "./page-events.ts";
import { guarded } from "./page-guard.ts";
import { answerCallback, createSignInActions, type SignInDoor } from "./sign-in-actions.ts";

/** All bodies but those that carry a document. */
const SMALL_BODY = 1024 * 1024;
/** A few words, from anybody. */
const SMALLEST_BODY = 8 * 1024;
const LARGE: ReadonlySet<PageRoute> = new Set(["/api/new", "/api/message", "/api/carry"]);
/** After these the browser keeps nothing at this address: neither what went along, nor what somebody else left there. */
const CLEARED: ReadonlySet<PageRoute> = new Set(["/api/carry"]);
/** These are how a pass is come by. */
const OPEN: ReadonlySet<PageRoute> = new Set([
  "/api/hello",
  "/api/session",
  "/api/pass",
  "/api/step",
  "/api/sign-in",
  "/api/sign-in/begin",
]);
/** These ask for a link that is still good in place of a pass. */
const LINKED: ReadonlySet<PageRoute> = new Set(["/api/carry"]);
/** These lead from the address that everybody knows to the page's own: behind a proxy, and for people, it has one address. */
const MOVING: ReadonlySet<PageRoute> = new Set(["/api/step", "/api/carry", "/api/carried"]);
const ONE_ADDRESS = "This page has one address, and nothing is carried to another.";

const requests = { ...personRequests, ...entryRequests };

export interface PageRoutesOptions {
  readonly deps: ServerDeps;
  readonly access: Pick<Access, "host" | "user" | "pageName" | "public">;
  readonly links: Links;
  /** The port of the frame's document, once it is bound. */
  readonly frame: Promise<number>;
  /** What people are told to type. */
  readonly commands: PageCommands;
  readonly assistants?: Connected;
  /** On a server that knows its people: how they sign in. `links` are theirs, then. */
  readonly people?: Omit<SignInDoor, "deps" | "access">;
}

/** The page's API: how a browser comes in, the person's actions, and the stream of what changes. */
export function createPageRoutes({ deps, access, links, frame, commands, assistants, people }: PageRoutesOptions): {
  readonly routes: Routes;
  /** Ends what is open. */
  close(): void;
} {
  const { checkPass } = links;
  const isForPeople = people !== undefined;
  const guard = { access, checkPass, log: deps.log, commands, isForPeople };
  const door = people === undefined ? null : { ...people, deps, access };
  const entries = createEntryActions({
    deps,
    links,
    access,
    frame,
    commands,
    ...(door === null ? {} : { people: createSignInActions(door) }),
  });
  /** Whoever holds the pass acts, and nobody else. */
  const depsOf = ({ identity, only }: PassHolder): ServerDeps => {
    if (people === undefined && identity === undefined) return only === undefined ? deps : { ...deps, only };
    if (people === undefined || identity === undefined)
      throw new Error("A pass must say who holds it where people are known");
    // What they share leads here.
    const page = {
      linkTo: async (canvas?: string) => pageAddress(people.origin(), canvas === undefined ? {} : { canvas }),
    };
    return { ...deps, page, owner: identity.subject, identity };
  };
  const { storeId } = deps.store;
  const watchConnected = assistants === undefined ? null : watchAssistants({ assistants, log: deps.log });
  const events = createEventStreams({
    watchChanges: (holder, listener) => watchCanvases(personCall(depsOf(holder), "page"), listener),
    checkPass,
    access,
    hello: { kind: "hello", version: deps.version, storeId },
    ...(watchConnected === null ? {} : { watch: (holder, say) => watchConnected(depsOf(holder).owner, say) }),
  });
  const acting = (route: PageRoute, action: Action): Answer => {
    if ((access.public !== undefined || isForPeople) && MOVING.has(route))
      return async (_, response) => answerApiError(response, 404, { code: "bad_request", message: ONE_ADDRESS });
    return guarded(
      LINKED.has(route)
        ? { ...guard, checkPass: async (link: string) => ((await links.leadsOn({ link })) ? {} : null) }
        : guard,
      {
        methods: ["POST"],
        session: !OPEN.has(route),
        answer: (request, response, holder) =>
          act(deps, request, response, route, (asked) => action(asked, request, holder)),
      },
    );
  };
  const ofPerson =
    (route: keyof typeof personRequests): Action =>
    (asked, _, holder) => {
      const action: (asked: never) => Promise<Acted> = createPageActions(depsOf(holder))[route];
      return action(asked);
    };
  const personRoutes = (Object.keys(personRequests) as (keyof typeof personRequests)[]).map(
    (route) => [route, acting(route, ofPerson(route))] as const,
  );
  const entryRoutes = (Object.keys(entryRequests) as (keyof typeof entryRequests)[]).map(
    (route) => [route, acting(route, entries[route])] as const,
  );
  return {
    routes: {
      ...Object.fromEntries([...personRoutes, ...entryRoutes]),
      ...(door === null
        ? {}
        : {
            [CALLBACK_ROUTE]: guarded(guard, {
              methods: ["GET"],
              session: false,
              linked: true,
              answer: answerCallback(door),
            }),
          }),
      [EVENTS_ROUTE]: guarded(guard, { methods: ["GET"], session: true, isStream: true, answer: events.answer }),
      [REACH_ROUTE]: reachOf(access),
    },
    close: events.close,
  };
}

/** What is asked was checked by the route's own schema. */
type Action = (asked: never, request: IncomingMessage, holder: PassHolder) => Promise<Acted>;
type Acted =
  | { readonly ok: true; readonly answer: unknown }
  | { readonly ok: false; readonly error: Parameters<typeof answerApiError>[2] };

/** One action: its body checked, its failures in words. */
async function act(
  { log }: ServerDeps,
  request: IncomingMessage,
  response: ServerResponse,
  route: PageRoute,
  action: (asked: never) => Promise<Acted>,
): Promise<void> {
  const limit = LARGE.has(route) ? MAX_BODY_BYTES : OPEN.has(route) ? SMALLEST_BODY : SMALL_BODY;
  const body = await readJsonBody(request, limit, "a JSON object");
  if (!body.ok) {
    const code = body.status === 503 ? "busy" : "bad_request";
    answerApiError(response, body.status, { code, message: body.message }, body.headers);
    return;
  }
  const asked = requests[route].safeParse(body.value);
  if (!asked.success) {
    const message = `${route} does not take this: ${z.prettifyError(asked.error).slice(0, 500)}`;
    answerApiError(response, 400, { code: "bad_request", message });
    return;
  }
  const done = await action(asked.data as never).catch((error: unknown): Acted => {
    if (!(error instanceof StoreError)) throw error;
    // What was asked wrongly is the asker's to know.
    if (error.code !== "invalid_input") log(`${route}: ${error.code}: ${error.message}`, "error");
    return { ok: false, error: { code: error.code, message: error.message } };
  });
  if (done.ok) answerApi(response, 200, done.answer, CLEARED.has(route) ? { "clear-site-data": '"storage"' } : {});
  else answerApiError(response, statusOf(done.error.code), done.error);
}

/**
 * A browser at the address that everybody knows asks whether it finds the page's own name. It may know that much: it was
 * told the name. By any other name nobody is told whether there is a page here.
 */
function reachOf({ pageName }: Pick<Access, "pageName">): Answer {
  return async ({ headers }, response) => {
    const isFound = pageName !== undefined && nameIn(headers.host) === pageName;
    const open = { "access-control-allow-origin": "*" };
    response.writeHead(isFound ? 204 : 404, isFound ? { ...GUARDED_HEADERS, ...open } : GUARDED_HEADERS).end();
  };
}
