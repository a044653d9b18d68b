import type { IncomingMessage, ServerResponse } from "node:http";
import { answerError } from "../../../server/http/answer.ts";
import { claimText, isChallenge, type Prover } from "./leader-proof.ts";

/**
 * Answers `GET /api/leader?challenge=…`: proves that this process knows the page's key. With `&hold=1` the answer stays
 * open after its first line, so that its end tells whoever follows that the leader is gone. Closing the server ends it.
 */
export function answerLeader(
  request: IncomingMessage,
  response: ServerResponse,
  self: { readonly prove: Prover["prove"]; readonly storeId: string; readonly version: string },
): void {
  const asked = new URL(request.url ?? "/", "http://127.0.0.1").searchParams;
  const challenge = asked.get("challenge") ?? "";
  const port = request.socket.localPort;
  // Programs that share the data folder ask this; no page has a reason to.
  if (request.headers.origin !== undefined) {
    answerError(response, 403, "Only programs on this machine may ask who serves the page.");
    return;
  }
  if (!isChallenge(challenge) || port === undefined) {
    answerError(response, 400, "Pass challenge: 32 hexadecimal digits.");
    return;
  }
  const { storeId, version } = self;
  const line = JSON.stringify({
    storeId,
    version,
    proof: self.prove(claimText(challenge, { storeId, version, port })),
  });
  response.writeHead(200, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
  });
  if (asked.get("hold") === "1") response.write(`${line}\n`);
  else response.end(`${line}\n`);
}
