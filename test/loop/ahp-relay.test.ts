/**
 * Our client against our host over real sockets, with a relay between them that cuts, delays, duplicates and reorders
 * connections, while an agent opens, changes and closes canvases and clients send messages. `AHP_SEEDS=500` plays more.
 */
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { AhpClientError, type ProvidedCanvas } from "../../src/ahp.ts";
import { type FollowedClient, startFollowedClient } from "./ahp/followed-client.ts";
import { startRelay } from "./ahp/relay.ts";
import { type SmallHost, startSmallHost } from "./ahp/small-host.ts";
import { type Random, randomFrom } from "./driver/drive.ts";

const SEEDS = Number(process.env.AHP_SEEDS ?? 24);
const STEPS = 40;
const within = { timeout: 20_000, interval: 5 };

/** A message that a client sent. */
interface Sent {
  readonly n: number;
  readonly by: FollowedClient;
  readonly channel: string;
  readonly canvasId: string;
  fate: "done" | "refused" | "unknown";
}

const CHART: ProvidedCanvas = {
  canvasId: "chart",
  displayName: "Chart",
  description: "Draws numbers.",
  actions: [{ name: "draw" }],
  open: ({ instanceId, input }) => ({ title: `${instanceId} of ${String(input?.of)}`, url: "https://canvas.example/" }),
  invoke: ({ input }) => input,
};

/** Histories differ in how much the host keeps to replay, and how soon it forgets a client that is away. */
function hostOf(random: Random): Parameters<typeof startSmallHost>[0] {
  const room = random(3) === 0 ? { entries: 6, characters: 100_000 } : undefined;
  const patience = random(3) === 0 ? { saveMs: 1, activeMs: 4, forgetMs: 8 } : undefined;
  return { room, patience };
}

test.each(Array.from({ length: SEEDS }, (_, index) => index + 1))(
  "seed %i: both ends agree, and everything was done once",
  async (seed) => {
    const random = randomFrom(seed);
    const host = await startSmallHost(hostOf(random));
    const relay = await startRelay(host.url, random);
    const start = (clientId: string, provides: readonly ProvidedCanvas[] = []) =>
      startFollowedClient({ clientId, url: relay.url, random: () => random(100) / 100, provides });
    const clients = [start("ada"), start("bob", [{ ...CHART, canvasId: "table" }]), start("cleo", [CHART])];
    const sent: Sent[] = [];
    const settled: Promise<unknown>[] = [];
    try {
      for (let step = 0; step < STEPS; step += 1) {
        settled.push(...agentStep(host, random), ...clientStep(clients[random(clients.length)]!, random, sent));
        await pause(random(5));
      }
      relay.calm();
      await Promise.all(settled);
      await vi.waitFor(() => expect(relay.troubled()).toBe(0), within);
      for (const one of clients) await expectSame(one, host);
      await vi.waitFor(() => {
        for (const { state } of host.session.instances.all()) expect(state).toMatchObject({ availability: "ready" });
      }, within);
      for (const one of clients) await expectSame(one, host);
      expectOnce(host, clients, sent);
    } finally {
      for (const { client } of clients) client.close();
      relay.close();
      host.close();
    }
  },
);

/** Something that an agent does; what it is refused because a provider is away is no fault. */
function agentStep({ session }: SmallHost, random: Random): Promise<unknown>[] {
  const instanceId = `i${random(4)}`;
  const { agent, instances } = session;
  switch (random(6)) {
    case 0:
    case 1:
      return [agent.open({ canvasId: "doc", instanceId }).catch(expectCode)];
    case 2:
      return [
        agent.open({ canvasId: "chart", instanceId: `c${random(2)}`, input: { of: random(9) } }).catch(expectCode),
      ];
    case 3:
      return [agent.invoke({ instanceId: `c${random(2)}`, actionName: "draw", input: { n: 1 } }).catch(expectCode)];
    case 4:
      if (random(3) > 0) return [];
      return [agent.close(random(3) === 0 ? "c0" : instanceId).catch(expectCode)];
    default:
      instances.update(
        instanceId,
        random(2) === 0 ? { title: `t${random(99)}` } : { status: random(3) === 0 ? null : "s" },
      );
      return [];
  }
}

