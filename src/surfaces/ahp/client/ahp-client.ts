import type { Channels } from "../wire/channels.ts";
import type {
  Action,
  ActionEnvelope,
  CanvasResourceContent,
  CanvasState,
  ClientCapabilities,
  Implementation,
  OpenCanvasRef,
} from "../wire/types.ts";
import type { LinkTimes } from "./link.ts";
import type { ProvidedCanvas } from "./providers.ts";
import type { After, Socket } from "./socket.ts";

export interface ClientOptions {
  /** Opens a socket to the host: `() => new WebSocket("wss://…/ahp")`. It is called again whenever the connection is lost. */
  readonly open: () => Socket;
  /** Different for every client that runs at the same time: of two with the same one, the host keeps the later. */
  readonly clientId: string;
  readonly clientInfo?: Implementation | undefined;
  /** Left out: canvases are shown, and this host's own web addresses are not reached. */
  readonly capabilities?: ClientCapabilities | undefined;
  /** Canvases that this client provides. They are announced as soon as the session is subscribed to. */
  readonly provides?: readonly ProvidedCanvas[] | undefined;
  /** Milliseconds: before the first attempt to connect again, and at most. */
  readonly reconnect?: { readonly first?: number; readonly longest?: number } | undefined;
  readonly times?: Partial<LinkTimes> | undefined;
  readonly after?: After | undefined;
  readonly random?: (() => number) | undefined;
  readonly log?: ((line: string) => void) | undefined;
}

export type ConnectionState =
  | { readonly kind: "connecting" }
  | { readonly kind: "connected"; readonly protocolVersion: string; readonly serverInfo: Implementation }
  /** It was there, or could not be had; `attempt` is the number of those that failed since. */
  | { readonly kind: "reconnecting"; readonly attempt: number; readonly why: string }
  /** For good. */
  | { readonly kind: "closed"; readonly why: string };

/** What a channel may miss. */
export type ChannelLoss =
  /** The state is right, but not every action on the way to it was told: a message may be among those that were not. */
  | { readonly kind: "gap" }
  /** The host has this channel no more, or does not show it: it is not subscribed to any longer. */
  | { readonly kind: "dropped"; readonly why: string };

/**
 * A client of an Agent Host Protocol host. It connects by itself, and again after every loss, and keeps what it was asked for:
 * subscriptions, and dispatches that the host has not answered yet. What the host says is not trusted: texts are the host's
 * own words, and no more.
 */
export interface AhpClient {
  state(): ConnectionState;
  onState(listener: (state: ConnectionState) => void): () => void;

  /** The states of the channels that are subscribed to, by their addresses. The same object until one of them changes. */
  channels(): Channels;
  onChannels(listener: (channels: Channels) => void): () => void;

  /**
   * Settles with the channel's state, when it is there: undefined for a channel that has none. Lasts until `unsubscribe`, over
   * losses of the connection. Rejects with the host's error when it has no such channel. Twice is once.
   */
  subscribe(channel: string): Promise<unknown>;
  unsubscribe(channel: string): void;
  /** Every action that was done on a channel that is subscribed to, once, after it is in the state. */
  onAction(channel: string, listener: (envelope: ActionEnvelope) => void): () => void;
  onLoss(channel: string, listener: (loss: ChannelLoss) => void): () => void;

  /**
   * Settles with the envelope that the host says it with; rejects with `refused` and the host's reason. Kept while the
   * connection is away, sent again in order, and done once by a host that still knows this client.
   */
  dispatch(channel: string, action: Action): Promise<ActionEnvelope>;
  /** Waits for the connection. Rejects with `connection_lost` when that is lost before the answer: the caller decides. */
  request(method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;

  /** Finds the host's session, and subscribes to it; its address. */
  session(): Promise<string>;
  /** What is open in the session, as far as it can be shown; nothing before `session()`. */
  openCanvases(): readonly OpenCanvasRef[];
  /** The state of a canvas that is subscribed to. */
  canvas(channel: string): CanvasState | null;
  /** From the view of a canvas to whoever provides it. */
  sendMessage(channel: string, payload: unknown): Promise<void>;
  /** From whoever provides a canvas to its view; never what this client sent itself. */
  onMessage(channel: string, listener: (payload: unknown) => void): () => void;
  /** The person wants it closed: the host takes it from the list when it is. */
  requestClose(channel: string): Promise<void>;
  /** What an `ahp-canvas-content:` address stands for. */
  readResource(channel: string, uri: string): Promise<readonly CanvasResourceContent[]>;

  /** For good. Whatever waits is rejected with `closed`. */
  close(): void;
}
