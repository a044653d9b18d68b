import type { ActionEnvelope, DispatchParams } from "../wire/types.ts";
import type { AhpClient, ChannelLoss, ClientOptions, ConnectionState } from "./ahp-client.ts";
import { canvasHelpers } from "./canvas-helpers.ts";
import { AhpClientError, plain, wordsOf } from "./client-error.ts";
import { createConnection, type Greeted } from "./connection.ts";
import { createDispatches } from "./dispatches.ts";
import { initialize, resume } from "./greet-host.ts";
import type { Link, LinkTimes } from "./link.ts";
import { createChannelListeners, createListeners } from "./listeners.ts";
import { answerAsProvider } from "./providers.ts";
import { type Greeting, type Resumption, readEnvelope } from "./read-host.ts";
import { createSession } from "./session.ts";
import { realAfter } from "./socket.ts";
import { createSubscriptions } from "./subscriptions.ts";
import { createWishes } from "./wishes.ts";

const TIMES: LinkTimes = { ping: 15_000, silence: 40_000, answer: 60_000 };
const RECONNECT = { first: 250, longest: 15_000 };
/** As many envelopes as may come before the answer to `reconnect`. */
const MOST_EARLY = 10_000;

/** Connects, and keeps connected until it is closed. */
export function connectClient(options: ClientOptions): AhpClient {
  const { clientId, clientInfo, capabilities = { canvas: {} }, provides = [], after = realAfter } = options;
  const log = options.log ?? (() => {});
  const random = options.random ?? Math.random;
  const times = { ...TIMES, ...options.times };
  // To be told apart from the next start of the same program, and from nothing else.
  const run = [random(), random()].map((drawn) => drawn.toString(36).slice(2)).join("");
  const states = createListeners<ConnectionState>(log);
  const changes = createListeners<void>(log);
  const actions = createChannelListeners<ActionEnvelope>(log);
  const losses = createChannelListeners<ChannelLoss>(log);

  const subscriptions = createSubscriptions(
    () => changes.tell(),
    (envelope) => {
      session.onAction(envelope);
      actions.tell(envelope.channel, envelope);
    },
  );
  const wishes = createWishes({
    subscriptions,
    onGap: (channel) => losses.tell(channel, { kind: "gap" }),
    onDropped: (channel, error) => tellDropped(channel, wordsOf(error)),
  });
  const dispatches = createDispatches({ clientId, patience: times.answer, after });
  /** What the host said when it last began anew with this client; null: it does not know it. */
  let greeting: Greeting | null = null;
  /** What came before the answer to `reconnect`; null: that is not waited for. */
  let early: ActionEnvelope[] | null = null;

  const connection = createConnection({
    open: options.open,
    times,
    reconnect: { ...RECONNECT, ...options.reconnect },
    after,
    random,
    log,
    greet,
    onConnected(link) {
      for (const params of dispatches.all()) send(link, params);
      void wishes.ask(link);
      session.onConnected();
    },
    onLost() {
      early = null;
      dispatches.lost();
    },
    onNotification,
    onRequest: (method, params) => answerAsProvider(provides, method, params),
    onState(state) {
      if (state.kind === "closed") failAll(new AhpClientError("closed", `This client is closed: ${state.why}`));
      states.tell(state);
    },
  });
  const session = createSession({
    clientId,
    clientInfo,
    provides,
    log,
    connection,
    said: () => greeting?.session ?? null,
    subscribe,
    drop,
    stateOf: subscriptions.stateOf,
    dispatch,
  });

  async function greet(link: Link): Promise<Greeted> {
    const known = greeting;
    const current = known !== null && (await takeUp(link)) ? known : await beginAnew(link);
    // The host takes messages to a canvas only from those who listen to it: dispatches wait for that.
    await wishes.ask(link);
    return current;
  }

  async function takeUp(link: Link): Promise<boolean> {
    early = [];
    const asked = { clientId, lastSeenServerSeq: subscriptions.seen(), subscriptions: subscriptions.live() };
    const resumption = await resume(link, asked, log);
    const held = early ?? [];
    early = null;
    if (resumption === null) return false;
    takeResumption(resumption);
    for (const envelope of held) take(link, envelope);
    return true;
  }

  function takeResumption({ channels, envelopes }: Resumption): void {
    const snapshots = [...channels.values()].filter((one) => typeof one !== "string");
    if (snapshots.length > 0) subscriptions.countFrom(Math.max(...snapshots.map(({ fromSeq }) => fromSeq)));
    for (const [channel, resumed] of channels) {
      // Meanwhile it may have been unsubscribed.
      if (resumed === "replayed" || !subscriptions.has(channel)) continue;
      if (resumed === "missing") drop(channel, "the host has it no more");
      else subscriptions.begin(channel, resumed);
    }
    for (const envelope of envelopes) {
      dispatches.settle(envelope);
      subscriptions.take(envelope);
    }
    for (const { resource } of snapshots) if (subscriptions.has(resource)) losses.tell(resource, { kind: "gap" });
  }

  /** The host knows nothing of this client: everything is asked for again. */
  async function beginAnew(link: Link): Promise<Greeting> {
    greeting = null;
    wishes.renew();
    const greeted = await initialize(link, { clientId, clientInfo, capabilities, run });
    greeting = greeted;
    subscriptions.countFrom(greeted.serverSeq);
    await session.beganAnew(link, greeted.session);
    return greeted;
  }

  function onNotification(link: Link, method: string, params: unknown): void {
    const envelope = method === "action" ? readEnvelope(params) : null;
    if (envelope === null) log(`AHP: a notification ${plain(method, 60)} of the host's was ignored.`);
    else if (early === null) take(link, envelope);
    else if (early.length < MOST_EARLY) early.push(envelope);
    else connection.giveUp(link, "the host sends actions, and no answer to reconnect");
  }

  function take(link: Link, envelope: ActionEnvelope): void {
    dispatches.settle(envelope);
    if (!subscriptions.take(envelope)) connection.giveUp(link, "the host sends actions, and no snapshots");
  }

  function send(link: Link, params: DispatchParams): void {
    dispatches.sent(params);
    link.notify("dispatchAction", params);
  }

  function drop(channel: string, why: string): void {
    if (!subscriptions.has(channel)) return;
    wishes.forget(channel, new AhpClientError("unsubscribed", why));
    tellDropped(channel, why);
  }

  function tellDropped(channel: string, why: string): void {
    log(`AHP: ${plain(channel)} is dropped: ${why}`);
    session.onDropped(channel);
    losses.tell(channel, { kind: "dropped", why });
  }

  function failAll(error: AhpClientError): void {
    dispatches.failAll(error);
    wishes.forgetAll(error);
  }

  async function subscribe(channel: string): Promise<unknown> {
    if (subscriptions.isLive(channel)) return subscriptions.stateOf(channel);
    refuseIfClosed();
    const answer = wishes.add(channel);
    const link = connection.connected();
    if (link !== null) void wishes.ask(link);
    return answer;
  }

  async function dispatch(channel: string, action: DispatchParams["action"]): Promise<ActionEnvelope> {
    refuseIfClosed();
    // As it is now, and only if it can be sent at all: it may be sent again later.
    const { params, echo } = dispatches.add(channel, JSON.parse(JSON.stringify(action)));
    const link = connection.connected();
    if (link !== null) send(link, params);
    return echo;
  }

  function refuseIfClosed(): void {
    const state = connection.state();
    if (state.kind === "closed") throw new AhpClientError("closed", `This client is closed: ${state.why}`);
  }

  const base = {
    state: connection.state,
    onState: states.add,
    channels: subscriptions.states,
    onChannels: (listener) => changes.add(() => listener(subscriptions.states())),
    subscribe,
    unsubscribe(channel) {
      if (!subscriptions.has(channel)) return;
      wishes.forget(channel, new AhpClientError("unsubscribed", `${plain(channel)} was unsubscribed from.`));
      session.onDropped(channel);
      connection.opened()?.notify("unsubscribe", { channel });
    },
    onAction: actions.add,
    onLoss: losses.add,
    dispatch,
    async request(method, params) {
      const link = connection.connected() ?? (await connection.ready());
      return link.request(method, params);
    },
    session: session.find,
    close: () => connection.close("it was closed from here"),
  } satisfies Partial<AhpClient>;
  return { ...base, ...canvasHelpers({ ...base, stateOf: subscriptions.stateOf }, clientId, session.address) };
}
