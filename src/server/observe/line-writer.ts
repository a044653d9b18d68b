import type { Writable } from "node:stream";

/** So much may wait for a reader that does not read. */
const MOST_UNWRITTEN = 1024 * 1024;

export interface LineWriter {
  write(line: string): void;
  /** How many lines were dropped so far. */
  dropped(): number;
}

/**
 * Writes lines to a stream whose reader may be slow, stopped or gone: nothing waits for it. What does not fit is dropped,
 * and `tellDropped` says so in a line once there is room again.
 */
export function createLineWriter(
  stream: Writable,
  {
    tellDropped,
    mostUnwritten = MOST_UNWRITTEN,
  }: { readonly tellDropped: (lines: number) => string; readonly mostUnwritten?: number },
): LineWriter {
  let dropped = 0;
  let untold = 0;
  let isBroken = false;
  // Whoever read it is gone: lines have nowhere to go, and the program goes on.
  stream.on("error", () => {
    isBroken = true;
  });
  return {
    write(line) {
      if (isBroken || stream.destroyed || stream.writableLength + line.length > mostUnwritten) {
        dropped += 1;
        untold += 1;
        return;
      }
      if (untold > 0) {
        stream.write(tellDropped(untold));
        untold = 0;
      }
      stream.write(line);
    },
    dropped: () => dropped,
  };
}
