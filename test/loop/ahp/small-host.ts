import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { WebSocketServer } from "ws";
import { realAfter } from "../../../src/server/clock/timer.ts";
import { createClientActions } from "../../../src/surfaces/ahp/host/client-actions.ts";
import { connect } from "../../../src/surfaces/ahp/host/connection.ts";
import type { LogRoom } from "../../../src/surfaces/ahp/host/numbered-log.ts";
import type { OwnProvider } from "../../../src/surfaces/ahp/host/own-provider.ts";
import { type AhpSession, createAhpSession, type Patience } from "../../../src/surfaces/ahp/host/session.ts";
import { createVisitor } from "../../../src/surfaces/ahp/host/visitor.ts";

/** Our host on a real socket, with a provider of its own that keeps what it hears and answers every message. */
export interface SmallHost {
  readonly url: string;
  readonly session: AhpSession;
  /** Every message that a view's provider got, as often as it got it. */
  readonly heard: readonly { readonly clientId: string; readonly payload: unknown }[];
  readonly said: readonly string[];
  close(): void;
}

export async function startSmallHost(options: {
  readonly room?: LogRoom | undefined;
  readonly patience?: Partial<Patience> | undefined;
}): Promise<SmallHost> {
  const heard: { readonly clientId: string; readonly payload: unknown }[] = [];
  const said: string[] = [];
  const log = (line: string) => said.push(line);
  let ids = 0;
  let openings = 0;
  const own: OwnProvider = {
    extensionId: "own",
    extensionName: "Own",
    declarations: [{ canvasId: "doc", displayName: "Document", description: "A text." }],
    open: async ({ instanceId }) => ({
      title: instanceId,
      status: "new",
      entry: ["index.html"],
      opening: `${++openings}`,
    }),
    invoke: async (_, __, input) => input,
    close: async () => {},
    read: async () => ({ mimeType: "text/html", text: "<p>" }),
    addressFor: async () => null,
    hear(_, { clientId, say }, payload) {
      heard.push({ clientId, payload });
      say({ answerTo: payload });
    },
    leave: async () => {},
    missed: async () => {},
    away: async () => {},
  };
  const session = createAhpSession({
    ids: { session: "s", chat: "c" },
    own,
    newId: () => {
      ids += 1;
      return `id${ids}`;
    },
    now: () => new Date(),
    after: realAfter,
    log,
    ...(options.room === undefined ? {} : { room: options.room }),
    ...(options.patience === undefined ? {} : { patience: options.patience }),
  });
  const actions = createClientActions(session, own, log);
  const http = createServer();
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const sockets = new WebSocketServer({ server: http });
  sockets.on("connection", (ws) => {
    const connection = connect({
      wire: {
        send: (text) => ws.readyState === ws.OPEN && ws.send(text),
        close: (code, why) => ws.close(code, why),
      },
      identity: undefined,
      visit: (link) => createVisitor({ session, own, actions, link, version: "1", log }),
      after: realAfter,
      log,
    });
    ws.on("message", (data) => connection.receive(String(data)));
    ws.on("close", () => connection.ended());
    ws.on("error", () => {});
  });
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    session,
    heard,
    said,
    close() {
      session.close();
      for (const ws of sockets.clients) ws.terminate();
      sockets.close();
      http.close();
    },
  };
}
