import type { Identity } from "../../../server/access/identity.ts";
import type { CanvasCapability, ClientCapabilities, SessionActiveClient } from "../wire/types.ts";
import { hasReleasedCanvas } from "../wire/versions.ts";
import type { Deeds } from "./deeds.ts";

/** A connection, as the session sees it. */
export interface Link {
  /** Who is at the other end, where the server knows its people. */
  readonly identity: Identity | undefined;
  /** Says something, in order. Nothing is said by one that has ended. */
  notify(method: string, params: unknown): void;
  /** Asks, and waits; rejects with an `RpcFailure` when it is refused, takes too long, or the connection ends. */
  request(method: string, params: unknown): Promise<unknown>;
  /** Another connection of the same client took its place, or it may not stay. */
  end(code: number, why: string): void;
}

/**
 * A client, for as long as it is remembered: its connection may go, and come again. `shows`: which canvases it knows, those of
 * the proposal (it said so), the smaller ones of the released protocol (its version has them), or none.
 */
export interface Peer {
  readonly clientId: string;
  readonly version: string;
  readonly shows: "proposal" | "released" | "none";
  readonly reachesHost: boolean;
  readonly subscriptions: Set<string>;
  /** Its own address of an instance that it loads from this host's page. */
  readonly addresses: Map<string, string>;
  /** What it says of itself in the session; null: it is not active there. */
  active: SessionActiveClient | null;
  /** What it did, so that it is not done twice. */
  readonly deeds: Deeds;
  link: Link | null;
  /** Stops what waits for it to come back. */
  readonly waiting: (() => void)[];
}

export function newPeer(asked: {
  readonly clientId: string;
  readonly version: string;
  readonly capabilities: ClientCapabilities | undefined;
  readonly deeds: Deeds;
  readonly link: Link;
}): Peer {
  const canvas: CanvasCapability | undefined = asked.capabilities?.canvas;
  const shows = canvas !== undefined ? "proposal" : hasReleasedCanvas(asked.version) ? "released" : "none";
  return {
    clientId: asked.clientId,
    version: asked.version,
    shows,
    // The released protocol knows web addresses only.
    reachesHost: shows === "released" || canvas?.reachesHost === true,
    subscriptions: new Set(),
    addresses: new Map(),
    active: null,
    deeds: asked.deeds,
    link: asked.link,
    waiting: [],
  };
}
