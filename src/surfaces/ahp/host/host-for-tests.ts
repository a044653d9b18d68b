import { FakeTimer } from "../../../server/clock/fake-timer.ts";
import { canvasFailure, isObject, type RpcError } from "../wire/json-rpc.ts";
import type {
  ActionEnvelope,
  CanvasResourceContent,
  CanvasState,
  ClientCapabilities,
  SessionState,
  Snapshot,
} from "../wire/types.ts";
import { ROOT_URI } from "../wire/uris.ts";
import { createClientActions } from "./client-actions.ts";
import { connect } from "./connection.ts";
import type { LogRoom } from "./numbered-log.ts";
import type { OwnProvider, View } from "./own-provider.ts";
import { type AhpSession, createAhpSession } from "./session.ts";
import { createVisitor } from "./visitor.ts";

/** A host without sockets, with a provider of its own that says what it was asked. */
export interface TestHost {
  readonly session: AhpSession;
  readonly timer: FakeTimer;
  /** What the provider in the process was asked. */
  readonly asked: string[];
  readonly heard: { readonly view: View; readonly payload: unknown }[];
  /** A fresh connection. */
  connect(): TestClient;
  /** A connection that is initialized, and listens to the session. */
  client(clientId: string, capabilities?: ClientCapabilities, versions?: readonly string[]): Promise<TestClient>;
}

export interface TestClient {
  /** The result, or the error as a value. */
  call(method: string, params?: unknown): Promise<{ readonly result?: unknown; readonly error?: RpcError }>;
  say(method: string, params: unknown): void;
  dispatch(channel: string, action: object, clientSeq?: number): void;
  /** The same with an action that no object can be written as. */
  dispatchText(channel: string, action: string): void;
  subscribe(channel: string): Promise<Snapshot>;
  /** All that came, as it was sent. */
  readonly frames: Record<string, unknown>[];
  readonly closed: { code: number; why: string }[];
  actions(): readonly ActionEnvelope[];
  /** What is answered when the host asks; the default: nothing. */
  answer: (method: string, params: Record<string, unknown>) => unknown;
  /** The connection is gone. */
  cut(): void;
}

/** What a note is shown with. */
const FILES: ReadonlyMap<string, Omit<CanvasResourceContent, "uri">> = new Map([
  ["index.html", { mimeType: "text/html", text: "<p>note" }],
  ["img/dot.png", { mimeType: "image/png", blob: "iVBORw==" }],
  ["a b.txt", { text: "spaced" }],
]);

