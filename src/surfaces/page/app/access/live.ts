import { EVENTS_ROUTE, type PageEvent } from "../../../../protocol/page.ts";
import { type Gate, UnknownServerError } from "./gate.ts";

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
export function startLive(gate: Pick<Gate, "send" | "lost">, only: string | null = null): Live {
  // A panel hears of its own canvas alone: what it passes on would be too little for the whole page.
  const name = only === null ? NAME : `${NAME}:${only}`;
  const stateListeners = new Set<() => void>();
  const listeners = new Set<(ids: readonly string[] | null) => void>();
  const tabs = openChannel(name);
  const assistantListeners = new Set<() => void>();
  let state: LiveState = "connecting";
  let assistants: readonly string[] | null = null;
  let stream: EventStream | null = null;

  const say = (said: Said): void => tabs?.postMessage(said);
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
    stream = openEventStream(gate, only === null ? null : panelSlots(), {
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

  const hear = ({ data }: MessageEvent<Said>): void => {
    if (data.kind === "ask" && stream !== null) {
      say({ kind: "state", state });
      if (assistants !== null) say({ kind: "event", event: { kind: "assistants", connected: assistants } });
    } else if (data.kind === "retry") stream?.retryNow();
    else if (stream === null && data.kind === "event") take(data.event);
    else if (stream === null && data.kind === "state") become(data.state);
  };
  tabs?.addEventListener("message", hear);
  say({ kind: "ask" });
  const held =
    tabs === null
      ? undefined
      : navigator.locks?.request(name, () => {
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

/** Null: this browser lets a frame of this kind speak to no other tab. */
function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    return null;
  }
}

/** So many panels of a browser have a stream of their own; a browser opens six connections to a server and no more. */
const PANEL_STREAMS = 3;
/** The others ask so often. */
const ASK_MS = 3_000;

/** Does the work while this panel holds one of the slots; null: all are taken. */
type InSlot = <T>(work: () => Promise<T>) => Promise<T | null>;

/** Null: where panels cannot agree, each has its own. */
function panelSlots(): InSlot | null {
  const { locks } = navigator;
  if (locks === undefined) return null;
  return async (work) => {
    for (let slot = 0; slot < PANEL_STREAMS; slot += 1) {
      const done = await locks.request(`${NAME}-slot-${slot}`, { ifAvailable: true }, async (lock) =>
        lock === null ? null : { value: await work() },
      );
      if (done !== null) return done.value;
    }
    return null;
  };
}

interface EventStream {
  /** There may be a new session, or the server may be back: do not wait. */
  retryNow(): void;
  close(): void;
}

/** The server says something at least every 15 seconds: a silence of this length is a connection that died unnoticed. */
const SILENCE_MS = 40_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Reads the server's events, and comes back by itself when it is lost: soon at first, then less often. */
function openEventStream(
  gate: Pick<Gate, "send" | "lost">,
  inSlot: InSlot | null,
  on: {
    readonly event: (event: PageEvent) => void;
    /** `stranger`: another program answers in its place. */
    readonly lost: (stranger: boolean) => void;
  },
): EventStream {
  let closed = false;
  let wake: () => void = () => {};
  let current: AbortController | null = null;

  /** One connection, until it ends. */
  const listen = async (): Promise<"stood" | "failed" | "locked" | "stranger"> => {
    const abort = new AbortController();
    current = abort;
    let silence = setTimeout(() => abort.abort(), SILENCE_MS);
    let stood = false;
    let isLocked = false;
    try {
      const response = await gate.send(EVENTS_ROUTE, {
        headers: { accept: "text/event-stream" },
        cache: "no-store",
        signal: abort.signal,
      });
      isLocked = response.status === 401;
      if (isLocked) return "locked";
      if (!response.ok || response.body === null) return "failed";
      const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
      const events = createEventReader();
      for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        stood = true;
        clearTimeout(silence);
        silence = setTimeout(() => abort.abort(), SILENCE_MS);
        for (const event of events.read(value)) on.event(event);
      }
    } catch (error) {
      if (error instanceof UnknownServerError) return "stranger";
      // The server ended, the network went, or nothing was heard for too long: all are answered by trying again.
    } finally {
      clearTimeout(silence);
      current = null;
      // Whoever answers next has to show that it is the same. Who says that there is no session is still there.
      if (!isLocked) gate.lost();
    }
    return stood ? "stood" : "failed";
  };

  /** Where nothing is heard, anything may have changed. */
  const ask = async (): Promise<"asked" | "failed" | "locked" | "stranger"> => {
    try {
      const { ok, status } = await gate.send("/api/who", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: "{}",
        cache: "no-store",
      });
      if (ok) on.event({ kind: "hello", version: "", storeId: "" });
      return ok ? "asked" : status === 401 ? "locked" : "failed";
    } catch (error) {
      return error instanceof UnknownServerError ? "stranger" : "failed";
    }
  };

  const run = async (): Promise<void> => {
    let wait = FIRST_RETRY_MS;
    while (!closed) {
      const outcome = (inSlot === null ? await listen() : await inSlot(listen).catch(listen)) ?? (await ask());
      if (closed) return;
      if (outcome === "stood") wait = FIRST_RETRY_MS;
      if (outcome === "asked") wait = ASK_MS;
      else if (outcome !== "locked") on.lost(outcome === "stranger");
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
  void run();
  return {
    retryNow: () => wake(),
    close() {
      closed = true;
      current?.abort();
      wake();
    },
  };
}

/** Takes a stream of server-sent events apart, however it is cut. What is no event of ours is left out. */
export function createEventReader(): { read(chunk: string): readonly PageEvent[] } {
  let rest = "";
  return {
    read(chunk) {
      rest += chunk;
      const blocks = rest.split(/\r?\n\r?\n/);
      rest = blocks.pop() ?? "";
      return blocks.flatMap((block) => {
        const data = block
          .split(/\r?\n/)
          .filter((line) => line.startsWith("data:"))
          .map((line) => line.slice(5).replace(/^ /, ""))
          .join("\n");
        const event = data === "" ? null : parse(data);
        return event === null ? [] : [event];
      });
    },
  };
}

function parse(data: string): PageEvent | null {
  try {
    const value = JSON.parse(data) as Partial<PageEvent> | null;
    if (value?.kind === "hello") return value as PageEvent;
    if (value?.kind === "changed" && Array.isArray(value.ids)) return value as PageEvent;
    if (value?.kind === "assistants" && Array.isArray(value.connected)) return value as PageEvent;
    // A newer server may say more than this page knows.
    return null;
  } catch {
    return null;
  }
}
