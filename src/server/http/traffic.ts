import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { RATE_HEADER } from "../../protocol/page.ts";
import type { Observer } from "../observe/observer.ts";
import type { Refusal, ServedRequest } from "../observe/request-context.ts";
import { createRateLimit, secondsFrom } from "../rate-limit/rate-limit.ts";

/** How much one process takes on at once. */
export interface TrafficLimits {
  readonly inFlight: number;
  /** Event streams and calls that wait for a review, together: they cost little, and last. */
  readonly parked: number;
  /** Of those, of one person where people are known: nobody takes the room of all others. */
  readonly parkedEach: number;
  /** Of request bodies, together. */
  readonly bodyBytes: number;
}

export const TRAFFIC_LIMITS: TrafficLimits = {
  inFlight: 512,
  parked: 2_000,
  parkedEach: 200,
  bodyBytes: 96 * 1024 * 1024,
};

/** How many requests a second each owner may make, and whose a request is. Left out: as many as they like. */
export interface OwnerRate {
  readonly aSecond: number;
  readonly ownerOf: (request: IncomingMessage) => string;
}

/** Why a request is not served now, in words, and when to try again. */
export interface TurnedAway {
  readonly message: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** One request that was let begin. */
export interface AdmittedRequest {
  readonly served: ServedRequest;
  /** From now on it waits, and is not among those under way. `owner`: whose it is, where that was not said yet. */
  park(as: "stream" | "review", owner?: string): TurnedAway | null;
  /** So many more bytes of its body are in memory, until it is answered; fewer: so many less. */
  hold(bytes: number): TurnedAway | null;
  /** None of its body is in memory any more. */
  letGo(): void;
  /** Counts it among those of its owner; left out: of whoever `OwnerRate` says. */
  countForOwner(owner?: string): TurnedAway | null;
}

export interface Traffic {
  /** Counts a request until its answer is over. `isProbe`: it must be answered however much is under way. */
  begin(asked: {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    readonly route: string;
    readonly isProbe: boolean;
  }): { readonly served: ServedRequest; readonly refused: TurnedAway | null };
}

const BURST_SECONDS = 4;
const MOST_OWNERS = 50_000;
const CLIENT_GONE = 499;
const MEGABYTE = 1024 * 1024;

// Whoever answers a request finds by it what it may still take.
const admitted = new WeakMap<IncomingMessage, AdmittedRequest>();

/** Undefined: nobody counts this request, as in servers of embedders. */
export function admittedRequest(request: IncomingMessage): AdmittedRequest | undefined {
  return admitted.get(request);
}

/** It was turned away for this reason. */
export function noteRefusal(request: IncomingMessage, refusal: Refusal): void {
  const served = admitted.get(request)?.served;
  if (served !== undefined) served.refusal = refusal;
}

export function createTraffic(options: {
  readonly observer: Observer;
  readonly limits: TrafficLimits;
  readonly rate?: OwnerRate | undefined;
  /** Aborted when the server ends: no connection is kept from then on. */
  /** From then on each answer is the last of its connection: whoever balances finds another node. */
  readonly draining?: AbortSignal | undefined;
  readonly closing?: AbortSignal | undefined;
}): Traffic {
  const { observer, limits, rate, draining, closing } = options;
  const open = new Set<ServerResponse>();
  const parkedOf = new Map<string, number>();
  const countParked = (owner: string, by: 1 | -1): void => {
    const count = (parkedOf.get(owner) ?? 0) + by;
    if (count === 0) parkedOf.delete(owner);
    else parkedOf.set(owner, count);
  };
  const now = { inFlight: 0, streams: 0, reviews: 0, bodyBytes: 0 };
  observer.metrics.watchOccupancy(() => now);
  const onceOver = createAnswerEnds();
  const countOwner = rate === undefined ? () => null : createOwnerCount(rate);
  closing?.addEventListener("abort", () => {
    for (const response of open) if (!response.headersSent) response.setHeader("connection", "close");
  });
  const full = (served: ServedRequest, message: string, seconds = 1): TurnedAway => {
    served.refusal = "busy";
    return { message, headers: { "retry-after": String(seconds) } };
  };

  return {
    begin({ request, response, route, isProbe }) {
      const began = performance.now();
      const { socket, headers, method } = request;
      const sentBefore = socket.bytesWritten;
      const served = observer.begin({ givenId: headers["x-request-id"], method, route });
      let held = 0;
      let whose: string | undefined;
      response.setHeader("x-request-id", served.id);
      if (draining?.aborted || closing?.aborted) response.setHeader("connection", "close");
      open.add(response);
      if (!isProbe) now.inFlight += 1;
      response.on("timeout", dropUnread);
      onceOver(socket, response, () => {
        open.delete(response);
        if (served.parkedAs === "stream") now.streams -= 1;
        else if (served.parkedAs === "review") now.reviews -= 1;
        else if (!isProbe) now.inFlight -= 1;
        if (served.parkedAs !== undefined && whose !== undefined) countParked(whose, -1);
        now.bodyBytes -= held;
        // Its head may have been sent before, and said otherwise.
        if (closing?.aborted) socket.destroySoon();
        observer.end(served, {
          // A WebSocket's head is written by others.
          status: response.headersSent || response.statusCode === 101 ? response.statusCode : CLIENT_GONE,
          ms: performance.now() - began,
          bytesOut: Math.max(0, socket.bytesWritten - sentBefore),
          isCut: !response.writableFinished && served.parkedAs !== "stream",
        });
      });
      admitted.set(request, {
        served,
        park: (as, owner = whose) => {
          if (served.parkedAs !== undefined) return null;
          if (owner !== undefined && (parkedOf.get(owner) ?? 0) >= limits.parkedEach)
            return full(served, `${limits.parkedEach} pages and reviews of yours wait here already. Close some.`, 10);
          if (now.streams + now.reviews >= limits.parked)
            return full(served, `${limits.parked} pages and reviews wait here already. Try again in 10 seconds.`, 10);
          if (!isProbe) now.inFlight -= 1;
          now[as === "stream" ? "streams" : "reviews"] += 1;
          served.parkedAs = as;
          whose = owner;
          if (owner !== undefined) countParked(owner, 1);
          return null;
        },
        hold: (bytes) => {
          if (now.bodyBytes + bytes > limits.bodyBytes) {
            const most = Math.floor(limits.bodyBytes / MEGABYTE);
            return full(served, `This server holds ${most} MB of requests at once, and no more fits. Try again.`);
          }
          now.bodyBytes += bytes;
          held += bytes;
          return null;
        },
        letGo: () => {
          now.bodyBytes -= held;
          held = 0;
        },
        countForOwner: (owner) => {
          whose = owner;
          const refused = countOwner(request, owner);
          if (refused !== null) served.refusal = "rate";
          return refused;
        },
      });
      const isFull = !isProbe && now.inFlight > limits.inFlight;
      const words = `This server answers ${limits.inFlight} requests at once, and so many are under way. Try again in a second.`;
      return { served, refused: isFull ? full(served, words) : null };
    },
  };
}

/** Calls back once the answer is over, or its connection: answers that wait for one before them are never told of that. */
function createAnswerEnds(): (socket: Socket, response: ServerResponse, work: () => void) => void {
  const bySocket = new WeakMap<Socket, Set<() => void>>();
  const endsOf = (socket: Socket): Set<() => void> => {
    const known = bySocket.get(socket);
    if (known !== undefined) return known;
    const ends = new Set<() => void>();
    bySocket.set(socket, ends);
    socket.once("close", () => {
      for (const end of [...ends]) end();
    });
    return ends;
  };
  return (socket, response, work) => {
    const ends = endsOf(socket);
    const end = (): void => {
      if (ends.delete(end)) work();
    };
    ends.add(end);
    response.once("close", end);
  };
}

/** A caller that takes nothing of its answer: without this, who never reads keeps it in memory for ever. */
function dropUnread(this: ServerResponse, socket: Socket): void {
  if (socket.writableLength > 0) socket.destroy();
}

function createOwnerCount({
  aSecond,
  ownerOf,
}: OwnerRate): (request: IncomingMessage, owner?: string) => TurnedAway | null {
  const burst = Math.max(1, BURST_SECONDS * aSecond);
  const limit = createRateLimit({ burst, everyMs: 1_000 / aSecond }, MOST_OWNERS);
  return (request, owner) => {
    // A clock that nobody sets.
    const waitMs = limit.take(owner ?? ownerOf(request), performance.now());
    if (waitMs === 0) return null;
    const seconds = secondsFrom(waitMs);
    const soon = seconds === 1 ? "a second" : `${seconds} seconds`;
    return {
      message: `At most ${aSecond} requests a second are served for one owner, ${burst} of them at once. Try again in ${soon}.`,
      headers: { "retry-after": String(seconds), [RATE_HEADER]: String(aSecond) },
    };
  };
}
