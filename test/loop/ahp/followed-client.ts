import { WebSocket } from "ws";
import { type AhpClient, connectClient, type ProvidedCanvas, RpcFailure } from "../../../src/ahp.ts";

/** A client that shows whatever is open, and writes down what it hears. */
export interface FollowedClient {
  readonly client: AhpClient;
  readonly clientId: string;
  readonly provides: boolean;
  /** Channels with the messages that came over them. */
  readonly messages: readonly { readonly channel: string; readonly payload: unknown }[];
  /** Channels that may have missed a message. */
  readonly lost: ReadonlySet<string>;
  readonly log: readonly string[];
}

export function startFollowedClient(options: {
  readonly clientId: string;
  readonly url: string;
  readonly random: () => number;
  readonly provides?: readonly ProvidedCanvas[];
}): FollowedClient {
  const { clientId, url, random, provides } = options;
  const messages: { readonly channel: string; readonly payload: unknown }[] = [];
  const lost = new Set<string>();
  const log: string[] = [];
  const followed = new Map<string, () => void>();
  const client = connectClient({
    clientId,
    open: () => new WebSocket(url),
    reconnect: { first: 2, longest: 15 },
    times: { ping: 500, silence: 3_000, answer: 10_000 },
    random,
    provides,
    log: (line) => log.push(line),
  });

  const follow = (channel: string): void => {
    const stops = [
      client.onMessage(channel, (payload) => messages.push({ channel, payload })),
      client.onLoss(channel, ({ kind }) => {
        lost.add(channel);
        if (kind === "dropped") unfollow(channel);
      }),
    ];
    followed.set(channel, () => {
      for (const stop of stops) stop();
    });
    client.subscribe(channel).catch((error: unknown) => {
      // It was closed before it was subscribed to.
      if (error instanceof RpcFailure) unfollow(channel);
    });
  };
  const unfollow = (channel: string): void => {
    lost.add(channel);
    followed.get(channel)?.();
    followed.delete(channel);
    client.unsubscribe(channel);
  };
  client.onChannels(() => {
    const open = new Set(client.openCanvases().map(({ channel }) => channel));
    for (const channel of open) if (!followed.has(channel)) follow(channel);
    for (const channel of [...followed.keys()]) if (!open.has(channel)) unfollow(channel);
  });
  client.session().catch((error: unknown) => log.push(`no session: ${String(error)}`));
  return {
    client,
    clientId,
    provides: provides?.some(({ canvasId }) => canvasId === "chart") ?? false,
    messages,
    lost,
    log,
  };
}
