import type { ExactnessReport, StreamPlan, StreamTimes } from "./page.ts";

export interface Figures {
  readonly updates: number;
  readonly timed: number;
  /** Milliseconds of processor time for the whole stream; for a sample, its mean times the number of updates. */
  readonly script: number;
  readonly withLayout: number;
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
  /** The mean of the last tenth of the updates against that of the first. */
  readonly growth: number;
  readonly heapBytes: number;
}

export interface Result {
  readonly renderer: string;
  readonly document: string;
  readonly figures?: Figures;
  readonly exactness?: ExactnessReport;
  readonly failure?: string;
}

/** Processor time of the page's main thread, in milliseconds. */
export interface ProcessorTime {
  readonly script: number;
  readonly layout: number;
}

/**
 * Totals are processor time of the page's main thread, so that other work on the machine does not count; for a sampled
 * stream, the clock's time of the timed updates, times what share of the clock the thread really ran. Percentiles are
 * by the clock.
 */
export function toFigures(plan: StreamPlan, times: StreamTimes, used: ProcessorTime): Figures {
  const scale = plan.cuts.length / times.script.length;
  const script = sum(times.script) * scale * (used.script / Math.max(times.allScript, 1e-6));
  const layout = sum(times.layout) * scale * (used.layout / Math.max(times.allLayout, 1e-6));
  const sorted = [...times.script].sort((one, other) => one - other);
  const tenth = Math.max(1, Math.floor(times.script.length / 10));
  return {
    updates: plan.cuts.length,
    timed: times.script.length,
    script,
    withLayout: script + layout,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0,
    max: sorted.at(-1) ?? 0,
    growth: trimmedMean(times.script.slice(-tenth)) / Math.max(trimmedMean(times.script.slice(0, tenth)), 1e-6),
    heapBytes: times.heapBytes,
  };
}

/** The mean without the slowest tenth: one turn lost to another process must not look like growth. */
function trimmedMean(values: readonly number[]): number {
  const kept = [...values].sort((one, other) => one - other).slice(0, Math.ceil(values.length * 0.9));
  return sum(kept) / kept.length;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
