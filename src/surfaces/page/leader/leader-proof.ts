/** Where a leader answers a challenge. */
export const LEADER_ROUTE = "/api/leader";
/** The last line to whoever follows a leader that lets its port go to another. */
export const YIELDED = "yielded";

/** What a leader says of itself; its proof covers all of it. */
export interface LeaderClaim {
  readonly storeId: string;
  readonly version: string;
  /** New with every answer. */
  readonly nonce: string;
  /** As it is bound: a program that passes a challenge on to the true leader is found out by it. */
  readonly port: number;
}

/** Shows knowledge of the page's key without revealing it. */
export interface Prover {
  prove(text: string): string;
  checkProof(text: string, proof: string): boolean;
}

/** A challenge is 32 hexadecimal digits and nothing else. */
export function isChallenge(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text);
}

/**
 * What is proved by whoever asks the leader on this port to let it go: it answers a leader that has just proved itself, and
 * holds for that one answer.
 */
export function yieldText({ challenge, nonce, port }: YieldProof): string {
  return JSON.stringify(["yield", challenge, nonce, port]);
}

export interface YieldProof {
  /** The asker's. */
  readonly challenge: string;
  /** The leader's. */
  readonly nonce: string;
  readonly port: number;
}

/** The text that the proof is made over. */
export function claimText(challenge: string, { port, nonce, storeId, version }: LeaderClaim): string {
  return JSON.stringify(["leader", challenge, nonce, port, storeId, version]);
}
