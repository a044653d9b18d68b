import type { ServerResponse } from "node:http";
import type { PageEvent } from "../../../protocol/page.ts";
import { type After, realAfter } from "../../../server/clock/timer.ts";
import { type Access, bearerOf, type PassHolder, placeOf } from "../../../server/http/access.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import { admittedRequest } from "../../../server/http/traffic.ts";
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
  readonly answer: (...given: [...Parameters<Answer>, holder: PassHolder]) => Promise<void>;
  /** Ends all streams. */
  close(): void;
}

/** Server-sent events: which canvases changed, as it happens. Each stream ends with its pass. */
export function createEventStreams(options: {
  /** Of whoever holds the pass. */
  readonly watchChanges: (holder: PassHolder, listener: (ids: readonly string[]) => void) => Watch;
  readonly hello: Extract<PageEvent, { kind: "hello" }>;
  readonly checkPass: Links["checkPass"];
  readonly access: Pick<Access, "public">;
  readonly heartbeatMs?: number;
  /** Says who is connected: at once, and when that changes; not to one who was let in for one canvas. */
  readonly watch?: (holder: PassHolder, say: Say) => () => void;
}): EventStreams {
  const { watchChanges, hello, checkPass, access, heartbeatMs = HEARTBEAT_MS, watch } = options;
  const open = new Set<ServerResponse>();
  return {
    answer: async (request, response, holder) => {
      const refused = admittedRequest(request)?.park("stream", holder.identity?.subject);
      if (refused) {
        answerApiError(response, 503, { code: "busy", message: refused.message }, refused.headers);
        return;
      }
      const [pass, place] = [bearerOf(request), placeOf(request, access)];
      // A proxy that collects answers would hold every event back.
      const streamed = { "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" };
      response.writeHead(200, { ...GUARDED_HEADERS, ...streamed });
      const say = (event: PageEvent) => write(response, `data: ${JSON.stringify(event)}\n\n`);
      const changes = watchChanges(holder, (ids) => say({ kind: "changed", ids }));
      let unwatch = (): void => undefined;
      const isStuck = stuckReader(response);
      const heartbeat = setInterval(() => {
        if (isStuck()) response.destroy();
        else
          isHeldBy(holder, checkPass(pass, place)).then(
            (isHeld) => (isHeld ? write(response, ": alive\n\n") : response.end()),
            // Whether it is still good cannot be told now: the next heartbeat asks again.
            () => undefined,
          );
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
      if (!response.destroyed && holder.only === undefined)
        unwatch = watch?.(holder, (connected) => say({ kind: "assistants", connected })) ?? unwatch;
    },
    close() {
      for (const response of open) response.end();
    },
  };
}

/** Whether the pass is still good, in the same hands. */
async function isHeldBy(before: PassHolder, checked: Promise<PassHolder | null>): Promise<boolean> {
  const now = await checked;
  return now !== null && now.identity?.subject === before.identity?.subject && now.only === before.only;
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

/** Whose assistants are connected. */
export interface Connected {
  connected(owner: string): Promise<readonly string[]>;
}

/** Looks from time to time whose assistants are connected, while they want to know; each is told at first, and when it has changed. */
export function watchAssistants(options: {
  readonly assistants: Connected;
  readonly log: (line: string) => void;
  readonly after?: After;
}): (owner: string, say: Say) => () => void {
  const { assistants, log, after = realAfter } = options;
  const told = new Map<Say, { readonly owner: string; readonly names: string }>();
  let stop: (() => void) | null = null;
  let isLooking = false;
  let hasFailed = false;

  const look = async (): Promise<void> => {
    stop = null;
    isLooking = true;
    try {
      const owners = new Set([...told.values()].map(({ owner }) => owner));
      for (const owner of owners) {
        const connected = await assistants.connected(owner);
        const names = JSON.stringify(connected);
        for (const [say, before] of told) {
          if (before.owner !== owner || before.names === names) continue;
          told.set(say, { owner, names });
          say(connected);
        }
      }
      hasFailed = false;
    } catch (error) {
      // Said once, not at each look.
      if (!hasFailed) log(`Who is connected cannot be told: ${describeError(error, { frames: false })}`);
      hasFailed = true;
    }
    isLooking = false;
    if (told.size > 0) stop = after(LOOK_MS, () => void look());
  };
  return (owner, say) => {
    told.set(say, { owner, names: "" });
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
