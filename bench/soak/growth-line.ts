/** One look at a node's memory. */
export interface Sample {
  readonly seconds: number;
  readonly megabytes: number;
}

/** Whether something grows: the slope over the last two thirds, and the medians of the first and the last third. */
export interface Trend {
  /** Of the straight line nearest to the last two thirds. */
  readonly perHour: number;
  readonly firstThird: number;
  readonly lastThird: number;
  readonly most: number;
}

export function trendOf(samples: readonly Sample[]): Trend {
  const third = Math.floor(samples.length / 3);
  const late = samples.slice(third);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(late.map(({ seconds }) => seconds)), mean(late.map(({ megabytes }) => megabytes))];
  const over = late.reduce((sum, one) => sum + (one.seconds - x) * (one.megabytes - y), 0);
  const under = late.reduce((sum, one) => sum + (one.seconds - x) ** 2, 0);
  return {
    perHour: (3600 * over) / under,
    firstThird: medianOf(samples.slice(0, third)),
    lastThird: medianOf(samples.slice(-third)),
    most: Math.max(...samples.map(({ megabytes }) => megabytes)),
  };
}

function medianOf(samples: readonly Sample[]): number {
  const sorted = samples.map(({ megabytes }) => megabytes).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

export function lineOf(what: string, { perHour, firstThird, lastThird, most }: Trend): string {
  const numbers = [firstThird, lastThird, most].map((value) => value.toFixed(0));
  return `| ${what} | ${numbers.join(" | ")} | ${perHour >= 0 ? "+" : ""}${perHour.toFixed(1)} |`;
}
