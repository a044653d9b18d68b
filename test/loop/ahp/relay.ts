import type { AddressInfo } from "node:net";
import { type RawData, WebSocket, WebSocketServer } from "ws";
import type { Random } from "../driver/drive.ts";

/**
 * What happens to a connection. Frames of one connection stay in order, as they do on a socket; connections do not.
 * - cut: both ends at once, in mid-stream
 * - deaf: the client's end is cut, and what it had sent goes on to arrive: beside the connection that it opens meanwhile
 * - mute: the host's end is cut, and what it had sent goes on to arrive
 * - unanswered: cut before the first answer, to initialize or reconnect, arrives
 * - twin: opened twice at the host, with the same frames; nobody hears the second
 * - late: it reaches the host only when the client has long given it up
 */
const TROUBLES = ["cut", "deaf", "mute", "unanswered", "twin", "late"] as const;
type Trouble = (typeof TROUBLES)[number] | "none";

export interface Relay {
  readonly url: string;
  /** How often each of them happened. */
  readonly met: ReadonlyMap<Trouble, number>;
  /** From now on connections are let alone. */
  calm(): void;
  /** As many connections as have trouble still. */
  troubled(): number;
  close(): void;
}

/** Longest times, in milliseconds: of a connection that has trouble, between two frames, until a late one arrives. */
const LIFE = 60;
const PAUSE = 3;
const LATE = 40;

/** Between clients and a host: it cuts, delays, duplicates and reorders connections, as the row of numbers says. */
export async function startRelay(host: string, random: Random): Promise<Relay> {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const met = new Map<Trouble, number>();
  const ends = new Set<WebSocket>();
  let troubled = 0;
  let isCalm = false;

  const dial = (): WebSocket => {
    const socket = new WebSocket(host);
    socket.on("error", () => {});
    ends.add(socket);
    socket.on("close", () => ends.delete(socket));
    return socket;
  };

  const serve = (client: WebSocket): void => {
    ends.add(client);
    client.on("close", () => ends.delete(client));
    client.on("error", () => {});
    const trouble: Trouble = isCalm || random(6) === 0 ? "none" : (TROUBLES[random(TROUBLES.length)] ?? "none");
    met.set(trouble, (met.get(trouble) ?? 0) + 1);
    const toHost = createPipe(random, isCalm);
    const toClient = createPipe(random, isCalm);
    client.on("message", (data) => toHost.push(String(data)));

    const upstream = (isHeard: boolean): WebSocket => {
      const socket = dial();
      socket.on("open", () => toHost.to(socket));
      if (!isHeard) return socket;
      socket.on("message", (data: RawData) => {
        if (trouble === "unanswered") cut(client, socket);
        else toClient.push(String(data));
      });
      socket.on("close", (code, reason) => toClient.afterAll(() => end(client, code, String(reason))));
      client.on("close", () => trouble === "deaf" || trouble === "late" || socket.terminate());
      return socket;
    };
    toClient.to(client);
    if (trouble === "none") {
      upstream(true);
      return;
    }
    troubled += 1;
    const life = random(LIFE);
    let twin: WebSocket | null = null;
    let main: WebSocket | null = null;
    if (trouble === "late") setTimeout(() => (main = upstream(true)), life + random(LATE));
    else main = upstream(true);
    if (trouble === "twin") setTimeout(() => (twin = upstream(false)), random(LATE));
    setTimeout(() => {
      if (trouble !== "mute") client.terminate();
      if (trouble !== "deaf" && trouble !== "late") main?.terminate();
      setTimeout(() => {
        for (const socket of [client, main, twin]) socket?.terminate();
        troubled -= 1;
      }, LATE + random(LATE));
    }, life);
  };
  server.on("connection", serve);

  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    met,
    calm: () => {
      isCalm = true;
    },
    troubled: () => troubled,
    close() {
      for (const socket of ends) socket.terminate();
      server.close();
    },
  };
}

function cut(...sockets: readonly WebSocket[]): void {
  for (const socket of sockets) socket.terminate();
}

/** As the host ended it, where that may be said over a socket. */
function end(socket: WebSocket, code: number, reason: string): void {
  if (code >= 3000 || code === 1000 || code === 1001) socket.close(code, reason);
  else socket.terminate();
}

/** Frames in order, each a little after the one before, to every socket that is there by then and to later ones from the start. */
function createPipe(random: Random, isCalm: boolean) {
  const frames: string[] = [];
  const sinks: { readonly socket: WebSocket; next: number; isBusy: boolean }[] = [];
  const afterwards: (() => void)[] = [];

  const pump = (sink: (typeof sinks)[number]): void => {
    if (sink.isBusy) return;
    const frame = frames[sink.next];
    if (frame === undefined) {
      for (const work of afterwards.splice(0)) work();
      return;
    }
    sink.isBusy = true;
    const go = () => {
      sink.isBusy = false;
      sink.next += 1;
      if (sink.socket.readyState === WebSocket.OPEN) sink.socket.send(frame);
      pump(sink);
    };
    const pause = isCalm ? 0 : random(PAUSE + 1);
    if (pause === 0) go();
    else setTimeout(go, pause);
  };

  return {
    push(frame: string) {
      frames.push(frame);
      for (const sink of sinks) pump(sink);
    },
    to(socket: WebSocket) {
      const sink = { socket, next: 0, isBusy: false };
      sinks.push(sink);
      pump(sink);
    },
    /** Once everything so far has gone. */
    afterAll(work: () => void) {
      afterwards.push(work);
      for (const sink of sinks) pump(sink);
    },
  };
}
