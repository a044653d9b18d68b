import { vi } from "vitest";
import { META_KEY } from "../../../protocol/names.ts";
import { type Call, modelCall, personCall } from "../../../server/actions/call.ts";
import { randomId } from "../../../server/actions/random-id.ts";
import { create } from "../../../server/actions/writing/create.ts";
import { createMcpServer } from "../../../server/mcp/mcp-server.ts";
import { createMemoryStore } from "../../../server/storage/memory/store.ts";
import { createTestHost, type TestClient } from "../host/host-for-tests.ts";
import type { LogRoom } from "../host/numbered-log.ts";
import { followCanvases } from "./follow-canvases.ts";
import { createWritingCanvas } from "./writing-canvas.ts";

const stops: (() => void)[] = [];
/** For `afterEach`: what was started follows nothing any more. */
export function stopAll(): void {
  for (const stop of stops.splice(0)) stop();
}

export async function start(store = createMemoryStore(), room?: LogRoom) {
  const lines: string[] = [];
  const ended: string[] = [];
  const deps = {
    store,
    clock: () => new Date(),
    randomId,
    log: (line: string) => void lines.push(line),
    owner: "local",
    version: "0",
    widgetHtml: async () => "<!doctype html><title>Widget</title>",
  };
  const canvas = createWritingCanvas({
    deps,
    build: (identity) => createMcpServer({ ...deps, ui: "on", ...(identity === undefined ? {} : { identity }) }),
    links: {
      panelTo: async (id) => `https://page.example/${id}#${randomId(8)}`,
      endPanel: async (panel) => void ended.push(panel),
    },
  });
  const host = createTestHost({ own: canvas, ...(room === undefined ? {} : { room }) });
  const person = personCall(deps, "test");
  const stop = await followCanvases({
    call: person,
    canvas,
    session: host.session,
    after: host.timer.after,
    log: () => {},
  });
  stops.push(stop);
  return { deps, store, canvas, host, person, model: modelCall(deps, "a-model"), lines, ended };
}

export async function written(model: Call, content = "# Plan\n\nFirst words.\n"): Promise<string> {
  const made = await create.run({ ...model, who: { ...model.who, kind: "model" } }, { content });
  if (!made.ok) throw new Error(made.error.message);
  return made.record.document.id;
}

/** A client that shows the canvas: the widget's messages are said by hand. */
export async function viewer(host: ReturnType<typeof createTestHost>, id: string, clientId = "c") {
  const client = await host.client(clientId);
  const channel = host.session.instances.byId(id)?.channel ?? "";
  await client.subscribe(channel);
  const heard = (): Record<string, unknown>[] =>
    client
      .actions()
      .flatMap(({ action, origin }) =>
        action.type === "canvas/message" && origin === undefined ? [action.payload as Record<string, unknown>] : [],
      );
  const say = (payload: object) =>
    client.dispatch(channel, { type: "canvas/message", payload: { jsonrpc: "2.0", ...payload } });
  let last = 0;
  const ask = async (method: string, params: object): Promise<Record<string, unknown>> => {
    last += 1;
    const mine = last;
    say({ id: mine, method, params });
    return vi.waitFor(() => {
      const answer = heard().find((message) => message.id === mine && !("method" in message));
      if (answer === undefined) throw new Error(`No answer to ${method}`);
      return answer;
    });
  };
  const begin = async () => {
    const answer = await ask("ui/initialize", {
      protocolVersion: "2026-01-26",
      appInfo: { name: "widget", version: "0" },
      appCapabilities: {},
    });
    say({ method: "ui/notifications/initialized", params: {} });
    await results(1);
    return answer;
  };
  /** What was handed over so far, once it is so often. */
  const results = (count: number) =>
    vi.waitFor(() => {
      const all = heard().filter(({ method }) => method === "ui/notifications/tool-result");
      if (all.length < count) throw new Error(`${all.length} results`);
      return all.map(({ params }) => viewIn(params));
    });
  return { client, channel, ask, say, begin, heard, results };
}

export function viewIn(of: unknown): {
  readonly key: string;
  readonly checkpoint: {
    readonly document: { readonly content: string; readonly revision: number; readonly title: string };
  };
} {
  return (of as { _meta: { [META_KEY]: { view: never } } })._meta[META_KEY].view;
}

export function open(client: TestClient): readonly string[] {
  const last = client.actions().findLast(({ action }) => action.type === "session/openCanvasesChanged");
  return (last?.action.openCanvases as { instanceId: string }[] | undefined)?.map(({ instanceId }) => instanceId) ?? [];
}
