import { EVENTS_ROUTE, type PageEvent } from "../../../../protocol/page.ts";
import { createEventReader } from "./read-events.ts";
import type { Session } from "./session.ts";

export type LiveState = "connecting" | "live" | "lost";

/** What the server tells of its own accord. */
export interface Live {
  state(): LiveState;
  subscribeState(listener: () => void): () => void;
  /** Ids of canvases that changed; null when a connection begins: anything may have. */
  subscribe(listener: (ids: readonly string[] | null) => void): () => void;
  /** There may be a new session, or the server may be back: do not wait. */
  retryNow(): void;
  close(): void;
}

/** The server says something at least every 15 seconds: a silence of this length is a connection that died unnoticed. */
const SILENCE_MS = 40_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Reads the stream of events, and comes back by itself when it is lost, soon at first and then less often. */
export function startLive(session: Session, onLocked: (token: string | null) => void): Live {
  const stateListeners = new Set<() => void>();
  const listeners = new Set<(ids: readonly string[] | null) => void>();
  let state: LiveState = "connecting";
  let closed = false;
  let wake: () => void = () => {};
  let current: AbortController | null = null;

  const become = (next: LiveState): void => {
    if (state === next) return;
    state = next;
    for (const listener of stateListeners) listener();
  };
  const tell = (ids: readonly string[] | null): void => {
    for (const listener of listeners) listener(ids);
  };
  const onEvent = (event: PageEvent): void => {
    if (event.kind === "changed") {
      tell(event.ids);
      return;
    }
    become("live");
    // Before a connection stands nothing is heard: what was read until now may be old.
    tell(null);
  };

  /** One connection, until it ends. */
  const listen = async (): Promise<"stood" | "failed" | "locked"> => {
    const token = session.read();
    if (token === null) return "locked";
    const abort = new AbortController();
    current = abort;
    let silence = setTimeout(() => abort.abort(), SILENCE_MS);
    let stood = false;
    try {
      const response = await fetch(EVENTS_ROUTE, {
        headers: { authorization: `Bearer ${token}`, accept: "text/event-stream" },
        cache: "no-store",
        signal: abort.signal,
      });
      if (response.status === 401) {
        onLocked(token);
        return "locked";
      }
      if (!response.ok || response.body === null) return "failed";
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const events = createEventReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        stood = true;
        clearTimeout(silence);
        silence = setTimeout(() => abort.abort(), SILENCE_MS);
        for (const event of events.read(value)) onEvent(event);
      }
    } catch {
      // The server ended, the network went, or nothing was heard for too long: all are answered by trying again.
    } finally {
      clearTimeout(silence);
      current = null;
    }
    return stood ? "stood" : "failed";
  };

  const run = async (): Promise<void> => {
    let wait = FIRST_RETRY_MS;
    while (!closed) {
      const outcome = await listen();
      if (closed) return;
      if (outcome === "stood") wait = FIRST_RETRY_MS;
      if (outcome !== "locked") become("lost");
      // With no session there is nothing to try until somebody brings one.
      await new Promise<void>((resolve) => {
        const timer = outcome === "locked" ? undefined : setTimeout(resolve, wait);
        wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      wait = Math.min(wait * 2, LONGEST_RETRY_MS);
    }
  };

  const onLook = (): void => {
    if (document.visibilityState === "visible" && state !== "live") wake();
  };
  window.addEventListener("online", onLook);
  window.addEventListener("focus", onLook);
  document.addEventListener("visibilitychange", onLook);
  void run();

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
    retryNow: () => wake(),
    close() {
      closed = true;
      window.removeEventListener("online", onLook);
      window.removeEventListener("focus", onLook);
      document.removeEventListener("visibilitychange", onLook);
      current?.abort();
      wake();
    },
  };
}
