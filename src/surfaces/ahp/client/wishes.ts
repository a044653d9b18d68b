import { isObject } from "../wire/json-rpc.ts";
import { AhpClientError, plain } from "./client-error.ts";
import type { Link } from "./link.ts";
import { readSnapshot } from "./read-host.ts";
import type { Subscriptions } from "./subscriptions.ts";

/** The subscriptions that were asked for and are not there yet: asked of the host, and over every new link again. */
export interface Wishes {
  /** Settles with the channel's state when that is there. */
  add(channel: string): Promise<unknown>;
  /** The host has forgotten all of them: everything that was there is a wish again. */
  renew(): void;
  /** Asks the host for whatever it was not asked for over this link. Never rejects. */
  ask(link: Link): Promise<void>;
  /** It is not wanted any more, or cannot be had. */
  forget(channel: string, why: AhpClientError): void;
  forgetAll(why: AhpClientError): void;
}

interface Wish {
  readonly answer: Promise<unknown>;
  readonly resolve: (state: unknown) => void;
  readonly reject: (error: unknown) => void;
  askedOver: Link | null;
  /** It was subscribed to before the host forgot it. */
  wasThere: boolean;
  /** The host may have sent something for it already, over a link that is gone. */
  mayMiss: boolean;
}

export interface WishesOptions {
  readonly subscriptions: Subscriptions;
  /** The state is there, but something that came before it may have been missed. */
  readonly onGap: (channel: string) => void;
  /** A channel that was there is no more. */
  readonly onDropped: (channel: string, error: unknown) => void;
}

export function createWishes({ subscriptions, onGap, onDropped }: WishesOptions): Wishes {
  const wishes = new Map<string, Wish>();

  const wishFor = (channel: string): Wish => {
    const known = wishes.get(channel);
    if (known !== undefined) return known;
    let resolve: Wish["resolve"] = () => {};
    let reject: Wish["reject"] = () => {};
    const answer = new Promise<unknown>((yes, no) => {
      resolve = yes;
      reject = no;
    });
    const wish = { answer, resolve, reject, askedOver: null, wasThere: false, mayMiss: false };
    subscriptions.wait(channel);
    wishes.set(channel, wish);
    return wish;
  };

  const refuse = (channel: string, wish: Wish, error: unknown): void => {
    wishes.delete(channel);
    subscriptions.drop(channel);
    wish.reject(error);
  };

  const askFor = async (link: Link, channel: string, wish: Wish): Promise<void> => {
    if (wish.askedOver !== null) wish.mayMiss = true;
    wish.askedOver = link;
    // A later wish for the same channel, or the same over another link, has an answer of its own.
    const isMine = () => wishes.get(channel) === wish && wish.askedOver === link;
    try {
      const answer = await link.request("subscribe", { channel });
      if (!isMine()) return;
      const given = isObject(answer) ? (answer.snapshot ?? null) : null;
      const snapshot = readSnapshot(given);
      if (given !== null && snapshot === null)
        throw new AhpClientError("unexpected_answer", `The host's snapshot of ${plain(channel)} cannot be read.`);
      wishes.delete(channel);
      subscriptions.begin(channel, snapshot);
      wish.resolve(snapshot?.state);
      if (wish.mayMiss) onGap(channel);
    } catch (error) {
      const isLost = error instanceof AhpClientError && error.code === "connection_lost";
      if (!isMine() || isLost) return;
      refuse(channel, wish, error);
      if (wish.wasThere) onDropped(channel, error);
    }
  };

  return {
    add: (channel) => wishFor(channel).answer,
    renew() {
      for (const channel of subscriptions.live()) {
        const wish = wishFor(channel);
        wish.wasThere = true;
        wish.mayMiss = true;
        // Whoever listens to the channel is told; nobody may wait for this.
        wish.answer.catch(() => undefined);
      }
    },
    async ask(link) {
      const open = [...wishes].filter(([, { askedOver }]) => askedOver !== link);
      await Promise.all(open.map(([channel, wish]) => askFor(link, channel, wish)));
    },
    forget(channel, why) {
      const wish = wishes.get(channel);
      if (wish !== undefined) refuse(channel, wish, why);
      else subscriptions.drop(channel);
    },
    forgetAll(why) {
      for (const [channel, wish] of [...wishes]) refuse(channel, wish, why);
    },
  };
}
