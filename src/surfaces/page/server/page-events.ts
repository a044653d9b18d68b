import type { ServerResponse } from "node:http";
import type { PageEvent } from "../../../protocol/page.ts";
import { bearerOf, placeOf } from "../../../server/http/access.ts";
import type { Answer } from "../../../server/http/http-server.ts";
import type { Watch } from "../../../server/live/watch-canvases.ts";
import { GUARDED_HEADERS } from "./page-answers.ts";

const HEARTBEAT_MS = 15_000;
/** A reader so far behind is let go: it comes back and reads everything anew. */
const MOST_UNREAD = 1024 * 1024;

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
  readonly checkPass: (pass: string, place: string) => boolean;
  readonly heartbeatMs?: number;
  /** Says who is connected: at once, and when that changes. */
  readonly watch?: (say: (connected: readonly string[]) => void) => () => void;
}): EventStreams {
  const { watchChanges, hello, checkPass, heartbeatMs = HEARTBEAT_MS, watch } = options;
  const open = new Set<ServerResponse>();
  return {
    answer: async (request, response) => {
      const [pass, place] = [bearerOf(request), placeOf(request)];
      response.writeHead(200, { ...GUARDED_HEADERS, "content-type": "text/event-stream; charset=utf-8" });
      const say = (event: PageEvent) => write(response, `data: ${JSON.stringify(event)}\n\n`);
      const changes = watchChanges((ids) => say({ kind: "changed", ids }));
      let unwatch = (): void => undefined;
      const heartbeat = setInterval(() => {
        if (checkPass(pass, place)) write(response, ": alive\n\n");
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

function write(response: ServerResponse, text: string): void {
  if (response.writableLength > MOST_UNREAD) response.destroy();
  else if (!response.writableEnded) response.write(text);
}
