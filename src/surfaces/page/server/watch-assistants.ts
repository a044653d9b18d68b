import { type After, realAfter } from "../../../server/clock/timer.ts";
import type { Assistants } from "../../../server/live/assistants.ts";

type Say = (connected: readonly string[]) => void;

/** Soon enough for a person who has just connected one and looks at the page. */
export const LOOK_MS = 1_500;

/** Looks from time to time who is connected, while anybody wants to know; each is told at first, and when it has changed. */
export function watchAssistants(options: {
  readonly assistants: Pick<Assistants, "connected">;
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
      if (!hasFailed) log(`Who is connected cannot be told: ${String(error)}`);
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
