import type { Action, ActionOrigin, Snapshot } from "../../wire/types.ts";
import type { ClientOptions } from "../ahp-client.ts";
import { connectClient } from "../connect-client.ts";
import type { Socket } from "../socket.ts";
import { createFakeTimer, settle } from "./fake-timer.ts";

export const SESSION = "ahp-session:/s1";
export const CANVAS = "ahp-canvas:/c1";

interface Frame {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly result?: unknown;
  readonly error?: unknown;
}

/** A socket whose other end is written down in the test. */
export class ScriptedSocket implements Socket {
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: never) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  onerror: ((event: never) => void) | null = null;
  readonly frames: Frame[] = [];
  isClosed = false;
  failsToSend = false;

  send(text: string): void {
    if (this.failsToSend) throw new Error("no");
    this.frames.push(JSON.parse(text) as Frame);
  }
  close(): void {
    this.isClosed = true;
  }

  // The host's end.
  open(): void {
    this.onopen?.({} as never);
  }
  cut(reason = ""): void {
    this.onclose?.({ code: 1006, reason } as never);
  }
  raw(data: unknown): void {
    this.onmessage?.({ data } as never);
  }
  say(message: object): void {
    this.raw(JSON.stringify({ jsonrpc: "2.0", ...message }));
  }
  action(channel: string, serverSeq: number, action: Action, more: object = {}): void {
    this.say({ method: "action", params: { channel, serverSeq, action, ...more } });
  }
  /** What was sent with this method, the oldest first. */
  sent(method: string): readonly Record<string, unknown>[] {
    return this.frames.filter((frame) => frame.method === method).map(({ params }) => params ?? {});
  }
  /** Answers the oldest request with this method that has no answer yet. */
  async answer(method: string, result: unknown): Promise<void> {
    this.say({ id: this.#next(method), result });
    await settle();
  }
  async refuse(method: string, code: number, message = "no", data?: unknown): Promise<void> {
    this.say({ id: this.#next(method), error: { code, message, ...(data === undefined ? {} : { data }) } });
    await settle();
  }
  readonly #answered = new Set<number>();
  #next(method: string): number {
    const found = this.frames.find(
      ({ method: one, id }) => one === method && id !== undefined && !this.#answered.has(id),
    );
    if (found?.id === undefined) throw new Error(`${method} was not asked`);
    this.#answered.add(found.id);
    return found.id;
  }
}

export const GREETING = { protocolVersion: "1.0.0", serverSeq: 3, serverInfo: { name: "host" }, snapshots: [] };

export const sessionState = (more: object = {}) => ({
  provider: "p",
  title: "t",
  status: 1,
  lifecycle: "ready",
  activeClients: [],
  chats: [],
  defaultChat: "ahp-chat:/s1",
  openCanvases: [],
  ...more,
});

export const canvasState = (more: object = {}) => ({
  instanceId: "i1",
  canvasId: "doc",
  extensionId: "e",
  availability: "ready",
  provider: { kind: "server" },
  ...more,
});

export const snapshot = (resource: string, fromSeq: number, state: unknown): Snapshot => ({ resource, fromSeq, state });
export const mine = (clientSeq: number): { readonly origin: ActionOrigin } => ({
  origin: { clientId: "me", clientSeq },
});
export const titled = (title: string): Action => ({ type: "canvas/updated", title });

/** A client, and the sockets that it has opened so far. */
export function startClient(options: Partial<ClientOptions> = {}) {
  const timer = createFakeTimer();
  const sockets: ScriptedSocket[] = [];
  const log: string[] = [];
  const client = connectClient({
    clientId: "me",
    open: () => {
      const socket = new ScriptedSocket();
      sockets.push(socket);
      return socket;
    },
    after: timer.after,
    random: () => 1,
    log: (line) => log.push(line),
    ...options,
  });
  const states: string[] = [];
  client.onState(({ kind }) => states.push(kind));
  const next = async (): Promise<ScriptedSocket> => {
    const before = sockets.length;
    for (let tries = 0; sockets.length === before && tries < 40; tries += 1) await timer.pass(1_000);
    const socket = sockets.at(-1);
    if (socket === undefined || sockets.length === before) throw new Error("No socket was opened");
    socket.open();
    await settle();
    return socket;
  };
  return {
    client,
    timer,
    sockets,
    log,
    states,
    /** The next socket, open. */
    next,
    /** Connected, with these channels subscribed to. */
    async connected(channels: readonly Snapshot[] = []): Promise<ScriptedSocket> {
      const socket = await next();
      await socket.answer("initialize", GREETING);
      for (const one of channels) {
        const subscribed = client.subscribe(one.resource);
        await settle();
        await socket.answer("subscribe", { snapshot: one });
        await subscribed;
      }
      return socket;
    },
  };
}
