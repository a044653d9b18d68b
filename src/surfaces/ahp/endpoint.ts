import type { IncomingMessage } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { MAX_BODY_BYTES } from "../../protocol/limits.ts";
import { personCall } from "../../server/actions/call.ts";
import { uuidOf } from "../../server/actions/uuid-of.ts";
import { type After, realAfter } from "../../server/clock/timer.ts";
import type { Admitted } from "../../server/http/access.ts";
import { admittedRequest } from "../../server/http/traffic.ts";
import type { Upgrade } from "../../server/http/upgrades.ts";
import { describeError } from "../../server/observe/describe-error.ts";
import { followCanvases } from "./canvas/follow-canvases.ts";
import { createWritingCanvas, type WritingCanvasOptions } from "./canvas/writing-canvas.ts";
import { createClientActions } from "./host/client-actions.ts";
import { connect } from "./host/connection.ts";
import type { CanvasAgent } from "./host/instances.ts";
import type { LogRoom } from "./host/numbered-log.ts";
import { type AhpSession, createAhpSession, type Patience } from "./host/session.ts";
import { createVisitor } from "./host/visitor.ts";
import { bearerOffered, SUBPROTOCOL } from "./socket-bearer.ts";
import { countHeld, keepLooking } from "./watch-socket.ts";

const PATH = "/ahp";
const CHANNEL_ID_LENGTH = 16;
const UNREAD: Unread = { ofOne: 64 * 1024 * 1024, ofAll: 256 * 1024 * 1024, some: 1024 * 1024 };
/** How often it is looked whether a client is there, and may still be. */
const LOOK_MS = 30_000;

/** In bytes. */
interface Unread {
  /** So much may be unread by a client before it is let go: it comes back, and reads on from where it was. */
  readonly ofOne: number;
  /** The same of all together: then one that has more than `some` unread is let go. */
  readonly ofAll: number;
  readonly some: number;
}

export interface AhpEndpointOptions extends WritingCanvasOptions {
  readonly after?: After;
  readonly room?: LogRoom;
  readonly patience?: Partial<Patience>;
  readonly lookMs?: number;
  readonly unread?: Unread;
}

export interface AhpEndpoint {
  readonly upgrade: Upgrade;
  /** Opens, drives and closes what is in an owner's session. */
  agentOf(owner: string): Promise<CanvasAgent>;
  /** Ends every connection. What views held is saved first. */
  close(): Promise<void>;
}

/** One owner's part of it. */
interface Room {
  readonly session: AhpSession;
  readonly visitorOf: (link: Parameters<typeof createVisitor>[0]["link"]) => ReturnType<typeof createVisitor>;
  /** Nobody was left: it is opened anew for the next. */
  isOver: boolean;
  /** A connection is gone, or a client forgotten: once neither is left it is over. */
  readonly leave: (connections: 0 | 1) => void;
  readonly enter: () => void;
  readonly stop: () => Promise<void>;
}

