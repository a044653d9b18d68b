import { type Arrival, type Moment, OPEN_FOR_MS } from "../../core/document/draft.ts";
import type { Outcome } from "../../protocol/errors.ts";
import type { Allowed } from "../access/may.ts";
import type { Who } from "../access/who.ts";
import { type Caller, whoOf } from "../access/who.ts";
import type { After } from "../clock/timer.ts";
import type { Log } from "../observe/observer.ts";
import { oneCanvasOf } from "../storage/one-canvas.ts";
import type { Store } from "../storage/ports.ts";
import type { Limits } from "./limits.ts";
import type { PageRoom } from "./reading/page-room.ts";

/** What actions stand on. All of it outlives a call. */
export interface ActionDeps {
  readonly store: Store;
  readonly clock: () => Date;
  /** How to wait; by Node's own timers when left out. */
  readonly after?: After;
  /** A random text of this length from the id alphabet, from a cryptographic source. */
  readonly randomId: (length: number) => string;
  /** Never given content. */
  readonly log: Log;
  /** What each owner may have; only what every canvas holds at most when left out. */
  readonly limits?: Limits;
  /** Aborted when the server ends: what waits for a person is told to ask again. */
  readonly closing?: AbortSignal;
  /** Where people open canvases in a browser; left out: nowhere. */
  readonly page?: PageAddress;
  /** How often texts are kept without a key, by owner; none when left out. */
  readonly keeps?: KeepLimit;
  /** Where long actions run, so that others need not wait for them; here when left out. */
  readonly longActions?: LongActions;
}

export interface PageAddress {
  /** Where this canvas (without: the list) is opened. Null: there is no such place, and why was logged. */
  linkTo(canvasId?: string): Promise<string | null>;
}

export interface LongActions {
  /** What `here` gives, or what the action gives elsewhere if it would take long. */
  run<T extends object>(asked: {
    readonly action: string;
    readonly call: Call;
    readonly input: Readonly<Record<string, unknown>>;
    readonly canvasId: string;
    readonly here: () => Promise<Outcome<T>>;
  }): Promise<Outcome<T>>;
}

/** A limit that may be kept in another process. */
export interface KeepLimit {
  readonly take: (owner: string, now: Date) => number | Promise<number>;
  readonly giveBack: (owner: string) => void;
}

/** When a call came, among the others of its connection. */
export interface Received {
  /** Random, the same for all calls of one connection; undefined over stateless HTTP, where none lasts. */
  readonly connection: string | undefined;
  readonly order: number;
  /** The numbers of earlier calls that were not answered yet. */
  readonly unanswered: readonly number[];
  readonly at: Date;
}

/** One call of an action, by whichever door it came. */
export interface Call {
  readonly deps: ActionDeps;
  readonly who: Who;
  /**
   * The same for all calls of one connection, or of one session over HTTP. Left out where nothing tells whether two calls
   * of equal programs come from one conversation.
   */
  readonly session?: string | undefined;
  /** How a model's call came in; left out where whoever calls is sure to get every answer before it calls again. */
  readonly received?: Received | undefined;
  /** Aborted when the caller takes the call back. */
  readonly signal?: AbortSignal | undefined;
  /** It would not be noticed if the client had given up: an older one over stateless HTTP can only hang up. */
  readonly mayBeUnread?: boolean | undefined;
  /** How much of a text or a list one result may hold; as much as usual when left out. */
  readonly room?: PageRoom | undefined;
  /** How a model makes a new canvas at this door, in words. */
  readonly toCreate?: string;
  /** What the door does while an action waits. */
  readonly waiting?: Waiting;
  /** The action that runs, which `may` is asked about. */
  readonly action?: Allowed;
}

export interface Waiting {
  /** Where an earlier wait of the same agent ended without an answer: an answer after this number is its own, told to others or not. */
  readonly since?: number | undefined;
  /** Called once, when there is no answer yet and the wait begins. */
  readonly onBegin?: () => void;
  /** Called when it begins to wait, and again and again from then on, with how long it has waited. */
  readonly onTick?: (waitedMs: number) => void;
}

/** A call by the person, through a door that knows it to be them. */
export function personCall(deps: ActionDeps & Caller, client: string): Call {
  return { deps, who: { ...whoOf(deps), kind: "person", client } };
}

/** The same for a program that acts for a model. */
export function modelCall(deps: ActionDeps & Caller, client: string): Call {
  return { deps, who: { ...whoOf(deps), kind: "model", client } };
}

/** The call on a store in which there is nothing but the one canvas that the caller was let in for; else as it is. */
export function withinScope(call: Call): Call {
  const { deps, who } = call;
  return who.only === undefined ? call : { ...call, deps: { ...deps, store: oneCanvasOf(deps.store, who.only) } };
}

export function momentOf({ deps, who, received }: Call): Moment {
  const now = deps.clock();
  const { kind, client, name, subject } = who;
  return {
    by: {
      kind,
      ...(name === undefined ? {} : { name }),
      ...(subject === undefined ? {} : { subject }),
      ...(client === undefined ? {} : { client }),
    },
    now: now.toISOString(),
    sealOpenedBefore: new Date(now.getTime() - OPEN_FOR_MS).toISOString(),
    randomId: deps.randomId,
    ...(kind === "model" && received !== undefined ? { arrival: arrivalOf(received) } : {}),
  };
}

function arrivalOf({ connection, order, unanswered, at }: Received): Arrival {
  return { order, unanswered, at: at.toISOString(), ...(connection === undefined ? {} : { connection }) };
}
