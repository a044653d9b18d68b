import type { After } from "../../../server/clock/timer.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import { CANVAS_CODES, canvasFailure, failure, RPC } from "../wire/json-rpc.ts";
import type {
  Action,
  ActionEnvelope,
  ClientCapabilities,
  ReconnectedChannel,
  ReconnectResult,
  SessionSummary,
  Snapshot,
} from "../wire/types.ts";
import { IDLE } from "../wire/types.ts";
import { chatUri, sessionUri } from "../wire/uris.ts";
import { createChannelStates, TITLE } from "./channel-states.ts";
import { createDeedsMemory } from "./deeds.ts";
import { type CanvasAgent, createInstances, type Instance, type Instances } from "./instances.ts";
import { type Audience, createNumberedLog, isFor, type LogEntry, type LogRoom } from "./numbered-log.ts";
import type { OwnProvider } from "./own-provider.ts";
import { type Link, newPeer, type Peer } from "./peer.ts";
import { envelopeFor } from "./project.ts";

/** How long a client whose connection is gone is waited for. In milliseconds. */
export interface Patience {
  /** Until what its views had not saved is saved for them. */
  readonly saveMs: number;
  /** Until it is no longer one of the session's active clients. */
  readonly activeMs: number;
  /** Until it is forgotten: then it has to begin anew. */
  readonly forgetMs: number;
}

const PATIENCE: Patience = { saveMs: 15_000, activeMs: 30_000, forgetMs: 10 * 60_000 };
/** So many clients of one session are remembered; of those that are away the first to go is forgotten first. */
const MOST_PEERS = 200;

export interface SessionOptions {
  /** The same after a restart: clients find what they had open. */
  readonly ids: { readonly session: string; readonly chat: string };
  readonly own: OwnProvider;
  /** A random id; the same for the same text. */
  readonly newId: (of?: string) => string;
  readonly now: () => Date;
  readonly after: After;
  readonly log: (line: string) => void;
  /** The last client that was remembered is forgotten. */
  readonly onEmpty?: () => void;
  readonly room?: LogRoom;
  readonly patience?: Partial<Patience>;
}

/**
 * The one session of an owner: what its clients see, in one numbered order. Its agent is whoever drives canvases: what they do
 * arrives here as it does everywhere.
 */
export interface AhpSession {
  readonly channel: string;
  readonly chat: string;
  readonly instances: Instances;
  readonly agent: CanvasAgent;
  lastSeq(): number;
  summary(): SessionSummary;
  /** A client that begins anew. */
  join(asked: {
    readonly clientId: string;
    readonly version: string;
    readonly capabilities: ClientCapabilities | undefined;
    /** Which run of its program it is, if it says so. */
    readonly run: string | undefined;
    readonly link: Link;
  }): Peer;
  /** One that is remembered comes back, and says by which connection once it is told what it missed; null: it is not remembered. */
  rejoin(clientId: string): Peer | null;
  /** Its connection is gone. */
  drop(peer: Peer, link: Link): void;
  /** Null: there is no such channel for this client. */
  subscribe(peer: Peer, channel: string): Promise<Snapshot | null>;
  /** All of these that are there, as they are at one moment. */
  subscribeAll(peer: Peer, channels: readonly string[]): Promise<readonly Snapshot[]>;
  unsubscribe(peer: Peer, channel: string): void;
  /** Whoever loads this instance from here is given another address with the next that is said of it: theirs is used up. */
  renewAddresses(instanceId: string): Promise<void>;
  /** What it missed. From then on it is told everything by this connection. */
  resume(peer: Peer, link: Link, lastSeen: number, channels: readonly string[]): ReconnectResult;
  resumeEach(
    peer: Peer,
    link: Link,
    channels: readonly { readonly channel: string; readonly lastSeenServerSeq: number }[],
  ): ReconnectResult;
  /** Says something on a channel, to those who listen. */
  publish(entry: Omit<LogEntry, "seq" | "to"> & { readonly to?: Audience }): void;
  /** What a client says of itself; null: it is active no more. */
  setActive(peer: Peer, active: Peer["active"], origin?: LogEntry["origin"]): void;
  peers(): readonly Peer[];
  /** Ends all connections. */
  close(): void;
}

