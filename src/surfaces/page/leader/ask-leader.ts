import { randomBytes } from "node:crypto";
import { type IncomingMessage, request as sendRequest } from "node:http";
import { z } from "zod";
import { claimText, LEADER_ROUTE, type Prover, YIELDED, yieldText } from "./leader-proof.ts";
import type { LeaderEnd } from "./leader-route.ts";

/** A process that knows our key. */
export interface LivingLeader {
  readonly kind: "leader";
  readonly storeId: string;
  readonly version: string;
  /** What it was asked with, and what it answered with: by these it can be asked for more. */
  readonly challenge: string;
  readonly nonce: string;
  /** Resolves when it is gone, or no longer watched. */
  readonly ended: Promise<LeaderEnd>;
  /** Stops watching it. */
  readonly release: () => void;
}

/** Who answers on a port of this machine. */
export type Answerer =
  | LivingLeader
  /** Another program. */
  | { readonly kind: "foreign" }
  /** Nobody listens. */
  | { readonly kind: "nobody" }
  /** It takes the connection and says nothing. */
  | { readonly kind: "silent" };

export interface Asking {
  readonly port: number;
  /** Keep the answer open, to learn of the leader's end. */
  readonly hold: boolean;
  readonly patienceMs: number;
}

const said = z.object({ storeId: z.string(), version: z.string(), nonce: z.string(), proof: z.string() });
const YIELD_WITHIN_MS = 15_000;
/** A leader's first line is far shorter; whoever sends more is none. */
const MOST_CHARACTERS = 4_096;

/** Asks who serves a port of 127.0.0.1. Never throws: whatever goes wrong is an answer. */
export function askLeader({ checkProof }: Pick<Prover, "checkProof">, asking: Asking): Promise<Answerer> {
  const { port, hold, patienceMs } = asking;
  const challenge = randomBytes(16).toString("hex");
  return new Promise((resolve) => {
    const path = `${LEADER_ROUTE}?challenge=${challenge}${hold ? "&hold=1" : ""}`;
    const request = sendRequest({ host: "127.0.0.1", port, path, agent: false });
    let connected = false;
    const settle = (answerer: Answerer) => {
      clearTimeout(late);
      resolve(answerer);
      if (answerer.kind !== "leader" || !hold) request.destroy();
    };
    const late = setTimeout(() => settle({ kind: "silent" }), patienceMs);
    request.on("socket", (socket) => {
      socket.once("connect", () => {
        connected = true;
      });
      // Watching a leader is no reason to stay.
      socket.unref();
    });
    // Nobody listened; or whoever did hung up: a leader that is ending, or no HTTP at all.
    request.on("error", (error: NodeJS.ErrnoException) =>
      settle({ kind: connected && error.code !== "ECONNRESET" && error.code !== "EPIPE" ? "foreign" : "nobody" }),
    );
    request.on("response", (response) => {
      response.setEncoding("utf8");
      const ended = endOf(response);
      // An answer cut off is reported by `close` as well.
      response.on("error", () => {});
      onFirstLine(response, (line) => {
        const claim = line === null || response.statusCode !== 200 ? null : readClaim(line);
        // Cut off in the middle: whoever it was is ending.
        if (line === null && response.errored) settle({ kind: "nobody" });
        else if (claim === null) settle({ kind: "foreign" });
        else if (!checkProof(claimText(challenge, { ...claim, port }), claim.proof)) settle({ kind: "foreign" });
        else {
          const { storeId, version, nonce } = claim;
          settle({ kind: "leader", storeId, version, challenge, nonce, ended, release: () => request.destroy() });
        }
      });
    });
    request.end();
  });
}

/**
 * Asks the leader on this port to let it go, once it has shown that it is one: nobody else hears the proof. Whether it did:
 * then the port is free.
 */
export async function askToYield(prover: Prover, port: number): Promise<boolean> {
  const leader = await askLeader(prover, { port, hold: false, patienceMs: YIELD_WITHIN_MS });
  if (leader.kind !== "leader") return false;
  const { challenge, nonce } = leader;
  const proof = prover.prove(yieldText({ challenge, nonce, port }));
  const path = `${LEADER_ROUTE}?challenge=${challenge}&nonce=${nonce}&yield=${proof}`;
  return new Promise((resolve) => {
    const request = sendRequest({ host: "127.0.0.1", port, path, agent: false }, (response) => {
      response.on("error", () => {});
      response.resume().once("close", () => resolve(response.statusCode === 200));
    });
    request.setTimeout(YIELD_WITHIN_MS, () => request.destroy());
    request.once("error", () => resolve(false));
    request.end();
  });
}

function endOf(response: IncomingMessage): Promise<LeaderEnd> {
  let last = "";
  response.on("data", (chunk: string) => {
    last = (last + chunk).slice(-MOST_CHARACTERS);
  });
  return new Promise((resolve) => {
    response.once("close", () => resolve(last.endsWith(`\n${YIELDED}\n`) ? "yielded" : "gone"));
  });
}

/** Calls back once: with the first line, or null when there is none. */
function onFirstLine(response: IncomingMessage, act: (line: string | null) => void): void {
  let text = "";
  let isDone = false;
  const finish = (line: string | null) => {
    if (!isDone) act(line);
    isDone = true;
  };
  response.on("data", (chunk: string) => {
    if (isDone) return;
    text += chunk;
    const end = text.indexOf("\n");
    if (end >= 0) finish(text.slice(0, end));
    else if (text.length > MOST_CHARACTERS) finish(null);
  });
  response.once("close", () => finish(null));
}

function readClaim(line: string): z.infer<typeof said> | null {
  try {
    return said.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
