import WebSocket from "ws";
import { isObject } from "../../src/surfaces/ahp/wire/json-rpc.ts";
import type { Action, ActionEnvelope, InitializeResult, Snapshot } from "../../src/surfaces/ahp/wire/types.ts";
import { ROOT_URI } from "../../src/surfaces/ahp/wire/uris.ts";

/** A client that shows canvases and does as little as one can: what it says and hears is plain JSON. */
export interface RawPeer {
  readonly clientId: string;
  readonly initialized: InitializeResult;
  /** All actions that came, oldest first. */
  readonly heard: readonly ActionEnvelope[];
  request(method: string, params: unknown): Promise<unknown>;
  subscribe(channel: string): Promise<Snapshot>;
  /** Says it, and waits for the answer to it. */
  dispatch(channel: string, action: Action): Promise<ActionEnvelope>;
  close(): void;
}

/** Connected, and introduced. */
export async function connectRawPeer(address: string, clientId: string): Promise<RawPeer> {
  const socket = new WebSocket(address);
  const heard: ActionEnvelope[] = [];
  const answers = new Map<number, (message: Readonly<Record<string, unknown>>) => void>();
  const echoes = new Map<number, (envelope: ActionEnvelope) => void>();
  let number = 0;
  socket.on("message", (data) => {
    const message: unknown = JSON.parse(String(data));
    if (!isObject(message)) throw new TypeError(`This is no message: ${String(data)}`);
    if (message.method === "action") {
      const envelope = message.params as ActionEnvelope;
      heard.push(envelope);
      if (envelope.origin?.clientId === clientId) echoes.get(envelope.origin.clientSeq)?.(envelope);
    } else answers.get(message.id as number)?.(message);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("open", resolve);
    // Whatever goes wrong later ends in "close".
    socket.on("error", reject);
  });

  const say = (message: object) => socket.send(JSON.stringify({ jsonrpc: "2.0", ...message }));
  const request = (method: string, params: unknown): Promise<unknown> => {
    number += 1;
    const id = number;
    return new Promise((resolve, reject) => {
      answers.set(id, ({ result, error }) => {
        answers.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(`${method}: ${JSON.stringify(error)}`));
      });
      say({ id, method, params });
    });
  };
  const dispatch = (channel: string, action: Action): Promise<ActionEnvelope> => {
    number += 1;
    const clientSeq = number;
    return new Promise((resolve) => {
      echoes.set(clientSeq, (envelope) => {
        echoes.delete(clientSeq);
        resolve(envelope);
      });
      say({ method: "dispatchAction", params: { channel, clientSeq, action } });
    });
  };
  const initialized = (await request("initialize", {
    channel: ROOT_URI,
    protocolVersions: ["1.0.0", "0.10.0", "0.9.0"],
    clientId,
    capabilities: { canvas: {} },
    initialSubscriptions: [ROOT_URI],
  })) as InitializeResult;
  return {
    clientId,
    initialized,
    heard,
    request,
    subscribe: async (channel) => ((await request("subscribe", { channel })) as { snapshot: Snapshot }).snapshot,
    dispatch,
    close: () => socket.close(),
  };
}
