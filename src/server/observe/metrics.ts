/** Labels come from closed sets; should one ever not, its further values are counted together as "other". */
const MOST_SERIES = 2_000;
const OTHER = "other";

export interface Counter {
  add(labels: readonly string[], by?: number): void;
}

export interface Histogram {
  observe(labels: readonly string[], value: number): void;
}

export interface MetricsRegistry {
  counter(name: string, help: string, labels: readonly string[]): Counter;
  /** `bounds`: the upper ends of its buckets, ascending. */
  histogram(name: string, help: string, labels: readonly string[], bounds: readonly number[]): Histogram;
  /** Read when somebody asks. `type`: a counter that is kept elsewhere. */
  gauge(name: string, help: string, read: () => number, type?: "gauge" | "counter"): void;
  /** Gauges by name, which may be others each time. */
  gauges(prefix: string, help: string, read: () => Readonly<Record<string, number>>): void;
  /** A gauge of 1 whose labels say something. */
  info(name: string, help: string, labels: Readonly<Record<string, string>>): void;
  /** All of it, in Prometheus' text format. */
  text(): string;
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function createMetrics(): MetricsRegistry {
  const metrics: (() => readonly string[])[] = [];
  return {
    counter(name, help, labels) {
      const series = createSeries(labels, () => ({ value: 0 }));
      metrics.push(() => [
        ...headOf(name, help, "counter"),
        ...series.all().map(([given, { value }]) => lineOf(name, namedLabels(labels, given), value)),
      ]);
      return {
        add: (given, by = 1) => {
          series.of(given).value += by;
        },
      };
    },
    histogram(name, help, labels, bounds) {
      const series = createSeries(labels, () => ({ counts: new Float64Array(bounds.length + 1), sum: 0 }));
      metrics.push(() => [
        ...headOf(name, help, "histogram"),
        ...series.all().flatMap(([given, { counts, sum }]) => {
          const named = namedLabels(labels, given);
          let total = 0;
          const buckets = [...counts].map((count, index) => {
            total += count;
            return lineOf(`${name}_bucket`, [...named, ["le", String(bounds[index] ?? "+Inf")]], total);
          });
          return [...buckets, lineOf(`${name}_sum`, named, sum), lineOf(`${name}_count`, named, total)];
        }),
      ]);
      return {
        observe: (given, value) => {
          const one = series.of(given);
          let bucket = 0;
          while (bucket < bounds.length && value > (bounds[bucket] ?? 0)) bucket += 1;
          one.counts[bucket] = (one.counts[bucket] ?? 0) + 1;
          one.sum += value;
        },
      };
    },
    gauge: (name, help, read, type = "gauge") =>
      void metrics.push(() => [...headOf(name, help, type), lineOf(name, [], read())]),
    gauges: (prefix, help, read) =>
      void metrics.push(() =>
        Object.entries(read()).flatMap(([key, value]) => {
          const name = `${prefix}${key.replace(/\W/g, "_")}`;
          return [...headOf(name, help, "gauge"), lineOf(name, [], value)];
        }),
      ),
    info: (name, help, labels) =>
      void metrics.push(() => [...headOf(name, help, "gauge"), lineOf(name, Object.entries(labels), 1)]),
    text: () => `${metrics.flatMap((linesOf) => linesOf()).join("\n")}\n`,
  };
}

function createSeries<T>(labels: readonly string[], create: () => T) {
  const byKey = new Map<string, { readonly labels: readonly string[]; readonly value: T }>();
  const of = (given: readonly string[]): T => {
    const key = given.length === 1 ? (given[0] ?? "") : given.join("\0");
    const known = byKey.get(key);
    if (known !== undefined) return known.value;
    const others = labels.map(() => OTHER);
    if (byKey.size >= MOST_SERIES && key !== others.join("\0")) return of(others);
    const value = create();
    byKey.set(key, { labels: [...given], value });
    return value;
  };
  return { of, all: () => [...byKey.values()].map((one) => [one.labels, one.value] as const) };
}

type Labels = readonly (readonly [name: string, value: string])[];

function namedLabels(names: readonly string[], values: readonly string[]): Labels {
  return names.map((name, index) => [name, values[index] ?? ""]);
}

function headOf(name: string, help: string, type: string): readonly string[] {
  return [`# HELP ${name} ${help.replace(/[\\\n]/g, escapeSign)}`, `# TYPE ${name} ${type}`];
}

function lineOf(name: string, labels: Labels, value: number): string {
  const words = labels.map(([label, text]) => `${label}="${text.replace(/[\\"\n]/g, escapeSign)}"`).join(",");
  return `${name}${words === "" ? "" : `{${words}}`} ${Number.isFinite(value) ? value : "NaN"}`;
}

function escapeSign(sign: string): string {
  return sign === "\n" ? "\\n" : `\\${sign}`;
}
