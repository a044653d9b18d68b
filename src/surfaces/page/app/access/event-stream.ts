import { EVENTS_ROUTE, type PageEvent } from "../../../../protocol/page.ts";
import { type Gate, UnknownServerError } from "./gate.ts";

export interface EventStream {
  /** There may be a new session, or the server may be back: do not wait. */
  retryNow(): void;
  close(): void;
}

/** The server says something at least every 15 seconds: a silence of this length is a connection that died unnoticed. */
const SILENCE_MS = 40_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/** Reads the server's events, and comes back by itself when it is lost: soon at first, then less often. */
export function openEventStream(
  gate: Pick<Gate, "send" | "lost">,
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

  const run = async (): Promise<void> => {
    let wait = FIRST_RETRY_MS;
    while (!closed) {
      const outcome = await listen();
      if (closed) return;
      if (outcome === "stood") wait = FIRST_RETRY_MS;
      if (outcome !== "locked") on.lost(outcome === "stranger");
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
