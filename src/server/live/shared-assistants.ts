import { LOCAL_OWNER } from "../access/identity.ts";
import { type After, realAfter } from "../clock/timer.ts";
import type { Marks } from "../storage/ports.ts";
import type { Assistants } from "./assistants.ts";

/** Nobody says goodbye, and a machine may vanish: so long after it was last heard a program counts as connected. */
const HEARD_MS = 30 * 60_000;
const REFRESH_MS = HEARD_MS / 2;
/** A store that does not answer is not asked, nor complained about, at each call. */
const RETRY_MS = 60_000;
/** With the owner behind it; without: where the server knows no people. */
const KIND = "assistant";
const kindOf = (owner: string): string => (owner === LOCAL_OWNER ? KIND : `${KIND} of ${owner}`);
/** Names are remembered so that not every call is noted; whoever makes up so many is noted again. */
const MOST_NAMES = 1_000;

const keyOf = (owner: string, client: string): string => JSON.stringify([owner, client]);

/** Which programs are connected to any of the machines that share a store. They are only shown: that one cannot be noted ends nothing. */
export function createSharedAssistants(options: {
  readonly marks: Pick<Marks, "keep" | "list">;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly after?: After;
}): Assistants {
  const { marks, now, log, after = realAfter } = options;
  const heard = new Map<string, number>();
  const lasting = new Map<string, () => void>();
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  const note = (owner: string, client: string): void => {
    const key = keyOf(owner, client);
    if (heard.size >= MOST_NAMES) heard.clear();
    const time = now().getTime();
    heard.set(key, time);
    const noted = marks.keep(kindOf(owner), client, new Date(time + HEARD_MS)).catch((error: unknown) => {
      heard.set(key, time - REFRESH_MS + RETRY_MS);
      log(`That an assistant is connected could not be noted: ${String(error)}`);
    });
    writing = Promise.all([writing, noted]).then(() => undefined);
  };
  /** One at the other end of stdio is connected although it says nothing. */
  const stay = (owner: string, client: string): void => {
    const cancel = after(REFRESH_MS, () => {
      note(owner, client);
      stay(owner, client);
    });
    lasting.set(keyOf(owner, client), cancel);
  };
  return {
    heard(owner, client = "", lasts) {
      if (isClosed) return;
      const key = keyOf(owner, client);
      if (lasts && !lasting.has(key)) stay(owner, client);
      const before = heard.get(key);
      // Not at each call: half of its time is soon enough.
      if (before === undefined || now().getTime() - before >= REFRESH_MS) note(owner, client);
    },
    async connected(owner) {
      await writing;
      return marks.list(kindOf(owner));
    },
    async close() {
      isClosed = true;
      for (const cancel of lasting.values()) cancel();
      lasting.clear();
      await writing;
    },
  };
}
