import type { IncomingMessage } from "node:http";
import type { PageCommands } from "../../../protocol/page.ts";
import {
  type Access,
  bearerOf,
  checkHost,
  checkOrigin,
  checkPerson,
  checkSite,
  type PassHolder,
  placeOf,
} from "../../../server/http/access.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import { admittedRequest } from "../../../server/http/traffic.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import type { Log } from "../../../server/observe/observer.ts";
import { answerApiError } from "./page-answers.ts";

/** There is no session. */
export function noSession({ page }: Pick<PageCommands, "page">): string {
  return `This page has no session, or it has ended. Open it by a fresh link: ${howToGetOne(page)}, or ask your assistant for the link to the canvas.`;
}

/** A link. */
export function howToGetOne(page: PageCommands["page"]): string {
  return page === null ? "ask whoever runs this server for one" : `run \`${page}\``;
}

export interface Guard {
  readonly access: Pick<Access, "host" | "user" | "pageName" | "public">;
  readonly checkPass: (pass: string, place: string) => PassHolder | null | Promise<PassHolder | null>;
  readonly log: Log;
  readonly commands: Pick<PageCommands, "page">;
}

interface Route {
  readonly methods: readonly string[];
  /** Whether the caller must show a pass. */
  readonly session: boolean;
  /** Pages of other sites may link here, which browsers tell apart from calls. */
  readonly linked?: boolean;
  /** One stream is not one of many requests. */
  readonly isStream?: boolean;
  readonly answer: Answer;
}

/** Lets a request through to its route when it comes from the page itself, in the right form, with a pass. */
export function guarded(guard: Guard, route: Route): Answer {
  return async (request, response) => {
    try {
      const refusal = await refuse(guard, route, request);
      if (refusal !== null) {
        answerApiError(response, refusal.status, { code: refusal.code, message: refusal.message }, refusal.headers);
        return;
      }
      // What anybody may read needs no telling who reads it.
      const person = route.linked ? null : await checkPerson(request, guard.access);
      if (person?.ok === false) {
        answerApiError(response, person.status, { code: "bad_request", message: person.message });
        return;
      }
      // Whoever shows no pass is nobody's: they must not use up what is somebody's.
      const refused = route.session && !route.isStream ? admittedRequest(request)?.countForOwner() : null;
      if (refused) {
        answerApiError(response, 429, { code: "too_many_requests", message: refused.message }, refused.headers);
        return;
      }
      await route.answer(request, response);
    } catch (error) {
      // A caller that has hung up is no failure of this server's, and there is nobody to answer.
      const isGone = response.destroyed || request.socket.destroyed;
      guard.log(
        `Page: ${request.method} failed: ${describeError(error, { frames: !isGone })}`,
        isGone ? "info" : "error",
      );
      if (response.headersSent || isGone) response.destroy();
      else answerApiError(response, 500, { code: "storage_failed", message: FAILED });
    }
  };
}

const FAILED = "The server failed on this request. Its log says why; try again.";

interface Refused {
  readonly status: number;
  readonly code: "bad_request" | "no_session";
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

async function refuse(guard: Guard, route: Route, request: IncomingMessage): Promise<Refused | null> {
  const bad = (status: number, message: string, headers?: Refused["headers"]): Refused => ({
    status,
    code: "bad_request",
    message,
    ...(headers === undefined ? {} : { headers }),
  });
  const host = checkHost(request, guard.access);
  if (!host.ok) return bad(403, host.message);
  const origin = checkOrigin(request, guard.access);
  if (!origin.ok) return bad(403, origin.message);
  const site = checkSite(request);
  if (!route.linked && !site.ok) return bad(403, site.message);
  const { method = "" } = request;
  const allowed = route.methods.join(", ");
  if (!route.methods.includes(method)) return bad(405, `This takes ${allowed}, not ${method}.`, { allow: allowed });
  if (method === "POST" && !isJson(request)) return bad(415, "Send the body as content-type: application/json.");
  if (route.session && !(await guard.checkPass(bearerOf(request), placeOf(request, guard.access))))
    return { status: 401, code: "no_session", message: noSession(guard.commands) };
  return null;
}

/** A form, or a page without leave, cannot send this type: browsers ask first, and are told no. */
function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}
