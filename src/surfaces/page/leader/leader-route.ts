import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Access, callerOf, checkHost, checkSite, isLoopback } from "../../../server/http/access.ts";
import { answerError, answerJson } from "../../../server/http/answer.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import { admittedRequest } from "../../../server/http/traffic.ts";
import { claimText, isChallenge, type Prover, YIELDED, yieldText } from "./leader-proof.ts";

interface Self {
  /** The address that the page is bound to. */
  readonly host: string;
  /** Who may ask, where the system tells users apart. */
  readonly user?: Access["user"];
  readonly prover: Prover;
  readonly storeId: string;
  readonly version: string;
  /** Lets the port go at once, for another process of the folder that was told to use it; left out: it stays. */
  readonly onYield?: () => void;
}

/** Why a leader ends: it is gone, and whoever follows may take its place; or another has it already. */
export type LeaderEnd = "gone" | "yielded";

export interface LeaderRoute {
  readonly answer: Answer;
  /** Tells whoever follows that this leader ends. */
  readonly release: (end: LeaderEnd) => void;
}

/**
 * Answers `GET /api/leader?challenge=…`: proves that this process knows the page's key. With `&hold=1` the answer stays
 * open after its first line: its end, whatever ended it, says that the leader is gone. With `&nonce=…&yield=PROOF`, of an
 * answer just given, it is asked to let the port go.
 */
export function createLeaderRoute(self: Self): LeaderRoute {
  const held = new Set<ServerResponse>();
  const nonces = createNonces();
  const answer: Answer = async (request, response) => {
    const host = checkHost(request, self);
    if (!host.ok) answerError(response, host.status, host.message);
    else if (request.method !== "GET")
      answerError(response, 405, `/api/leader takes GET, not ${request.method}.`, { allow: "GET" });
    // Programs that share the data folder ask this; no page has a reason to.
    else if (request.headers.origin !== undefined || !checkSite(request).ok)
      answerError(response, 403, "Only programs on this machine may ask who serves the page.");
    else if (!(await isFellow(request, self)))
      answerError(response, 403, "Only programs of this server's user on this machine may ask who serves the page.");
    else if (answerChallenge(request, response, self, nonces) && !response.closed) {
      admittedRequest(request)?.park("stream");
      held.add(response);
      response.once("close", () => held.delete(response));
    }
  };
  return {
    answer,
    release: (end) => {
      for (const response of held) response.end(end === "yielded" ? `${YIELDED}\n` : "");
    },
  };
}

interface Nonces {
  give(): string;
  /** Whether it was given within the last seconds, and is taken for the first time. */
  take(nonce: string): boolean;
}

const NONCE_MS = 10_000;
const MOST_NONCES = 1_000;

function createNonces(): Nonces {
  const given = new Map<string, number>();
  return {
    give() {
      const nonce = randomBytes(16).toString("hex");
      const [oldest] = given.keys();
      if (given.size >= MOST_NONCES && oldest !== undefined) given.delete(oldest);
      given.set(nonce, performance.now());
      return nonce;
    },
    take(nonce) {
      const at = given.get(nonce);
      given.delete(nonce);
      return at !== undefined && performance.now() - at <= NONCE_MS;
    },
  };
}

/** Nobody else has the page's key, so nobody else has a reason to ask, or to keep answers open. */
async function isFellow(request: IncomingMessage, { user }: Self): Promise<boolean> {
  const from = (request.socket.remoteAddress ?? "").replace(/^::ffff:/i, "");
  if (!isLoopback(from)) return false;
  const caller = await callerOf(request, user === undefined ? {} : { user });
  return caller === "allowed" || caller === "hidden";
}

/** Whether the answer is to be held open. */
function answerChallenge(request: IncomingMessage, response: ServerResponse, self: Self, nonces: Nonces): boolean {
  const asked = new URL(request.url ?? "/", "http://127.0.0.1").searchParams;
  const challenge = asked.get("challenge") ?? "";
  const port = request.socket.localPort;
  if (!isChallenge(challenge) || port === undefined) {
    answerError(response, 400, "Pass challenge: 32 hexadecimal digits.");
    return false;
  }
  const asker = asked.get("yield");
  if (asker !== null) {
    const nonce = asked.get("nonce") ?? "";
    if (!nonces.take(nonce) || !self.prover.checkProof(yieldText({ challenge, nonce, port }), asker))
      answerError(response, 403, "Only a server of this data folder may ask for the port.");
    else if (self.onYield === undefined)
      answerError(response, 409, "This server was told to use this port, and stays.");
    else {
      self.onYield();
      answerJson(response, 200, { yields: true }, { connection: "close" });
    }
    return false;
  }
  const { storeId, version, prover } = self;
  const nonce = nonces.give();
  const proof = prover.prove(claimText(challenge, { storeId, version, nonce, port }));
  const line = JSON.stringify({ storeId, version, nonce, proof });
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
