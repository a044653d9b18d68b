import { describeError } from "../../../server/observe/describe-error.ts";
import { activeClient, isShort, LONGEST_KEPT } from "../wire/schemas.ts";
import type { Action, ActionOrigin, DispatchParams } from "../wire/types.ts";
import { isCanvasUri } from "../wire/uris.ts";
import type { Verdict } from "./deeds.ts";
import type { OwnProvider } from "./own-provider.ts";
import type { Peer } from "./peer.ts";
import type { AhpSession } from "./session.ts";

const DONE: Verdict = { kind: "done" };
const IGNORED: Verdict = { kind: "ignored" };
const refused = (why: string): Verdict => ({ kind: "refused", why });

export interface ClientActions {
  dispatch(peer: Peer, dispatched: DispatchParams): void;
}

/** What clients may do by dispatching, and what becomes of it: the table of section 8 of the proposal. */
export function createClientActions(session: AhpSession, own: OwnProvider, log: (line: string) => void): ClientActions {
  /** A View says something to whoever provides its canvas; or a client that provides one, to those who show it. */
  const message = (peer: Peer, channel: string, action: Action, origin: ActionOrigin): Verdict => {
    const instance = session.instances.byChannel(channel);
    if (instance === undefined) return refused("This canvas is not open.");
    const { instanceId, provider } = instance.state;
    if (!peer.subscriptions.has(channel))
      return refused("You do not show this canvas: subscribe to its channel first.");
    const { payload } = action;
    const saying = (clientId: string, from?: ActionOrigin) => (said: unknown) =>
      session.publish({
        channel,
        to: { kind: "peer", clientId },
        action: { type: "canvas/message", payload: said },
        ...(from === undefined ? {} : { origin: from }),
      });
    if (provider.kind === "server") {
      own.hear(
        instanceId,
        { clientId: peer.clientId, identity: peer.link?.identity, say: saying(peer.clientId) },
        payload,
      );
      return DONE;
    }
    const others = session
      .peers()
      .filter((other) => other !== peer && other.shows === "proposal" && other.subscriptions.has(channel));
    if (provider.clientId === peer.clientId) {
      for (const { clientId } of others) saying(clientId)(payload);
      return DONE;
    }
    const to = others.find(({ clientId, link }) => clientId === provider.clientId && link !== null);
    if (to === undefined) return refused("Whoever provides this canvas is away, or does not listen.");
    saying(to.clientId, origin)(payload);
    return DONE;
  };

  const closeRequested = (peer: Peer, channel: string): Verdict => {
    const instance = session.instances.byChannel(channel);
    // It is closed already, or never was open: that is what they want.
    if (instance === undefined) return IGNORED;
    if (!peer.subscriptions.has(channel))
      return refused("You do not show this canvas: subscribe to its channel first.");
    session.instances.close(instance.state.instanceId).catch((error: unknown) => {
      // Another was faster.
      log(`AHP: ${instance.state.instanceId} was not closed: ${describeError(error, { frames: false })}`);
    });
    return DONE;
  };

  const beActive = (peer: Peer, channel: string, said: unknown, origin: ActionOrigin): Verdict => {
    if (channel !== session.channel) return refused("Clients are active in a session.");
    if (!peer.subscriptions.has(channel)) return refused("Subscribe to the session first.");
    if (said === null) {
      // Also where it was active no more: it waits to be told.
      session.setActive(peer, null, origin);
      return DONE;
    }
    if (!isShort(said)) return refused(`What a client says of itself has at most ${LONGEST_KEPT} characters.`);
    const given = activeClient.safeParse(said);
    if (!given.success)
      return refused(`This is no active client: ${given.error.issues[0]?.message ?? "it cannot be read"}.`);
    if (given.data.clientId !== peer.clientId)
      return refused("A client speaks for itself alone: clientId is another's.");
    const { canvasProviders, ...rest } = given.data;
    const ids = canvasProviders?.map(({ canvasId }) => canvasId) ?? [];
    if (new Set(ids).size < ids.length) return refused("Two of the canvases have the same canvasId.");
    // Whoever did not say that they know canvases is asked for none.
    const declared = peer.shows === "proposal" && canvasProviders !== undefined ? { canvasProviders } : {};
    session.setActive(peer, { ...rest, ...declared }, origin);
    return DONE;
  };

  const decide = (peer: Peer, { channel, action, clientSeq }: DispatchParams): Verdict => {
    const origin = { clientId: peer.clientId, clientSeq };
    const isHere = channel === session.channel || channel === session.chat || channel === "ahp-root://";
    switch (action.type) {
      case "canvas/message":
        if (peer.shows !== "proposal") return refused(NOT_DECLARED);
        return isCanvasUri(channel) ? message(peer, channel, action, origin) : refused("This is no canvas's channel.");
      case "canvas/closeRequested":
        if (peer.shows !== "proposal") return refused(NOT_DECLARED);
        return closeRequested(peer, channel);
      case "session/activeClientSet":
        return isHere ? beActive(peer, channel, action.activeClient ?? undefined, origin) : IGNORED;
      // As it was called before; null: no longer.
      case "session/activeClientChanged":
        return isHere ? beActive(peer, channel, action.activeClient ?? null, origin) : IGNORED;
      case "session/activeClientRemoved":
        if (!isHere) return IGNORED;
        return action.clientId === peer.clientId
          ? beActive(peer, channel, null, origin)
          : refused("A client speaks for itself alone: clientId is another's.");
      default: {
        if (!isHere && session.instances.byChannel(channel) === undefined) return IGNORED;
        const why = Object.hasOwn(REASONS, action.type) ? REASONS[action.type] : undefined;
        return refused(why ?? `${JSON.stringify(action.type)} is not something that a client does here.`);
      }
    }
  };

  /** The sender is told in any case; the others were told by what was done. */
  const tell = (peer: Peer, { channel, action, clientSeq }: DispatchParams, verdict: Verdict): void => {
    if (verdict.kind === "ignored") return;
    session.publish({
      channel,
      to: { kind: "peer", clientId: peer.clientId },
      // Whoever said something very long, or deep, knows it by its number.
      action: isShort(action) ? action : { type: action.type },
      origin: { clientId: peer.clientId, clientSeq },
      ...(verdict.kind === "refused" ? { rejectionReason: verdict.why } : {}),
    });
  };

  /** What was done before is not said again, which might undo what came after it: what became of it is, as it is now. */
  const asItIsNow = (peer: Peer, { channel, action }: DispatchParams): Action => {
    if (channel !== session.channel) return { type: action.type };
    return peer.active === null
      ? { type: "session/activeClientRemoved", clientId: peer.clientId }
      : { type: "session/activeClientSet", activeClient: peer.active };
  };

  return {
    dispatch(peer, dispatched) {
      const { clientSeq, action } = dispatched;
      const before = peer.deeds.verdictOn(clientSeq);
      if (before?.kind === "refused") {
        tell(peer, dispatched, before);
        return;
      }
      if (before !== undefined) {
        tell(peer, { ...dispatched, action: asItIsNow(peer, dispatched) }, before);
        return;
      }
      const verdict = decide(peer, dispatched);
      peer.deeds.keep(clientSeq, verdict);
      // What was done to the session was published with its origin.
      if (verdict.kind === "done" && isCanvasUri(dispatched.channel))
        tell(peer, { ...dispatched, action: { type: action.type } }, verdict);
      else if (verdict.kind === "refused") tell(peer, dispatched, verdict);
    },
  };
}

const NOT_DECLARED = "This is for clients that declared capabilities.canvas.";

const REASONS: Readonly<Record<string, string>> = {
  "root/configChanged": "This host has no settings.",
  "chat/turnStarted":
    "Nobody answers in this chat: the canvases here are driven by an agent elsewhere. What you write or send on a canvas reaches it.",
  "canvas/updated": "Only the host says what a canvas's state is.",
  "canvas/stateChanged": "Only the host says what a canvas's state is.",
  "session/canvasesChanged": "Only the host says what can be opened: declare yours with session/activeClientSet.",
  "session/openCanvasesChanged": "Only the host says what is open.",
};
