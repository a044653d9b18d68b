import { type Channels, reduceChannels } from "../wire/channels.ts";
import type { ActionEnvelope, Snapshot } from "../wire/types.ts";

/**
 * The channels that this client listens to, and their states. A channel is waiting until its snapshot is there: what comes
 * before is held, and done after it. What has a number that its channel has seen already is a duplicate, and is not done.
 */
export interface Subscriptions {
  /** The states of those that have one. The same object until one of them changes. */
  states(): Channels;
  stateOf(channel: string): unknown;
  has(channel: string): boolean;
  isLive(channel: string): boolean;
  live(): readonly string[];
  waiting(): readonly string[];
  /** The number of the last envelope, of whatever channel. */
  seen(): number;
  /** The host counts from here. */
  countFrom(serverSeq: number): void;
  /** From now on a snapshot is waited for; the state that there was stays until then. */
  wait(channel: string): void;
  /** Null: the channel has no state. What was held is done now, as far as it is newer. */
  begin(channel: string, snapshot: Snapshot | null): void;
  drop(channel: string): void;
  /** False: so much is held that no more is. */
  take(envelope: ActionEnvelope): boolean;
}

interface Subscription {
  /** What came before the snapshot; null: it is there. */
  held: ActionEnvelope[] | null;
  seen: number;
}

/** As many envelopes as are held for snapshots that do not come. */
const MOST_HELD = 10_000;

/** `onAction`: an action was done, and is in the states already. */
export function createSubscriptions(onChange: () => void, onAction: (envelope: ActionEnvelope) => void): Subscriptions {
  const subscriptions = new Map<string, Subscription>();
  let states: Channels = {};
  let seen = 0;
  let held = 0;

  const change = (next: Channels): void => {
    if (next === states) return;
    states = next;
    onChange();
  };
  const without = (channel: string): Channels => {
    if (!Object.hasOwn(states, channel)) return states;
    const { [channel]: _, ...rest } = states;
    return rest;
  };
  const apply = (subscription: Subscription, envelope: ActionEnvelope): void => {
    if (envelope.serverSeq <= subscription.seen) return;
    subscription.seen = envelope.serverSeq;
    change(reduceChannels(states, envelope));
    onAction(envelope);
  };
  const release = (subscription: Subscription | undefined): readonly ActionEnvelope[] => {
    const envelopes = subscription?.held ?? [];
    held -= envelopes.length;
    return envelopes;
  };

  return {
    states: () => states,
    stateOf: (channel) => (Object.hasOwn(states, channel) ? states[channel] : undefined),
    has: (channel) => subscriptions.has(channel),
    isLive: (channel) => subscriptions.get(channel)?.held === null,
    live: () => [...subscriptions].filter(([, one]) => one.held === null).map(([channel]) => channel),
    waiting: () => [...subscriptions].filter(([, one]) => one.held !== null).map(([channel]) => channel),
    seen: () => seen,
    countFrom(serverSeq) {
      seen = serverSeq;
    },
    wait(channel) {
      release(subscriptions.get(channel));
      subscriptions.set(channel, { held: [], seen: 0 });
    },
    begin(channel, snapshot) {
      const before = subscriptions.get(channel);
      if (before === undefined) return;
      const envelopes = release(before);
      const live: Subscription = { held: null, seen: snapshot?.fromSeq ?? 0 };
      subscriptions.set(channel, live);
      change(snapshot === null ? without(channel) : { ...states, [channel]: snapshot.state });
      for (const envelope of envelopes) apply(live, envelope);
    },
    drop(channel) {
      release(subscriptions.get(channel));
      subscriptions.delete(channel);
      change(without(channel));
    },
    take(envelope) {
      // What was refused changed nothing; whoever asked for it hears of it elsewhere.
      if (envelope.rejectionReason !== undefined) return true;
      seen = Math.max(seen, envelope.serverSeq);
      const subscription = subscriptions.get(envelope.channel);
      if (subscription === undefined) return true;
      if (subscription.held === null) apply(subscription, envelope);
      else if (held >= MOST_HELD) return false;
      else {
        subscription.held.push(envelope);
        held += 1;
      }
      return true;
    },
  };
}
