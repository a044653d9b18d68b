import WebSocket from "ws";
import type { Emitter, Vscode } from "./vscode-bundle.ts";

/** One JSON-RPC message, as it is read. */
export type Frame = Readonly<Record<string, unknown>>;

/** The way from a client to its host. Each connection is a socket of its own; all that ever went over any is kept. */
export interface CuttableLine {
  readonly sent: readonly Frame[];
  /** As it came, before anybody has read it. */
  readonly received: readonly string[];
  /** For VS Code's client: a transport that is not connected yet. */
  readonly newTransport: () => Transport;
  /** Nothing of what comes arrives from now on, and the other end does not know it; until `mend`. */
  deafen(): void;
  /** Nothing of what is sent arrives from now on, and this end does not know it; until `mend`. */
  mute(): void;
  /** The socket is gone without a word, and none is made until `mend`. */
  cut(): void;
  /** `elsewhere`: the host has moved there. */
  mend(elsewhere?: string): void;
  /** Nothing is made any more, and nobody waits. */
  end(): void;
}

export interface Transport {
  readonly onMessage: Emitter<Frame>["event"];
  readonly onClose: Emitter<void>["event"];
  readonly clientConnectionKind: string;
  connect(): Promise<void>;
  send(message: Frame): void;
  dispose(): void;
}

/** `rewrite`: changes what is sent on its way out. */
export function createLine(
  { Emitter }: Pick<Vscode, "Emitter">,
  address: string,
  rewrite: (frame: Frame) => Frame = (frame) => frame,
): CuttableLine {
  const sent: Frame[] = [];
  const received: string[] = [];
  const sockets = new Set<WebSocket>();
  let to = address;
  let isCut = false;
  let isDeaf = false;
  let isMute = false;
  let waiting: (() => void)[] = [];

  const newTransport = (): Transport => {
    const onMessage = new Emitter<Frame>();
    const onClose = new Emitter<void>();
    let socket: WebSocket | undefined;
    let isDisposed = false;

    const connect = async () => {
      while (isCut) await new Promise<void>((resolve) => waiting.push(resolve));
      if (isDisposed) throw new Error("It is not wanted any more.");
      const opened = new WebSocket(to);
      socket = opened;
      sockets.add(opened);
      opened.on("close", () => {
        sockets.delete(opened);
        if (!isDisposed) onClose.fire();
      });
      opened.on("message", (data) => {
        // What was on its way when the line was cut does not arrive.
        if (isCut || isDeaf || isDisposed) return;
        const text = String(data);
        received.push(text);
        onMessage.fire(JSON.parse(text) as Frame);
      });
      await new Promise<void>((resolve, reject) => {
        opened.once("open", resolve);
        // Whatever goes wrong later ends in "close".
        opened.on("error", reject);
      });
    };

    return {
      onMessage: onMessage.event,
      onClose: onClose.event,
      clientConnectionKind: "direct_websocket",
      connect,
      send: (message) => {
        if (socket?.readyState !== WebSocket.OPEN) return;
        const frame = rewrite(message);
        sent.push(frame);
        if (!isMute) socket.send(JSON.stringify(frame));
      },
      dispose: () => {
        isDisposed = true;
        socket?.close();
      },
    };
  };

  const cut = () => {
    isCut = true;
    for (const socket of sockets) socket.terminate();
  };
  const mend = (elsewhere = to) => {
    to = elsewhere;
    isCut = false;
    isDeaf = false;
    isMute = false;
    for (const go of waiting.splice(0)) go();
  };
  return {
    sent,
    received,
    newTransport,
    deafen: () => {
      isDeaf = true;
    },
    mute: () => {
      isMute = true;
    },
    cut,
    mend,
    end: () => {
      cut();
      waiting = [];
    },
  };
}
