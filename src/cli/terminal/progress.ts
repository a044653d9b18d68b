import type { Surroundings } from "../surroundings.ts";

export interface Progress {
  readonly step: (done: number, all: number) => void;
  /** Takes the words away again. */
  readonly end: () => void;
}

const CLEAR = "\r\u001b[K";

/** How far something is, on one line of a terminal; elsewhere nothing is said. */
export function progressOn({ stderr }: Pick<Surroundings, "stderr">, doing: string): Progress {
  if (!stderr.isTTY) return { step: () => undefined, end: () => undefined };
  let shown = -1;
  return {
    step: (done, all) => {
      const percent = Math.floor((done * 100) / all);
      if (percent === shown) return;
      shown = percent;
      stderr.write(`${CLEAR}${doing}: ${done} of ${all}`);
    },
    end: () => {
      if (shown >= 0) stderr.write(CLEAR);
    },
  };
}