/** The Agent Host Protocol over WebSocket: one session for each owner, for whoever may use /mcp. */
export function createAhpEndpoint(options: AhpEndpointOptions): AhpEndpoint {
  const { deps, after = realAfter, room, patience, lookMs = LOOK_MS, unread = UNREAD } = options;
  const { log } = deps;
  const rooms = new Map<string, Promise<Room>>();
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_BODY_BYTES,
    perMessageDeflate: false,
    handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
  });
  let isOver = false;

  const openRoom = async (owner: string, identity: Admitted["identity"]): Promise<Room> => {
    const whose = { ...deps, owner, ...(identity === undefined ? {} : { identity }) };
    const canvas = createWritingCanvas({ ...options, deps: whose });
    // The same after a restart, and on every node.
    const idOf = (...of: readonly string[]): string => uuidOf(["ahp", deps.store.storeId, owner, ...of]);
    const session = createAhpSession({
      ids: { session: idOf("session"), chat: idOf("chat") },
      own: canvas,
      newId: (of) => (of === undefined ? deps.randomId(CHANNEL_ID_LENGTH).toLowerCase() : idOf("canvas", of)),
      now: deps.clock,
      after,
      log,
      onEmpty: () => opened.leave(0),
      ...(room === undefined ? {} : { room }),
      ...(patience === undefined ? {} : { patience }),
    });
    const actions = createClientActions(session, canvas, log);
    const call = personCall(whose, "ahp");
    const stopFollowing = await followCanvases({ call, canvas, session, after, log });
    let connections = 0;
    const end = async (): Promise<void> => {
      opened.isOver = true;
      stopFollowing();
      await canvas.end();
      session.close();
    };
    const opened: Room = {
      session,
      visitorOf: (link) => createVisitor({ session, own: canvas, actions, link, version: deps.version, log }),
      isOver: false,
      enter: () => {
        connections += 1;
      },
      leave: (gone) => {
        connections -= gone;
        if (connections > 0 || session.peers().length > 0 || opened.isOver) return;
        rooms.delete(owner);
        end().catch((error: unknown) => log(`AHP: ending a session: ${describeError(error)}`));
      },
      stop: end,
    };
    return opened;
  };
  const roomOf = (owner: string, identity: Admitted["identity"]): Promise<Room> => {
    const known = rooms.get(owner) ?? openRoom(owner, identity);
    rooms.set(owner, known);
    known.catch(() => rooms.get(owner) === known && rooms.delete(owner));
    return known;
  };

  /** Whether so much is unread, by this client or by all of them together, that it is let go. */
  const isTooSlow = (ws: WebSocket): boolean => {
    if (ws.bufferedAmount <= unread.some) return false;
    if (ws.bufferedAmount > unread.ofOne) return true;
    let all = 0;
    for (const each of sockets.clients) all += each.bufferedAmount;
    return all > unread.ofAll;
  };
  const converse = (ws: WebSocket, request: IncomingMessage, { identity }: Admitted, visit: Room["visitorOf"]) => {
    const admitted = admittedRequest(request);
    const connection = connect({
      wire: {
        send: (text) => {
          if (isTooSlow(ws)) ws.terminate();
          else if (ws.readyState === ws.OPEN) ws.send(text);
        },
        close: (code, why) => ws.close(code, why),
      },
      identity,
      visit,
      after,
      log,
    });
    ws.on("message", (data, isBinary) => {
      if (isBinary) {
        connection.end(NOT_TEXT, "Messages are texts.");
        return;
      }
      connection.receive(String(data));
      const tooMany = admitted?.countForOwner(identity?.subject);
      // Nobody is refused what they said: whoever says too much is heard more slowly.
      if (tooMany) {
        ws.pause();
        after(Number(tooMany.headers["retry-after"]) * 1_000, () => ws.resume());
      }
    });
    // It is followed by its close.
    ws.on("error", (error) => log(`AHP: ${describeError(error, { frames: false })}`));
    ws.on("close", () => connection.ended());
    return connection;
  };

  const take: Upgrade["take"] = async (request, admitted, check) => {
    const { identity } = admitted;
    const owner = identity?.subject ?? deps.owner;
    let opened = await roomOf(owner, identity);
    // The last may just have gone.
    while (opened.isOver) opened = await roomOf(owner, identity);
    const { visitorOf, enter, leave } = opened;
    enter();
    return (socket, head) => {
      if (isOver || socket.destroyed) {
        socket.destroy();
        leave(1);
        return;
      }
      socket.once("close", () => leave(1));
      sockets.handleUpgrade(request, socket, head, (ws) => {
        const connection = converse(ws, request, admitted, visitorOf);
        countHeld({ ws, socket, admitted: admittedRequest(request), after });
        keepLooking({ ws, lookMs, check, end: connection.end });
      });
    };
  };

  return {
    upgrade: { path: PATH, bearerIn: bearerOffered, take },
    agentOf: async (owner) => (await roomOf(owner, undefined)).session.agent,
    async close() {
      isOver = true;
      const opened = await Promise.allSettled(rooms.values());
      const stopped = await Promise.allSettled(
        // One that was never opened has nothing to end.
        opened.flatMap((room) => (room.status === "fulfilled" ? [room.value.stop()] : [])),
      );
      for (const each of stopped)
        if (each.status === "rejected") log(`AHP: ending a session: ${describeError(each.reason)}`);
      rooms.clear();
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
    },
  };
}

const NOT_TEXT = 1003;