export function createAhpSession(options: SessionOptions): AhpSession {
  const { ids, own, newId, now, after, log: say } = options;
  const patience = { ...PATIENCE, ...options.patience };
  const channel = sessionUri(ids.session);
  const chat = chatUri(ids.chat);
  const log = createNumberedLog(options.room);
  const peers = new Map<string, Peer>();
  const deedsOf = createDeedsMemory();
  const begun = now().toISOString();
  let changed = begun;

  const deliver = (entry: LogEntry): void => {
    for (const peer of peers.values()) {
      const listens = entry.to.kind === "peer" || peer.subscriptions.has(entry.channel);
      if (peer.link !== null && listens && isFor(entry, peer)) peer.link.notify("action", envelopeFor(peer, entry));
    }
  };
  const publish: AhpSession["publish"] = ({ to = { kind: "all" }, ...entry }) => {
    // An answer to one client is no news.
    if (to.kind !== "peer") changed = now().toISOString();
    deliver(log.add({ ...entry, to }));
  };

  const instances = createInstances({
    session: channel,
    own,
    newId,
    log: say,
    ask: (clientId, method, params) => {
      const link = peers.get(clientId)?.link;
      const away = canvasFailure(CANVAS_CODES.unavailable, "Whoever provides this canvas is away. Try again later.");
      return link ? link.request(method, params) : Promise.reject(away);
    },
    onDeclarations: () =>
      publish({
        channel,
        to: { kind: "capable" },
        action: { type: "session/canvasesChanged", canvases: instances.declarations() },
      }),
    onOpen: () => {
      publish({
        channel,
        to: { kind: "capable" },
        action: { type: "session/openCanvasesChanged", openCanvases: instances.refs() },
      });
      const canvases = states.namedCanvases();
      publish({
        channel: chat,
        to: { kind: "released" },
        action: { type: "chat/canvasesChanged", ...(canvases === undefined ? {} : { canvases }) },
      });
    },
    onUpdate: ({ channel: of, state }, update) => {
      publish({ channel: of, to: { kind: "capable" }, action: { ...update, state } });
      publish({ channel: of, to: { kind: "released" }, action: { type: "canvas/stateChanged", state } });
    },
    onClosed: ({ channel: of, state }) => {
      for (const peer of peers.values()) {
        peer.subscriptions.delete(of);
        peer.addresses.delete(state.instanceId);
      }
    },
  });

  const states = createChannelStates({
    session: channel,
    chat,
    provider: own.extensionId,
    begun,
    instances: () => instances,
  });
  const { stateOf } = states;
  const snapshotOf = (peer: Peer, of: string): Snapshot | null => {
    const state = stateOf(peer, of);
    return state === null ? null : { resource: of, state, fromSeq: log.last() };
  };

  /** One of its own, by which it loads the instance from here. */
  const giveAddress = async (peer: Peer, instance: Instance | undefined): Promise<void> => {
    if (instance?.state.provider.kind !== "server" || !peer.reachesHost || peer.shows === "none") return;
    const { instanceId } = instance.state;
    const address = await own.addressFor(instanceId, peer.clientId);
    if (address !== null && instances.byId(instanceId) !== undefined) peer.addresses.set(instanceId, address);
  };

  const subscribeAll: AhpSession["subscribeAll"] = async (peer, channels) => {
    for (const of of channels) await giveAddress(peer, instances.byChannel(of));
    // From here on nothing happens in between.
    return channels.flatMap((of) => {
      const snapshot = snapshotOf(peer, of);
      if (snapshot !== null) peer.subscriptions.add(of);
      return snapshot ?? [];
    });
  };

  /** The instances that a client shows: it listens to their channels. */
  const shownBy = (peer: Peer): readonly Instance[] =>
    instances.all().filter((instance) => peer.subscriptions.has(instance.channel));
  const leave = (peer: Peer, of: string): void => {
    if (!peer.subscriptions.delete(of)) return;
    const instance = instances.byChannel(of);
    if (of === channel && peer.active !== null) setActive(peer, null);
    if (instance?.state.provider.kind !== "server") return;
    peer.addresses.delete(instance.state.instanceId);
    own.leave(instance.state.instanceId, peer.clientId).catch(report);
  };
  const report = (error: unknown): void =>
    say(`AHP: what a view had not saved was not saved for it: ${describeError(error)}`);

  const setActive: AhpSession["setActive"] = (peer, active, origin) => {
    peer.active = active;
    const action: Action =
      active === null
        ? { type: "session/activeClientRemoved", clientId: peer.clientId }
        : { type: "session/activeClientSet", activeClient: active };
    states.apply(action);
    publish({
      channel,
      action,
      ...(origin === undefined ? {} : { origin }),
    });
    const declared = peer.shows === "proposal" ? active?.canvasProviders : undefined;
    if (declared === undefined) instances.withdraw(peer.clientId);
    else instances.declare(peer.clientId, declared);
  };

  const stopWaiting = (peer: Peer): void => {
    for (const stop of peer.waiting.splice(0)) stop();
  };
  const forget = (peer: Peer): void => {
    stopWaiting(peer);
    // Whatever its connection still says, or its end, is nobody's.
    peer.link = null;
    if (peers.get(peer.clientId) === peer) peers.delete(peer.clientId);
    if (peer.active !== null) setActive(peer, null);
    for (const of of [...peer.subscriptions]) leave(peer, of);
    if (peers.size === 0) options.onEmpty?.();
  };
  const makeRoom = (): void => {
    for (const peer of peers.values()) {
      if (peers.size < MOST_PEERS) return;
      if (peer.link === null) forget(peer);
    }
    if (peers.size >= MOST_PEERS)
      throw failure(RPC.permissionDenied, `${MOST_PEERS} clients are connected to this session already. Close some.`);
  };

  const drop: AhpSession["drop"] = (peer, link) => {
    if (peer.link !== link) return;
    peer.link = null;
    instances.withdraw(peer.clientId);
    const shown = shownBy(peer).filter(({ state }) => state.provider.kind === "server");
    peer.waiting.push(
      after(patience.saveMs, () => {
        for (const { state } of shown) own.away(state.instanceId, peer.clientId).catch(report);
      }),
      after(patience.activeMs, () => peer.active !== null && setActive(peer, null)),
      after(patience.forgetMs, () => forget(peer)),
    );
  };

  /** The channels of these that are there for the client, which it listens to from now on, and to no others. */
  const listenOnly = (peer: Peer, wanted: readonly string[]): readonly string[] => {
    const there = wanted.filter((of) => stateOf(peer, of) !== null);
    for (const of of [...peer.subscriptions]) if (!there.includes(of)) leave(peer, of);
    for (const of of there) peer.subscriptions.add(of);
    if (peer.active?.canvasProviders !== undefined && peer.shows === "proposal")
      instances.declare(peer.clientId, peer.active.canvasProviders);
    return there;
  };
  /** A snapshot has what is, and not what was said to a view. */
  const tellMissed = (peer: Peer, of: string): void => {
    const state = instances.byChannel(of)?.state;
    if (state?.provider.kind !== "server") return;
    own
      .missed(state.instanceId, peer.clientId)
      .catch((error: unknown) => say(`AHP: a view was not shown what it missed: ${describeError(error)}`));
  };
  const missedOf = (peer: Peer, entries: readonly LogEntry[], there: readonly string[]): readonly ActionEnvelope[] =>
    entries
      .filter((entry) => isFor(entry, peer) && (entry.to.kind === "peer" || there.includes(entry.channel)))
      .map((entry) => envelopeFor(peer, entry));

  return {
    channel,
    chat,
    instances,
    agent: instances,
    lastSeq: () => log.last(),
    summary: () => ({
      resource: channel,
      provider: own.extensionId,
      title: TITLE,
      status: IDLE,
      createdAt: begun,
      modifiedAt: changed,
    }),
    join(asked) {
      const before = peers.get(asked.clientId);
      // One that takes its own place needs no other.
      if (before === undefined) makeRoom();
      const peer = newPeer({ ...asked, deeds: deedsOf(asked.clientId, asked.run) });
      peers.delete(peer.clientId);
      peers.set(peer.clientId, peer);
      before?.link?.end(REPLACED, "Another connection of this client took its place.");
      if (before !== undefined) forget(before);
      return peer;
    },
    rejoin(clientId) {
      const peer = peers.get(clientId);
      if (peer === undefined) return null;
      const before = peer.link;
      if (before !== null) {
        drop(peer, before);
        before.end(REPLACED, "Another connection of this client took its place.");
      }
      stopWaiting(peer);
      // The last to come is the last to be forgotten.
      peers.delete(clientId);
      peers.set(clientId, peer);
      return peer;
    },
    drop,
    subscribe: async (peer, of) => (await subscribeAll(peer, [of]))[0] ?? null,
    subscribeAll,
    unsubscribe: leave,
    async renewAddresses(instanceId) {
      const instance = instances.byId(instanceId);
      for (const peer of [...peers.values()])
        if (instance !== undefined && peer.subscriptions.has(instance.channel)) await giveAddress(peer, instance);
    },
    resume(peer, link, lastSeen, wanted) {
      const there = listenOnly(peer, wanted);
      const entries = log.after(lastSeen);
      peer.link = link;
      if (entries === null) {
        for (const of of there) tellMissed(peer, of);
        return { type: "snapshot", snapshots: there.flatMap((of) => snapshotOf(peer, of) ?? []) };
      }
      return {
        type: "replay",
        actions: missedOf(peer, entries, there),
        missing: wanted.filter((of) => !there.includes(of)),
      };
    },
    resumeEach(peer, link, wanted) {
      const there = listenOnly(
        peer,
        wanted.map((each) => each.channel),
      );
      const missed = wanted.map(({ channel: of, lastSeenServerSeq }) => ({
        of,
        entries: log.after(lastSeenServerSeq),
      }));
      peer.link = link;
      return {
        channels: missed.map(({ of, entries }): ReconnectedChannel => {
          const snapshot = there.includes(of) ? snapshotOf(peer, of) : null;
          if (snapshot === null) return { kind: "missing", channel: of };
          if (entries === null) {
            tellMissed(peer, of);
            return { kind: "snapshot", channel: of, snapshot };
          }
          return {
            kind: "replay",
            channel: of,
            actions: missedOf(
              peer,
              entries.filter((entry) => entry.channel === of),
              [of],
            ),
          };
        }),
      };
    },
    publish,
    setActive,
    peers: () => [...peers.values()],
    close() {
      for (const peer of [...peers.values()]) {
        peer.link?.end(GOING_AWAY, "This server ends.");
        stopWaiting(peer);
      }
      peers.clear();
    },
  };
}

/** WebSocket's own number for an end that is planned. */
const GOING_AWAY = 1001;
const REPLACED = 4001;
