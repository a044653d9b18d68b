import { WebSocket } from "ws";

type Json = Readonly<Record<string, unknown>>;

/** Somebody who speaks the Agent Host Protocol by hand, and shows canvases. */
export interface AhpPeer {
  /** The session's address. */
  readonly session: string;
  request(method: string, params: Json): Promise<Json>;
  openCanvases(): Promise<unknown>;
  /** Calls a tool as the view of this canvas: "done", or the code of what is wrong. */
  callTool(channel: string, name: string, args: object): Promise<string>;
  close(): void;
}

/** Connected and initialized; or the status with which it was not let in. */
export async function openPeer(port: number, bearer: string | undefined): Promise<AhpPeer | number> {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ahp`, { headers });
  const refused = await new Promise<number | null>((resolve, reject) => {
    socket.once("open", () => resolve(null));
    socket.once("unexpected-response", (_, response) => resolve(response.statusCode ?? 0));
    socket.once("error", reject);
  });
  if (refused !== null) {
    socket.terminate();
    return refused;
  }
  const waiting = new Set<(message: Json) => boolean>();
  socket.on("message", (data) => {
    const message = JSON.parse(String(data)) as Json;
    for (const take of waiting) if (take(message)) waiting.delete(take);
  });
  const next = (isIt: (message: Json) => boolean): Promise<Json> =>
    new Promise((resolve) => {
      waiting.add((message) => {
        const is = isIt(message);
        if (is) resolve(message);
        return is;
      });
    });
  let last = 0;
  const request = (method: string, params: Json): Promise<Json> => {
    last += 1;
    const id = last;
    const answer = next((message) => message.id === id && !("method" in message));
    socket.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    return answer;
  };
  const clientId = `peer-${Math.random()}`;
  const { result } = await request("initialize", {
    channel: "ahp-root://",
    protocolVersions: ["1.0.0"],
    clientId,
    capabilities: { canvas: {} },
  });
  const { session } = (result as { _meta: { session: string } })._meta;

  let seq = 0;
  const say = (channel: string, payload: object): void => {
    seq += 1;
    const action = { type: "canvas/message", payload: { jsonrpc: "2.0", ...payload } };
    socket.send(
      JSON.stringify({ jsonrpc: "2.0", method: "dispatchAction", params: { channel, clientSeq: seq, action } }),
    );
  };
  const payloadOf = (channel: string, message: Json): Json | undefined => {
    const {
      channel: of,
      action,
      origin,
    } = (message.params ?? {}) as {
      channel?: string;
      action?: Json;
      origin?: unknown;
    };
    return of === channel && origin === undefined ? (action?.payload as Json | undefined) : undefined;
  };
  const ask = async (channel: string, method: string, params: object): Promise<Json> => {
    last += 1;
    const id = last;
    const answer = next((message) => payloadOf(channel, message)?.id === id);
    say(channel, { id, method, params });
    return payloadOf(channel, await answer) ?? {};
  };

  return {
    session,
    request,
    async openCanvases() {
      const { result: subscribed } = await request("subscribe", { channel: session });
      return (subscribed as { snapshot: { state: { openCanvases: unknown } } }).snapshot.state.openCanvases;
    },
    async callTool(channel, name, args) {
      await request("subscribe", { channel });
      const appInfo = { name: "widget", version: "0" };
      await ask(channel, "ui/initialize", { protocolVersion: "2026-01-26", appInfo, appCapabilities: {} });
      const handed = next((message) => payloadOf(channel, message)?.method === "ui/notifications/tool-result");
      say(channel, { method: "ui/notifications/initialized", params: {} });
      await handed;
      const { result: called, error } = await ask(channel, "tools/call", { name, arguments: args });
      if (error !== undefined) return JSON.stringify(error);
      const { isError, content } = called as { isError?: boolean; content?: { text?: string }[] };
      return isError === true ? (/^Error \((\w+)\)/.exec(content?.[0]?.text ?? "")?.[1] ?? "an error") : "done";
    },
    close: () => socket.terminate(),
  };
}
