import { isObject } from "../wire/json-rpc.ts";
import {
  type ActionEnvelope,
  type ActionOrigin,
  AVAILABILITIES,
  type CanvasState,
  type Implementation,
  type OpenCanvasRef,
  type Snapshot,
} from "../wire/types.ts";
import { plain } from "./client-error.ts";

/** What a host says is looked at before it is believed. Null, or left out: it is not what it should be. */

export function readEnvelope(value: unknown): ActionEnvelope | null {
  if (!isObject(value)) return null;
  const { channel, action, serverSeq, origin, rejectionReason } = value;
  if (typeof channel !== "string" || !isSeq(serverSeq) || !isObject(action)) return null;
  const { type } = action;
  if (typeof type !== "string") return null;
  return {
    channel,
    action: { ...action, type },
    serverSeq,
    ...(isOrigin(origin) ? { origin } : {}),
    ...(typeof rejectionReason === "string" ? { rejectionReason } : {}),
  };
}

/** With the state in a form that reducers can work on. */
export function readSnapshot(value: unknown): Snapshot | null {
  if (!isObject(value)) return null;
  const { resource, state, fromSeq } = value;
  if (typeof resource !== "string" || !isSeq(fromSeq) || !isObject(state)) return null;
  return { resource, fromSeq, state: resource.startsWith("ahp-session:") ? sessionState(state) : state };
}

/** A session always has a list of its clients. */
function sessionState(state: Readonly<Record<string, unknown>>): unknown {
  const { activeClients } = state;
  const isClient = (each: unknown) => isObject(each) && typeof each.clientId === "string";
  if (!Array.isArray(activeClients)) return { ...state, activeClients: [] };
  return activeClients.every(isClient) ? state : { ...state, activeClients: activeClients.filter(isClient) };
}

export interface Greeting {
  readonly protocolVersion: string;
  readonly serverSeq: number;
  readonly serverInfo: Implementation;
  /** Where its session is, if it says so at once. */
  readonly session: string | null;
}

export function readGreeting(value: unknown): Greeting | null {
  if (!isObject(value)) return null;
  const { protocolVersion, serverSeq, serverInfo, _meta } = value;
  if (typeof protocolVersion !== "string" || !isSeq(serverSeq)) return null;
  const info: Readonly<Record<string, unknown>> = isObject(serverInfo) ? serverInfo : {};
  const session = isObject(_meta) ? _meta.session : undefined;
  return {
    protocolVersion: plain(protocolVersion, 40),
    serverSeq,
    serverInfo: {
      name: typeof info.name === "string" ? plain(info.name) : "",
      ...(typeof info.version === "string" ? { version: plain(info.version) } : {}),
    },
    session: typeof session === "string" ? session : null,
  };
}

/** What became of each channel while the connection was away. */
export type Resumed = "replayed" | Snapshot | "missing";

export interface Resumption {
  /** Of exactly the channels that were asked for. */
  readonly channels: ReadonlyMap<string, Resumed>;
  /** What was missed, of all channels, the oldest first. */
  readonly envelopes: readonly ActionEnvelope[];
}

/** The answer to `reconnect`, in its older form (one kind for all channels) or its newer (each its own). */
export function readResumption(value: unknown, asked: readonly string[]): Resumption | null {
  if (!isObject(value)) return null;
  const channels = new Map<string, Resumed>();
  const of = (found: ReadonlyMap<string, Resumed>, otherwise: Resumed) => {
    for (const channel of asked) channels.set(channel, found.get(channel) ?? otherwise);
    return channels;
  };
  if (Array.isArray(value.channels)) {
    const each = value.channels.filter(isObject);
    const found = new Map(each.flatMap((one) => resumedOne(one)));
    const actions = each.flatMap((one) => (Array.isArray(one.actions) ? (one.actions as unknown[]) : []));
    return { channels: of(found, "missing"), envelopes: inOrder(actions) };
  }
  if (value.type === "replay" && Array.isArray(value.actions)) {
    const missing = Array.isArray(value.missing) ? (value.missing as unknown[]) : [];
    const found = new Map(missing.flatMap((one) => (typeof one === "string" ? [[one, "missing"] as const] : [])));
    return { channels: of(found, "replayed"), envelopes: inOrder(value.actions) };
  }
  if (value.type === "snapshot" && Array.isArray(value.snapshots)) {
    const snapshots = (value.snapshots as unknown[]).map(readSnapshot).filter((one) => one !== null);
    return { channels: of(new Map(snapshots.map((one) => [one.resource, one])), "missing"), envelopes: [] };
  }
  return null;
}

function resumedOne(one: Readonly<Record<string, unknown>>): readonly (readonly [string, Resumed])[] {
  const { kind, channel } = one;
  if (typeof channel !== "string") return [];
  if (kind === "replay") return [[channel, "replayed"]];
  const snapshot = kind === "snapshot" ? readSnapshot(one.snapshot) : null;
  return [[channel, snapshot?.resource === channel ? snapshot : "missing"]];
}

function inOrder(actions: readonly unknown[]): readonly ActionEnvelope[] {
  return actions
    .map(readEnvelope)
    .filter((one) => one !== null)
    .sort((a, b) => a.serverSeq - b.serverSeq);
}

/** Those entries of a session's list of open canvases that can be shown. */
export function readOpenCanvases(session: unknown): readonly OpenCanvasRef[] {
  if (!isObject(session) || !Array.isArray(session.openCanvases)) return [];
  return session.openCanvases.filter(isOpenCanvas);
}

/** A canvas of the proposal, all of whose texts are texts. */
export function readCanvas(value: unknown): CanvasState | null {
  if (!isObject(value) || !isAvailability(value.availability)) return null;
  const { instanceId, canvasId, extensionId, extensionName, displayName, title, status, url, input, provider } = value;
  const isRight =
    [instanceId, canvasId, extensionId].every((each) => typeof each === "string") &&
    [extensionName, displayName, title, status, url].every(isTextOrNothing) &&
    (input === undefined || isObject(input)) &&
    isObject(provider);
  return isRight ? (value as unknown as CanvasState) : null;
}

function isOpenCanvas(value: unknown): value is OpenCanvasRef {
  if (!isObject(value)) return false;
  const { instanceId, channel, canvasId, extensionId, extensionName, title, availability } = value;
  return (
    [instanceId, channel, canvasId, extensionId].every((each) => typeof each === "string") &&
    [extensionName, title].every(isTextOrNothing) &&
    isAvailability(availability)
  );
}

function isTextOrNothing(value: unknown): boolean {
  return value === undefined || typeof value === "string";
}

function isAvailability(value: unknown): boolean {
  return AVAILABILITIES.some((known) => known === value);
}

function isOrigin(value: unknown): value is ActionOrigin {
  return isObject(value) && typeof value.clientId === "string" && typeof value.clientSeq === "number";
}

function isSeq(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
