import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { z } from "zod";
import {
  CALLBACK_ROUTE,
  type PageError,
  type PageRoutes,
  pageAddress,
  type SignInProblem,
} from "../../../protocol/page.ts";
import { type Identity, mayWrite } from "../../../server/access/identity.ts";
import { type Access, bearerOf, placeOf } from "../../../server/http/access.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import { createTokenThrottle } from "../../../server/http/throttle-tokens.ts";
import type { ServerDeps } from "../../../server/mcp/tool.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import { createExampleOnce } from "../example/example-canvas.ts";
import { isBrowserKey, thumbprintOf } from "./browser-proof.ts";
import { GUARDED_HEADERS } from "./page-answers.ts";
import type { PersonLinks } from "./person-links.ts";
import { openState, sealState } from "./sign-in/sealed-state.ts";
import type { Journey, SignIns } from "./sign-in/sign-ins.ts";

const SECRET_BYTES = 18;
const VERIFIER_BYTES = 32;
/** As `page/app` reads them out of an address. */
const CANVAS_ID = /^[0-9A-Za-z]{1,32}$/;

const key = z.string().max(400);
/** The bodies that these routes take, with nothing more in them. */
export const signInRequests = {
  "/api/sign-in": z.strictObject({ token: z.string().max(4_000), key }),
  "/api/sign-in/begin": z.strictObject({ key, canvas: z.string().regex(CANVAS_ID).optional() }),
  "/api/sign-out": z.strictObject({}),
};

export interface SignInDoor {
  readonly deps: ServerDeps;
  readonly signIns: SignIns;
  readonly links: PersonLinks;
  readonly stateKey: Buffer;
  readonly access: Pick<Access, "public">;
  /** Where browsers reach the page. */
  readonly origin: () => string;
}

type Acted<Answer> =
  | { readonly ok: true; readonly answer: Answer }
  | { readonly ok: false; readonly error: PageError["error"] };

/** How somebody signs in and out, by route. */
export interface SignInActions {
  "/api/sign-in"(
    asked: { token: string; key: string },
    request: IncomingMessage,
  ): Promise<Acted<PageRoutes["/api/sign-in"]["answer"]>>;
  "/api/sign-in/begin"(asked: { key: string; canvas?: string | undefined }): Promise<Acted<{ url: string }>>;
  "/api/sign-out"(asked: object, request: IncomingMessage): Promise<Acted<Record<string, never>>>;
}

export function createSignInActions(door: SignInDoor): SignInActions {
  const { deps, signIns, links, access, origin } = door;
  const throttle = createTokenThrottle(randomBytes(SECRET_BYTES));
  return {
    "/api/sign-in": async ({ token, key }, request) => {
      if (signIns.tokens === undefined) return refused("bad_request", "Nobody signs in here with a token.");
      if (!isBrowserKey(key)) return refused("bad_request", "The browser's key cannot be read.");
      const said = await signIns.tokens.identify(token);
      if (said.kind === "unavailable") return refused("busy", said.why);
      if (said.kind === "known") {
        const { identity, id } = said;
        await welcome(deps, identity);
        const person = { identity, source: { by: "token", id } } as const;
        const { subject, name } = identity;
        return { ok: true, answer: { ...links.enter(person, placeOf(request, access), key), me: { subject, name } } };
      }
      const wait = throttle.wrong(request.socket.remoteAddress ?? "", performance.now());
      if (wait > 0)
        return refused("too_many_requests", `Too many wrong tokens came from here. Try again in ${wait} seconds.`);
      return refused("no_session", "This token is not known here, or it was taken back.");
    },
    "/api/sign-in/begin": async ({ key, canvas }) => {
      if (signIns.issuer === undefined) return refused("bad_request", "Nobody signs in here by an issuer.");
      if (!isBrowserKey(key)) return refused("bad_request", "The browser's key cannot be read.");
      const journey: Journey = {
        verifier: randomBytes(VERIFIER_BYTES).toString("base64url"),
        nonce: randomBytes(SECRET_BYTES).toString("base64url"),
      };
      const state = sealState(door.stateKey, {
        ...journey,
        thumbprint: thumbprintOf(key).toString("hex"),
        ...(canvas === undefined ? {} : { canvas }),
        at: deps.clock().getTime(),
      });
      const url = await signIns.issuer.begin({ redirectUri: origin() + CALLBACK_ROUTE, journey, state });
      if (url === null) return refused("busy", `${signIns.issuer.host} does not answer. Try again in a moment.`);
      return { ok: true, answer: { url: url.href } };
    },
    "/api/sign-out": async (_, request) => {
      await links.end(bearerOf(request), placeOf(request, access));
      return { ok: true, answer: {} };
    },
  };
}

/**
 * Where the issuer sends a browser back to. Whoever arrives here may have been sent by anybody: what they get is good in the
 * browser that set out, and in no other.
 */
export function answerCallback(door: SignInDoor): Answer {
  const { deps, signIns, links, stateKey, origin } = door;
  const outcome = async (arrived: URL): Promise<{ canvas?: string; link?: string; problem?: SignInProblem }> => {
    const sealed = arrived.searchParams.get("state") ?? "";
    const state = openState(stateKey, sealed, deps.clock().getTime());
    if (state === null) return { problem: "late" };
    const place = state.canvas === undefined ? {} : { canvas: state.canvas };
    if (signIns.issuer === undefined) return { ...place, problem: "failed" };
    const back = await signIns.issuer.finish({ arrived, journey: state, state: sealed });
    if (back.kind !== "known") return { ...place, problem: back.kind };
    await welcome(deps, back.identity);
    const person = { identity: back.identity, source: { by: "issuer" } } as const;
    return { ...place, link: links.linkFor(person, state.thumbprint) };
  };
  return async (request, response) => {
    const arrived = new URL(origin() + CALLBACK_ROUTE);
    arrived.search = /\?.*$/.exec(request.url ?? "")?.[0] ?? "";
    const { problem, ...place } = await outcome(arrived);
    const to = pageAddress(origin(), place) + (problem === undefined ? "" : `?problem=${problem}`);
    // 303: nothing of what the issuer sent along goes on from here.
    response.writeHead(303, { ...GUARDED_HEADERS, location: to, "content-length": "0" }).end();
  };
}

/** They are known from now on, so that others can share with them; and who never had a canvas finds one that explains itself. */
export async function welcome(deps: ServerDeps, identity: Identity): Promise<void> {
  const { subject, name, email } = identity;
  const failed = (what: string) => (error: unknown) =>
    deps.log(`${what}: ${describeError(error, { frames: false })}`, "error");
  await deps.store.people
    .seen({ subject, name, ...(email === undefined ? {} : { email }) })
    .catch(failed("Who has signed in could not be noted"));
  if (!mayWrite(identity)) return;
  const theirs = { ...deps, owner: subject, identity };
  await createExampleOnce(theirs).catch(failed("The example canvas was not made"));
}

function refused(
  code: PageError["error"]["code"],
  message: string,
): { readonly ok: false; readonly error: PageError["error"] } {
  return { ok: false, error: { code, message } };
}
