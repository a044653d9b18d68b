import type { ServerResponse } from "node:http";
import type { PageEvent } from "../../../protocol/page.ts";
import { type After, realAfter } from "../../../server/clock/timer.ts";
import { type Access, bearerOf, placeOf } from "../../../server/http/access.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import { admittedRequest } from "../../../server/http/traffic.ts";
import type { Assistants } from "../../../server/live/assistants.ts";
import type { Watch } from "../../../server/live/watch-canvases.ts";
import { describeError } from "../../../server/observe/describe-error.ts";
import type { Links } from "./links.ts";
import { answerApiError, GUARDED_HEADERS } from "./page-answers.ts";

const HEARTBEAT_MS = 15_000;
/** A reader so far behind is let go: it comes back and reads everything anew. */
const MOST_UNREAD = 1024 * 1024;
/** And so is one that has taken nothing for so many heartbeats. */
const MOST_STUCK = 2;

export interface EventStreams {
  readonly answer: Answer;
  /** Ends all streams. */
  close(): void;
}

/** Server-sent events: which canvases changed, as it happens. Each stream ends with its pass. */
export function createEventStreams(options: {
  /** The owner's whose page it is. */
  readonly watchChanges: (listener: (ids: readonly string[]) => void) => Watch;
  readonly hello: Extract<PageEvent, { kind: "hello" }>;
  readonly checkPass: Links["checkPass"];
  readonly access: Pick<Access, "public">;
  readonly heartbeatMs?: number;
  /** Says who is connected: at once, and when that changes. */
  readonly watch?: (say: (connected: readonly string[]) => void) => () => void;
}): EventStreams {
  const { watchChanges, hello, checkPass, access, heartbeatMs = HEARTBEAT_MS, watch } = options;
  const open = new Set<ServerResponse>();
  return {
    answer: async (request, response) => {
      const refused = admittedRequest(request)?.park("stream");
      if (refused) {
        answerApiError(response, 503, { code: "busy", message: refused.message }, refused.headers);
        return;
      }
      const [pass, place] = [bearerOf(request), placeOf(request, access)];
      // A proxy that collects answers would hold every event back.
      const streamed = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
      response.writeHead(200, { ...GUARDED_HEADERS, ...streamed });
      const say = (event: PageEvent) => write(response, `data: ${JSON.stringify(event)}\n\n`);
      const changes = watchChanges((ids) => say({ kind: "changed", ids }));
      let unwatch = (): void => undefined;
      const isStuck = stuckReader(response);
      const heartbeat = setInterval(() => {
        if (isStuck()) response.destroy();
        else if (checkPass(pass, place)) write(response, ": alive\n\n");
        else response.end();
      }, heartbeatMs);
      open.add(response);
      response.on("close", () => {
        clearInterval(heartbeat);
        changes.stop();
        unwatch();
        open.delete(response);
      });
      // Whoever has read the greeting misses nothing that comes after it.
      await changes.ready();
      say(hello);
      if (!response.destroyed) unwatch = watch?.((connected) => say({ kind: "assistants", connected })) ?? unwatch;
    },
    close() {
      for (const response of open) response.end();
    },
  };
}

/** Asked at each heartbeat: whether what was unread at the last ones still is. */
function stuckReader(response: ServerResponse): () => boolean {
  let unread = 0;
  let stuck = 0;
  return () => {
    const now = response.writableLength;
    stuck = unread > 0 && now >= unread ? stuck + 1 : 0;
    unread = now;
    return stuck >= MOST_STUCK;
  };
}

function write(response: ServerResponse, text: string): void {
  if (response.writableLength > MOST_UNREAD) response.destroy();
  else if (!response.writableEnded) response.write(text);
}

type Say = (connected: readonly string[]) => void;

/** Soon enough for a person who has just connected one and looks at the page. */
export const LOOK_MS = 1_500;

/** Looks from time to time who is connected, while anybody wants to know; each is told at first, and when it has changed. */
export function watchAssistants(options: {
  /** Of the owner whose page it is. */
  readonly assistants: { readonly connected: () => ReturnType<Assistants["connected"]> };
  readonly log: (line: string) => void;
  readonly after?: After;
}): (say: Say) => () => void {
  const { assistants, log, after = realAfter } = options;
  const told = new Map<Say, string>();
  let stop: (() => void) | null = null;
  let isLooking = false;
  let hasFailed = false;

  const look = async (): Promise<void> => {
    stop = null;
    isLooking = true;
    try {
      const connected = await assistants.connected();
      hasFailed = false;
      const names = JSON.stringify(connected);
      for (const [say, before] of told) {
        if (before === names) continue;
        told.set(say, names);
        say(connected);
      }
    } catch (error) {
      // Said once, not at each look.
      if (!hasFailed) log(`Who is connected cannot be told: ${describeError(error, { frames: false })}`);
      hasFailed = true;
    }
    isLooking = false;
    if (told.size > 0) stop = after(LOOK_MS, () => void look());
  };
  return (say) => {
    told.set(say, "");
    if (!isLooking) {
      stop?.();
      void look();
    }
    return () => {
      told.delete(say);
      if (told.size > 0) return;
      stop?.();
      stop = null;
    };
  };
}