function expectCode(error: unknown): void {
  expect(error).toMatchObject({ error: { data: { code: expect.stringMatching(/^canvas_/) } } });
}

/** A view's message to its provider, or the person's wish to close it. */
function clientStep(by: FollowedClient, random: Random, sent: Sent[]): Promise<unknown>[] {
  const { client } = by;
  const shown = client.openCanvases().filter(({ channel }) => client.canvas(channel) !== null);
  const one = shown[random(Math.max(1, shown.length))];
  if (one === undefined) return [];
  const { channel, canvasId } = one;
  if (random(12) === 0) return [client.requestClose(channel).catch(expectRefused)];
  const message: Sent = { n: sent.length + 1, by, channel, canvasId, fate: "unknown" };
  sent.push(message);
  return [
    client.sendMessage(channel, message.n).then(
      () => {
        message.fate = "done";
      },
      (error: unknown) => {
        expectRefused(error);
        message.fate = "refused";
      },
    ),
  ];
}

/** The canvas was closed in the meantime, or its provider is away. Anything else that a client is told is a fault. */
function expectRefused(error: unknown): void {
  if (!(error instanceof AhpClientError)) throw error;
  const why = /^The host refused it: (This canvas is not open|Whoever provides this canvas is away)/;
  expect([error.code, error.message]).toEqual(["refused", expect.stringMatching(why)]);
}

/** What this client has is what the host has for it, of every channel that is open. */
async function expectSame({ client, log }: FollowedClient, host: SmallHost): Promise<void> {
  const { channel, instances } = host.session;
  await vi.waitFor(async () => {
    expect(client.state().kind, log.join("\n")).toBe("connected");
    const channels = [channel, ...instances.all().map((one) => one.channel)];
    expect(Object.keys(client.channels()).sort()).toEqual([...channels].sort());
    for (const each of channels) {
      const answer = (await client.request("subscribe", { channel: each })) as { snapshot: { state: unknown } };
      expect(client.channels()[each]).toEqual(answer.snapshot.state);
    }
  }, within);
}

/** Whoever provides a canvas heard each message once, and its view the answer: unless it was told that it may have missed one. */
function expectOnce(host: SmallHost, clients: readonly FollowedClient[], sent: readonly Sent[]): void {
  const cameTo = ({ messages }: FollowedClient, payload: unknown) =>
    messages.filter((one) => JSON.stringify(one.payload) === JSON.stringify(payload)).length;
  for (const { n, by, channel, canvasId, fate } of sent) {
    const once = fate === "done" ? 1 : 0;
    if (canvasId === "doc") {
      expect([n, fate, host.heard.filter(({ payload }) => payload === n).length]).toEqual([n, fate, once]);
      expectHeard(by, channel, cameTo(by, { answerTo: n }), once);
    } else
      for (const other of clients.filter((one) => one !== by)) {
        // A view that is not there yet hears nothing of what its provider says to all.
        if (by.provides) expect(cameTo(other, n)).toBeLessThanOrEqual(once);
        else expectHeard(other, channel, cameTo(other, n), other.provides ? once : 0);
      }
  }
}

function expectHeard({ clientId, lost }: FollowedClient, channel: string, times: number, expected: number): void {
  if (lost.has(channel)) expect([clientId, times <= expected]).toEqual([clientId, true]);
  else expect([clientId, channel, times]).toEqual([clientId, channel, expected]);
}

describe("the relay", () => {
  test("makes every kind of trouble", async () => {
    const random = randomFrom(7);
    const host = await startSmallHost({});
    const relay = await startRelay(host.url, random);
    const clients = Array.from({ length: 40 }, (_, index) =>
      startFollowedClient({ clientId: `c${index}`, url: relay.url, random: () => 0 }),
    );
    await vi.waitFor(() => expect(relay.met.size).toBe(7), within);
    for (const { client } of clients) client.close();
    relay.close();
    host.close();
  });
});
