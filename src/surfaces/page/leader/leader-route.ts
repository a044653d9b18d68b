import type { IncomingMessage, ServerResponse } from "node:http";
import { checkHost } from "../../../server/http/access.ts";
import { answerError } from "../../../server/http/answer.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import { claimText, isChallenge, type Prover } from "./leader-proof.ts";

interface Self {
  /** The address that the page is bound to. */
  readonly host: string;
  readonly prove: Prover["prove"];
  readonly storeId: string;
  readonly version: string;
}

export interface LeaderRoute {
  readonly answer: Answer;
  /** Tells whoever follows that this leader ends. */
  readonly release: () => void;
}

/**
 * Answers `GET /api/leader?challenge=…`: proves that this process knows the page's key. With `&hold=1` the answer stays
 * open after its first line: its end, whatever ended it, says that the leader is gone.
 */
export function createLeaderRoute(self: Self): LeaderRoute {
  const held = new Set<ServerResponse>();
  const answer: Answer = async (request, response) => {
    const host = checkHost(request, self);
    if (!host.ok) answerError(response, host.status, host.message);
    else if (request.method !== "GET")
      answerError(response, 405, `/api/leader takes GET, not ${request.method}.`, { allow: "GET" });
    // Programs that share the data folder ask this; no page has a reason to.
    else if (request.headers.origin !== undefined)
      answerError(response, 403, "Only programs on this machine may ask who serves the page.");
    else if (answerChallenge(request, response, self)) {
      held.add(response);
      response.once("close", () => held.delete(response));
    }
  };
  return {
    answer,
    release: () => {
      for (const response of held) response.end();
    },
  };
}

/** Whether the answer is to be held open. */
function answerChallenge(
  request: IncomingMessage,
  response: ServerResponse,
  { prove, storeId, version }: Self,
): boolean {
  const asked = new URL(request.url ?? "/", "http://127.0.0.1").searchParams;
  const challenge = asked.get("challenge") ?? "";
  const port = request.socket.localPort;
  if (!isChallenge(challenge) || port === undefined) {
    answerError(response, 400, "Pass challenge: 32 hexadecimal digits.");
    return false;
  }
  const line = JSON.stringify({ storeId, version, proof: prove(claimText(challenge, { storeId, version, port })) });
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  const isHeld = asked.get("hold") === "1";
  if (isHeld) response.write(`${line}\n`);
  else response.end(`${line}\n`);
  return isHeld;
}
