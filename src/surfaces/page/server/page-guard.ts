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
export function noSession({ page }: Pick<PageCommands, "page">, isForPeople = false): string {
  if (isForPeople) return "You are not signed in, or no longer. Sign in again.";
  return `This page has no session, or it has ended. Open it by a fresh link: ${howToGetOne(page)}, or ask your assistant for the link to the canvas.`;
}

/** A link. */
export function howToGetOne(page: PageCommands["page"]): string {
  return page === null ? "ask whoever runs this server for one" : `run \`${page}\``;
}

export interface Guard {
  readonly access: Pick<Access, "host" | "user" | "pageName" | "public">;
  readonly checkPass: (pass: string, place: string) => Promise<PassHolder | null>;
  /** The server knows its people: who they are on this machine says nothing. */
  readonly isForPeople?: boolean;
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
  /** `holder`: whose pass it is, where one was asked for. */
  readonly answer: (...given: [...Parameters<Answer>, holder: PassHolder]) => Promise<void>;
}

/** Lets a request through to its route when it comes from the page itself, in the right form, with a pass. */
export function guarded(guard: Guard, route: Route): Answer {
  return async (request, response) => {
    try {
      const refusal = checkForm(guard, route, request);
      const holder = refusal !== null || !route.session ? {} : await holderOf(guard, request);
      if (refusal !== null) {
        answerApiError(response, refusal.status, { code: refusal.code, message: refusal.message }, refusal.headers);
        return;
      }
      if (holder === null) {
        const message = noSession(guard.commands, guard.isForPeople);
        answerApiError(response, 401, { code: "no_session", message });
        return;
      }
      // What anybody may read needs no telling who reads it.
      const person = route.linked || guard.isForPeople ? null : await checkPerson(request, guard.access);
      if (person?.ok === false) {
        answerApiError(response, person.status, { code: "bad_request", message: person.message });
        return;
      }
      // Whoever shows no pass is nobody's: they must not use up what is somebody's.
      const refused =
        route.session && !route.isStream ? admittedRequest(request)?.countForOwner(holder.identity?.subject) : null;
      if (refused) {
        answerApiError(response, 429, { code: "too_many_requests", message: refused.message }, refused.headers);
        return;
      }
      await route.answer(request, response, holder);
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
  readonly code: "bad_request";
  readonly message: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function holderOf({ access, checkPass }: Guard, request: IncomingMessage): Promise<PassHolder | null> {
  return checkPass(bearerOf(request), placeOf(request, access));
}

/** Whether it comes from where it may, in the right form. */
function checkForm(guard: Guard, route: Route, request: IncomingMessage): Refused | null {
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
  return null;
}

/** A form, or a page without leave, cannot send this type: browsers ask first, and are told no. */
function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}
