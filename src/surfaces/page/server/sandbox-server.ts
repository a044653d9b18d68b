import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { PANEL_PARAMETER } from "../../../protocol/page.ts";
import { type Access, checkHost } from "../../../server/http/access.ts";
import { answersWorker } from "../../../server/http/answer.ts";
import type { Panels } from "./links.ts";
import { originAt, reachedName } from "./own-origin.ts";
import { answerApiError, serveDocument } from "./page-answers.ts";
import { sandboxDocument, sandboxPolicy } from "./sandbox-document.ts";

type Place = Pick<Access, "host" | "pageName" | "public"> &
  Pick<Panels, "isPermit"> & {
    readonly pagePort: number;
  };

/** It takes no bodies: whoever is slow is let go. */
const TIMES = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 75_000 };

/** The sandbox's origin: one document for one page, and nothing else. Not yet listening. */
export function createSandboxServer(place: Place): Server {
  return createServer(TIMES, (request, response) => {
    if (!answersWorker(request, response)) answerSandbox(place, request, response);
  });
}

/** Answers whoever asks the sandbox's origin for something. */
export function answerSandbox(place: Place, request: IncomingMessage, response: ServerResponse): void {
  const pageOrigin = place.public?.origin ?? reachedOrigin(place, request);
  const refusal = refuse(request, place);
  if (refusal !== null || pageOrigin === null) {
    const { status, message } = refusal ?? { status: 400, message: "The Host header names no machine." };
    answerApiError(response, status, { code: "bad_request", message }, status === 405 ? { allow: "GET, HEAD" } : {});
    return;
  }
  const policy = sandboxPolicy(pageOrigin, permitOf(request, place) !== null);
  serveDocument(response, 200, { html: sandboxDocument(pageOrigin), policy });
}

/** The permit to frame a panel in the address that is asked for; null: it has none that is good. */
export function permitOf(
  { url = "/" }: Pick<IncomingMessage, "url">,
  { isPermit }: Pick<Panels, "isPermit">,
): string | null {
  const permit = new URLSearchParams(url.split("?", 2)[1] ?? "").get(PANEL_PARAMETER);
  return permit !== null && isPermit(permit) ? permit : null;
}

function reachedOrigin(place: Place, { headers }: IncomingMessage): string | null {
  const name = reachedName(place, headers.host);
  return name === null ? null : originAt(name, place.pagePort);
}

function refuse(request: IncomingMessage, place: Place): { readonly status: number; readonly message: string } | null {
  const verdict = checkHost(request, place);
  const site = request.headers["sec-fetch-site"];
  if (!verdict.ok) return verdict;
  // The page frames it, from another port of the same name. A public page may have another name, which its policy knows.
  if (site === "cross-site" && place.public === undefined)
    return { status: 403, message: "Only the page may frame this." };
  if (request.url !== "/" && !(request.url?.startsWith("/?") && permitOf(request, place) !== null))
    return { status: 404, message: "There is nothing here: this is only the canvas's frame." };
  const { method = "" } = request;
  return method === "GET" || method === "HEAD"
    ? null
    : { status: 405, message: `This takes GET, HEAD, not ${method}.` };
}
