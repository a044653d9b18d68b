import type { PageEvent } from "../../../../protocol/page.ts";
import { type EventStream, openEventStream } from "./event-stream.ts";
import type { Gate } from "./gate.ts";

/** "stranger": another program answers in the server's place. */
export type LiveState = "connecting" | "live" | "lost" | "stranger";

/** What the server tells of its own accord. */
export interface Live {
  state(): LiveState;
  subscribeState(listener: () => void): () => void;
  /** Ids of canvases that changed; null when a connection begins, or when one comes back to the tab: anything may have. */
  subscribe(listener: (ids: readonly string[] | null) => void): () => void;
  /** The programs of assistants that are connected, as they named themselves; null: not known yet. */
  assistants(): readonly string[] | null;
  subscribeAssistants(listener: () => void): () => void;
  /** There may be a new session, or the server may be back: do not wait. */
  retryNow(): void;
}

/** What the tabs of a browser tell each other. */
type Said =
  | { readonly kind: "event"; readonly event: PageEvent }
  | { readonly kind: "state"; readonly state: LiveState }
  | { readonly kind: "ask" }
  | { readonly kind: "retry" };

const NAME = "canvas-page-events";

/**
 * One stream of events for all tabs: a browser opens six connections to a server and no more, and the tabs' own requests
 * need some. Whichever tab holds the lock listens and passes on what it hears; the browser itself hands the lock on.
 */
export function startLive(gate: Pick<Gate, "send" | "lost">): Live {
  const stateListeners = new Set<() => void>();
  const listeners = new Set<(ids: readonly string[] | null) => void>();
  const tabs = new BroadcastChannel(NAME);
  const assistantListeners = new Set<() => void>();
  let state: LiveState = "connecting";
  let assistants: readonly string[] | null = null;
  let stream: EventStream | null = null;

  const say = (said: Said): void => tabs.postMessage(said);
  const become = (next: LiveState): void => {
    // What one tab has heard of, all have to mind.
    if (next === "lost" || next === "stranger") gate.lost();
    if (state === next) return;
    state = next;
    for (const listener of stateListeners) listener();
  };
  const tell = (ids: readonly string[] | null): void => {
    for (const listener of listeners) listener(ids);
  };
  const take = (event: PageEvent): void => {
    if (event.kind === "assistants") {
      assistants = event.connected;
      for (const listener of assistantListeners) listener();
      return;
    }
    if (event.kind === "changed") {
      tell(event.ids);
      return;
    }
    become("live");
    // Before a connection stands nothing is heard: what was read until now may be old.
    tell(null);
  };
  const lead = (): void => {
    stream = openEventStream(gate, {
      event(event) {
        take(event);
        say({ kind: "event", event });
      },
      lost(stranger) {
        become(stranger ? "stranger" : "lost");
        say({ kind: "state", state });
      },
    });
  };

  tabs.onmessage = ({ data }: MessageEvent<Said>) => {
    if (data.kind === "ask" && stream !== null) {
      say({ kind: "state", state });
      if (assistants !== null) say({ kind: "event", event: { kind: "assistants", connected: assistants } });
    } else if (data.kind === "retry") stream?.retryNow();
    else if (stream === null && data.kind === "event") take(data.event);
    else if (stream === null && data.kind === "state") become(data.state);
  };
  say({ kind: "ask" });
  const held = navigator.locks?.request(NAME, () => {
    lead();
    return new Promise(() => {});
  });
  // Where tabs cannot agree on one, each listens for itself.
  if (held === undefined) lead();
  else held.catch(lead);

  const retryNow = (): void => {
    stream?.retryNow();
    say({ kind: "retry" });
  };
  const onLook = (): void => {
    if (document.visibilityState !== "visible") return;
    if (state === "live") tell(null);
    else retryNow();
  };
  window.addEventListener("online", onLook);
  document.addEventListener("visibilitychange", onLook);

  return {
    state: () => state,
    subscribeState(listener) {
      stateListeners.add(listener);
      return () => stateListeners.delete(listener);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    assistants: () => assistants,
    subscribeAssistants(listener) {
      assistantListeners.add(listener);
      return () => assistantListeners.delete(listener);
    },
    retryNow,
  };
}