export function createTestHost({
  own: given,
  ...options
}: {
  readonly room?: LogRoom;
  readonly own?: OwnProvider;
} = {}): TestHost {
  const timer = new FakeTimer();
  const asked: string[] = [];
  const heard: TestHost["heard"] = [];
  let ids = 0;
  const noting: OwnProvider = {
    extensionId: "own",
    extensionName: "Own",
    declarations: [{ canvasId: "note", displayName: "Note", description: "A note", actions: [{ name: "shout" }] }],
    open: async ({ instanceId, input }) => {
      asked.push(`open ${instanceId} ${JSON.stringify(input ?? null)}`);
      if (input?.refuse === true) throw canvasFailure("no_note", "There is no such note.");
      return { title: `Note ${instanceId}`, status: "new", entry: ["index.html"], opening: "" };
    },
    invoke: async (instanceId, name, input) => {
      asked.push(`${name} ${instanceId} ${JSON.stringify(input ?? null)}`);
      return `${name}!`;
    },
    close: async (instanceId) => void asked.push(`close ${instanceId}`),
    read: async (_, path) => FILES.get(path.join("/")) ?? null,
    addressFor: async (instanceId, clientId) => `https://page.example/${instanceId}/${clientId}`,
    hear: (_, view, payload) => void heard.push({ view, payload }),
    leave: async (instanceId, clientId) => void asked.push(`leave ${instanceId} ${clientId}`),
    missed: async (instanceId, clientId) => void asked.push(`missed ${instanceId} ${clientId}`),
    away: async (instanceId, clientId) => void asked.push(`away ${instanceId} ${clientId}`),
  };
  const own = given ?? noting;
  const log = (line: string) => void asked.push(`log ${line}`);
  const session = createAhpSession({
    ids: { session: "s1", chat: "c1" },
    own,
    newId: (of) => (of === undefined ? `i${++ids}` : `of-${Buffer.from(of).toString("hex")}`),
    now: timer.clock,
    after: timer.after,
    log,
    ...options,
  });
  const actions = createClientActions(session, own, log);

  const connectOne = (): TestClient => {
    const frames: Record<string, unknown>[] = [];
    const closed: TestClient["closed"] = [];
    const waiting = new Map<number, (message: Record<string, unknown>) => void>();
    let lastId = 0;
    let lastSeq = 0;
    const connection = connect({
      wire: {
        send: (text) => {
          const message = JSON.parse(text) as Record<string, unknown>;
          frames.push(message);
          if (typeof message.method !== "string") {
            waiting.get(message.id as number)?.(message);
            waiting.delete(message.id as number);
          } else if ("id" in message) {
            const params = isObject(message.params) ? message.params : {};
            Promise.resolve(client.answer(message.method, { ...params })).then(
              (result) =>
                result === undefined || connection.receive(JSON.stringify({ jsonrpc: "2.0", id: message.id, result })),
              (error: RpcError) => connection.receive(JSON.stringify({ jsonrpc: "2.0", id: message.id, error })),
            );
          }
        },
        close: (code, why) => void closed.push({ code, why }),
      },
      identity: undefined,
      visit: (link) => createVisitor({ session, own, actions, link, version: "0", log }),
      after: timer.after,
      log,
    });
    const client: TestClient = {
      call: (method, params = {}) =>
        new Promise((resolve) => {
          lastId += 1;
          waiting.set(lastId, resolve);
          connection.receive(JSON.stringify({ jsonrpc: "2.0", id: lastId, method, params }));
        }),
      say: (method, params) => connection.receive(JSON.stringify({ jsonrpc: "2.0", method, params })),
      dispatch: (channel, action, clientSeq = ++lastSeq) =>
        client.say("dispatchAction", { channel, clientSeq, action }),
      dispatchText: (channel, action) => {
        const params = `{"channel": ${JSON.stringify(channel)}, "clientSeq": ${++lastSeq}, "action": ${action}}`;
        connection.receive(`{"jsonrpc": "2.0", "method": "dispatchAction", "params": ${params}}`);
      },
      async subscribe(channel) {
        const { result, error } = await client.call("subscribe", { channel });
        if (error !== undefined) throw new Error(error.message);
        return (result as { snapshot: Snapshot }).snapshot;
      },
      frames,
      closed,
      actions: () => frames.flatMap(({ method, params }) => (method === "action" ? [params as ActionEnvelope] : [])),
      answer: () => undefined,
      cut: () => connection.ended(),
    };
    return client;
  };

  return {
    session,
    timer,
    asked,
    heard,
    connect: connectOne,
    async client(clientId, capabilities = { canvas: {} }, versions = ["1.0.0"]) {
      const client = connectOne();
      const channels = [ROOT_URI, session.channel];
      await client.call("initialize", {
        channel: ROOT_URI,
        protocolVersions: versions,
        clientId,
        capabilities,
        initialSubscriptions: channels,
      });
      return client;
    },
  };
}

/** Once all that was begun has come as far as it can without a timer. */
export async function settled({ timer }: TestHost): Promise<void> {
  await timer.pass(0);
}

export function canvasIn(snapshot: Snapshot): CanvasState {
  return snapshot.state as CanvasState;
}

export function sessionIn(snapshot: Snapshot): SessionState {
  return snapshot.state as SessionState;
}
