import type { StreamPlan } from "./page.ts";
import { streamCuts } from "./random.ts";

const SEED = 20_261_116;
/** Consecutive updates in a sample: the first of a window comes after a jump, and only brings the renderer there. */
const WINDOW = 4;

/** Every update of the stream, all of them timed. */
export function wholeStream(text: string): StreamPlan {
  const cuts = streamCuts(text.length, SEED);
  const all = cuts.map((_, index) => index);
  return { text, cuts, shown: all, timed: all };
}

/** Windows of consecutive updates, spread evenly over the stream, and its end: for renderers that would take minutes. */
export function sampledStream(text: string, windows: number): StreamPlan {
  const cuts = streamCuts(text.length, SEED);
  if (windows * WINDOW >= cuts.length) return wholeStream(text);
  const shown: number[] = [];
  const timed: number[] = [];
  for (let window = 0; window < windows; window++) {
    const start = Math.round((window / (windows - 1)) * (cuts.length - WINDOW));
    for (let index = start; index < start + WINDOW; index++) {
      shown.push(index);
      if (index > start) timed.push(index);
    }
  }
  return { text, cuts, shown, timed };
}

/** The same stream, with only some updates checked. */
export function checkedAt(plan: StreamPlan, checks: number): StreamPlan {
  const step = Math.max(1, Math.floor(plan.shown.length / checks));
  const timed = plan.shown.filter((_, position) => position % step === 0 || position === plan.shown.length - 1);
  return { ...plan, timed };
}
