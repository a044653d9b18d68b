import type { IncomingMessage } from "node:http";
import { z } from "zod";
import type { CanvasError } from "../../../protocol/errors.ts";
import type { EntryRoute, PageCommands, PageError, PageRoutes } from "../../../protocol/page.ts";
import { type Access, callerOf, isLocal, placeOf } from "../../../server/http/access.ts";
import type { ServerDeps } from "../../../server/mcp/tool.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import { createExampleOnce } from "../example/example-canvas.ts";
import type { Links } from "./links.ts";
import { howToGetOne, noSession } from "./page-guard.ts";
import { type SignInActions, signInRequests } from "./sign-in-actions.ts";
import { createStorageTransfers } from "./storage-transfers.ts";

/** A key, a token or a proof. */
const word = z.string().max(400);
/** One that may say who holds it. */
const token = z.string().max(6_000);
const texts = z.record(z.string().max(400), z.string());

/** The bodies that these routes take, with nothing more in them. */
export const entryRequests = {
  "/api/hello": z.strictObject({ challenge: word }),
  "/api/session": z.strictObject({
    link: token,
    key: word.optional(),
    only: z
      .string()
      .regex(/^[0-9A-Z]{1,32}$/)
      .optional(),
  }),
  "/api/pass": z.strictObject({ session: token, key: word, nonce: word, proof: word }),
  "/api/step": z.strictObject({ link: word.optional(), session: word.optional() }),
  "/api/carry": z.strictObject({ page: texts, frame: texts }),
  "/api/carried": z.strictObject({ ticket: word }),
  ...signInRequests,
} satisfies { readonly [Route in EntryRoute]: z.ZodType };

type Asked<Route extends EntryRoute> = z.infer<(typeof entryRequests)[Route]>;
type Acted<Route extends EntryRoute> =
  | { readonly ok: true; readonly answer: PageRoutes[Route]["answer"] }
  | { readonly ok: false; readonly error: CanvasError | PageError["error"] };

/** How a browser comes in, by route. */
export type EntryActions = {
  readonly [Route in EntryRoute]: (asked: Asked<Route>, request: IncomingMessage) => Promise<Acted<Route>>;
};

export function createEntryActions(options: {
  readonly deps: ServerDeps;
  readonly links: Links;
  readonly access: Pick<Access, "host" | "user" | "pageName" | "public">;
  /** The port of the frame's document, once it is bound. */
  readonly frame: Promise<number>;
  readonly commands: Pick<PageCommands, "page">;
  /** On a server that knows its people. */
  readonly people?: SignInActions;
}): EntryActions {
  const { deps, links, access, commands, people } = options;
  const fresh =
    people === undefined
      ? `Get a new one: ${howToGetOne(commands.page)}, or ask your assistant for the link to the canvas.`
      : "Sign in again.";
  const transfers = createStorageTransfers(deps.clock);
  return {
    "/api/hello": async ({ challenge }, request) => {
      // It speaks for the place where it is: whoever passes a page's question on from another port may be anybody.
      if (isElsewhere(request, access) && (await callerOf(request, access)) !== "allowed")
        return refused("no_session", "This page is served at another port: nobody is answered for this one.");
      return { ok: true, answer: links.greet(challenge, placeOf(request, access), await options.frame) };
    },
    "/api/session": async ({ link, key, only }, request) => {
      // Only a caller whom the system has named is this user.
      const caller = (await callerOf(request, access)) === "allowed" ? "this user" : "anybody";
      const again = only === undefined ? fresh : `Ask the assistant in the conversation to open canvas ${only} again.`;
      const redeemed = await links.redeem(link, placeOf(request, access), key ?? null, caller, only);
      switch (redeemed.kind) {
        case "session": {
          // The link is spent: whatever becomes of the example, its session must reach the person.
          if (people === undefined && only === undefined)
            await createExampleOnce(deps).catch((error: unknown) =>
              deps.log(`The example canvas was not made: ${describeError(error, { frames: false })}`),
            );
          const { session, pass, identity } = redeemed;
          const me = identity === undefined ? {} : { me: { subject: identity.subject, name: identity.name } };
          return { ok: true, answer: { session, pass, ...me } };
        }
        case "used":
          return refused("used_link", `This link was used already. ${again}`);
        case "expired":
          return refused("used_link", `This link is too old. ${again}`);
        case "elsewhere":
          return refused("no_session", `This sign-in was begun in another browser. ${fresh}`);
        case "another's":
          return refused("no_session", `This link is for one browser of its user. ${fresh}`);
        case "bad":
          return refused("no_session", `This is no link to this page. ${again}`);
      }
    },
    "/api/pass": async (asked, request) => {
      const pass = await links.renew(asked, placeOf(request, access));
      return pass === null
        ? refused("no_session", noSession(commands, people !== undefined))
        : { ok: true, answer: { pass } };
    },
    "/api/step": async ({ link, session }, request) => {
      // A session of before is good in anybody's hands: only where it can be told whose hands they are.
      const isOwner = (await callerOf(request, access)) === "allowed";
      const fromLink = await links.leadsOn({ link });
      if (access.pageName === undefined || !(fromLink || (isOwner && (await links.leadsOn({ session })))))
        return refused("no_session", noSession(commands));
      const port = /:\d+$/.exec(placeOf(request, access))?.[0] ?? "";
      const origin = `http://${access.pageName}${port}`;
      return { ok: true, answer: { origin, link: fromLink && link !== undefined ? link : links.mint() } };
    },
    "/api/carry": async (carried) => ({ ok: true, answer: { ticket: transfers.hold(carried) } }),
    "/api/carried": async ({ ticket }) => ({
      ok: true,
      answer: transfers.take(ticket) ?? { page: {}, frame: {} },
    }),
    ...(people ?? NOBODY),
  };
}

const knowsNobody = async () => refused("bad_request", "This server knows no people: nobody signs in here.");
const NOBODY = { "/api/sign-in": knowsNobody, "/api/sign-in/begin": knowsNobody, "/api/sign-out": knowsNobody };

/** Whether a browser of this machine was told another port than the one that it has come to: something stands between. */
function isElsewhere(request: IncomingMessage, access: Pick<Access, "host" | "public">): boolean {
  return isLocal(access) && portOf(placeOf(request, access)) !== request.socket.localPort;
}

function portOf(place: string): number {
  return Number(/:(\d+)$/.exec(place)?.[1] ?? 80);
}

function refused(
  code: "used_link" | "no_session" | "bad_request",
  message: string,
): { readonly ok: false; readonly error: PageError["error"] } {
  return { ok: false, error: { code, message } };
}
