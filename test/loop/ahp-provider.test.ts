/** A client that provides a canvas is killed while the agent waits for it, and comes back: our client, our host, real sockets. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { WebSocket } from "ws";
import {
  type AhpClient,
  type CanvasState,
  connectClient,
  type JsonObject,
  type ProvidedCanvas,
} from "../../src/ahp.ts";
import { type SmallHost, startSmallHost } from "./ahp/small-host.ts";

const within = { timeout: 10_000, interval: 5 };
const ASKED = { canvasId: "chart", instanceId: "c1", input: { of: "sales" } };

let host: SmallHost;
let viewer: AhpClient;
/** What the viewer saw, in order. */
let seen: Pick<CanvasState, "availability" | "url" | "input">[];
const started: AhpClient[] = [];

beforeEach(async () => {
  host = await startSmallHost({});
  viewer = start({ clientId: "viewer" }).client;
  await viewer.session();
});
afterEach(() => {
  for (const client of started.splice(0)) client.close();
  host.close();
});

function start(options: { readonly clientId: string; readonly provides?: readonly ProvidedCanvas[] }) {
  const sockets: WebSocket[] = [];
  const client = connectClient({
    ...options,
    open: () => {
      const socket = new WebSocket(host.url);
      sockets.push(socket);
      return socket;
    },
    reconnect: { first: 5, longest: 20 },
  });
  started.push(client);
  return { client, cut: () => sockets.at(-1)?.terminate() };
}

/** Opens at once, and takes for ever to draw. */
function chart() {
  const opened: (JsonObject | undefined)[] = [];
  const drawn: string[] = [];
  const canvas: ProvidedCanvas = {
    canvasId: "chart",
    displayName: "Chart",
    description: "Draws numbers.",
    actions: [{ name: "draw" }, { name: "count" }],
    open({ input }) {
      opened.push(input);
      return { url: `https://canvas.example/${opened.length}`, title: "Chart" };
    },
    invoke({ actionName }) {
      if (actionName === "count") return opened.length;
      drawn.push(actionName);
      return new Promise(() => {});
    },
  };
  return { canvas, opened, drawn };
}

async function openAndWatch(): Promise<string> {
  const { agent } = host.session;
  await vi.waitFor(() => expect(host.session.instances.declarations()).toHaveLength(2), within);
  const { channel } = await agent.open(ASKED);
  seen = [];
  viewer.onChannels(() => {
    const { availability, url, input } = viewer.canvas(channel) ?? {};
    if (availability !== undefined && seen.at(-1)?.availability !== availability)
      seen.push({ availability, url, input });
  });
  await viewer.subscribe(channel);
  return channel;
}

const STATES = [
  { availability: "ready", url: "https://canvas.example/1", input: ASKED.input },
  { availability: "stale", url: undefined, input: ASKED.input },
];

test("its connection is cut: the agent is told, the canvas is stale, and ready again as it was opened", async () => {
  const { canvas, opened, drawn } = chart();
  const { client, cut } = start({ clientId: "cleo", provides: [canvas] });
  await client.session();
  await openAndWatch();
  const drawing = host.session.agent.invoke({ instanceId: "c1", actionName: "draw" });
  const failed = expect(drawing).rejects.toMatchObject({ error: { data: { code: "canvas_provider_unavailable" } } });
  await vi.waitFor(() => expect(drawn).toEqual(["draw"]), within);
  cut();
  await failed;
  await vi.waitFor(() => expect(seen).toHaveLength(3), within);
  expect(seen).toEqual([...STATES, { ...STATES[0], url: "https://canvas.example/2" }]);
  expect(opened).toEqual([ASKED.input, ASKED.input]);
  expect(await host.session.agent.invoke({ instanceId: "c1", actionName: "count" })).toBe(2);
});

test("its program is killed, and another run of it takes its place", async () => {
  const first = chart();
  const { client, cut } = start({ clientId: "cleo", provides: [first.canvas] });
  await client.session();
  const channel = await openAndWatch();
  const drawing = host.session.agent.invoke({ instanceId: "c1", actionName: "draw" });
  const failed = expect(drawing).rejects.toMatchObject({ error: { data: { code: "canvas_provider_unavailable" } } });
  await vi.waitFor(() => expect(first.drawn).toEqual(["draw"]), within);
  cut();
  client.close();
  await failed;
  await vi.waitFor(() => expect(seen).toEqual(STATES), within);
  expect(viewer.openCanvases()).toMatchObject([{ channel, availability: "stale" }]);
  await expect(host.session.agent.invoke({ instanceId: "c1", actionName: "draw" })).rejects.toMatchObject({
    error: { data: { code: "canvas_provider_unavailable" } },
  });
  const second = chart();
  await start({ clientId: "cleo", provides: [second.canvas] }).client.session();
  await vi.waitFor(() => expect(seen).toEqual([...STATES, STATES[0]]), within);
  expect(second.opened).toEqual([ASKED.input]);
  expect(viewer.openCanvases()).toMatchObject([{ channel, availability: "ready" }]);
});

test("what it did not declare is refused by name", async () => {
  const { canvas } = chart();
  await start({ clientId: "cleo", provides: [canvas] }).client.session();
  await openAndWatch();
  const { agent } = host.session;
  await expect(agent.invoke({ instanceId: "c1", actionName: "fly" })).rejects.toMatchObject({
    error: { data: { code: "canvas_action_no_handler" } },
  });
  await agent.close("c1");
  await vi.waitFor(() => expect(viewer.openCanvases()).toEqual([]), within);
});
