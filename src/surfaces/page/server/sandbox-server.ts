import { createServer, type IncomingMessage, type Server } from "node:http";
import { checkHost } from "../../../server/http/access.ts";
import { answersWorker } from "../../../server/http/answer.ts";
import { originAt, reachedName } from "./own-origin.ts";
import { answerApiError, serveDocument } from "./page-answers.ts";
import { sandboxDocument, sandboxPolicy } from "./sandbox-document.ts";

interface Place {
  readonly host: string;
  readonly pageName?: string | undefined;
  readonly pagePort: number;
}

/** The sandbox's origin: one document for one page, and nothing else. Not yet listening. */
export function createSandboxServer(place: Place): Server {
  return createServer((request, response) => {
    if (answersWorker(request, response)) return;
    const name = reachedName(place, request.headers.host);
    const refusal = refuse(request, place);
    if (refusal !== null || name === null) {
      const { status, message } = refusal ?? { status: 400, message: "The Host header names no machine." };
      answerApiError(response, status, { code: "bad_request", message }, status === 405 ? { allow: "GET, HEAD" } : {});
      return;
    }
    const pageOrigin = originAt(name, place.pagePort);
    serveDocument(response, 200, { html: sandboxDocument(pageOrigin), policy: sandboxPolicy(pageOrigin) });
  });
}

function refuse(
  request: IncomingMessage,
  { host, pageName }: Place,
): { readonly status: number; readonly message: string } | null {
  const verdict = checkHost(request, { host, ...(pageName === undefined ? {} : { pageName }) });
  const site = request.headers["sec-fetch-site"];
  if (!verdict.ok) return verdict;
  // The page frames it, from another port of the same name.
  if (site === "cross-site") return { status: 403, message: "Only the page may frame this." };
  if (request.url !== "/") return { status: 404, message: "There is nothing here: this is only the canvas's frame." };
  const { method = "" } = request;
  return method === "GET" || method === "HEAD"
    ? null
    : { status: 405, message: `This takes GET, HEAD, not ${method}.` };
}
