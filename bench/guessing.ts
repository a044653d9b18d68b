/**
 * Whether guessing tells anything by time: wrong, near and unknown tokens at a server that knows its people, 10,000 each.
 * `npx tsx bench/guessing.ts [TRIES]` prints the medians and how far apart the samples are, in standard errors: under about 4
 * nobody learns anything from them.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { openTokensFile } from "../src/cli/serving/tokens-file.ts";
import { hashOf, newToken, tokenLine } from "../src/server/access/tokens.ts";

export interface Compared {
  readonly name: string;
  readonly tries: number;
  readonly medianUs: number;
  /** Between its mean and that of the first, without the slowest tenth, in standard errors; 0 for the first. */
  readonly apart: number;
}

/**
 * Guesses each kind `tries` times, in an order that is drawn anew for every round, so that whatever else the machine does
 * meets all of them alike.
 */
export async function compareTimes(
  kinds: Readonly<Record<string, (n: number) => string>>,
  guess: (text: string) => Promise<unknown>,
  tries: number,
): Promise<readonly Compared[]> {
  const names = Object.keys(kinds);
  const times = new Map(names.map((name) => [name, [] as number[]]));
  const warmUp = Math.ceil(tries / 10);
  for (let n = 0; n < warmUp + tries; n += 1) {
    for (const name of shuffled(names)) {
      // A text of its own, as one that came in a request: not a part of another that is still to be put together.
      const text = Buffer.from(kinds[name]?.(n) ?? "").toString();
      const began = process.hrtime.bigint();
      await guess(text);
      const took = Number(process.hrtime.bigint() - began) / 1_000;
      if (n >= warmUp) times.get(name)?.push(took);
    }
  }
  const summed = names.map((name) => ({ name, ...summary(times.get(name) ?? []) }));
  const [first] = summed;
  return summed.map(({ name, median, mean, error }) => ({
    name,
    tries,
    medianUs: median,
    apart:
      first === undefined || first.name === name ? 0 : Math.abs(mean - first.mean) / Math.hypot(error, first.error),
  }));
}

function shuffled<T>(values: readonly T[]): readonly T[] {
  return values
    .map((value) => [Math.random(), value] as const)
    .sort(([one], [other]) => one - other)
    .map(([, value]) => value);
}

function summary(times: readonly number[]): { readonly median: number; readonly mean: number; readonly error: number } {
  const sorted = [...times].sort((one, other) => one - other);
  const kept = sorted.slice(0, Math.floor(sorted.length * 0.9));
  const mean = kept.reduce((sum, each) => sum + each, 0) / kept.length;
  const variance = kept.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (kept.length - 1);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, mean, error: Math.sqrt(variance / kept.length) };
}

export function printCompared(title: string, compared: readonly Compared[]): void {
  process.stdout.write(`${title}\n`);
  for (const { name, tries, medianUs, apart } of compared)
    process.stdout.write(
      `  ${name.padEnd(34)} ${String(tries).padStart(6)} tries  median ${medianUs.toFixed(2).padStart(8)} µs  ${apart.toFixed(1).padStart(5)} standard errors apart\n`,
    );
}

async function tokensOfAFile(tries: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "canvas-guessing-"));
  try {
    const made = Array.from({ length: 1_000 }, newToken);
    const lines = made.map(({ hash }, n) =>
      tokenLine({ subject: `person-${n}`, name: null, scopes: ["canvas:read"], hash }, new Date().toISOString()),
    );
    writeFileSync(join(folder, "tokens"), `${lines.join("\n")}\n`, { mode: 0o600 });
    const { identify } = await openTokensFile("tokens", {
      place: { folder, platform: process.platform, uid: process.getuid?.() ?? null },
      log: () => undefined,
      clock: () => new Date(Date.now() + 60_000),
      // It is looked at once: the file is not what is measured.
      now: () => 0,
    });
    const right = made[500]?.token ?? "";
    const other = (n: number) => `wct_${hashOf(String(n)).slice(0, 32)}`;
    const compared = await compareTimes(
      {
        "unknown: nothing is right": (n) => other(n),
        "unknown, again": (n) => other(n + 1_000_000),
        "near: the last letter is wrong": (n) => right.slice(0, -1) + nextLetter(right.at(-1), n),
        "near: the first letter is wrong": (n) => `wct_${nextLetter(right[4], n)}${right.slice(5)}`,
        "near: the first half is right": (n) => `${right.slice(0, 20)}${other(n).slice(20)}`,
      },
      async (text) => {
        if ((await identify(text)).kind !== "unknown") throw new Error("A guess was right");
      },
      tries,
    );
    printCompared("Tokens of a file with 1,000 people", compared);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

/** Another letter than this one. */
export function nextLetter(letter: string | undefined, n: number): string {
  return LETTERS.replace(letter ?? "", "")[n % (LETTERS.length - 1)] ?? "";
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await tokensOfAFile(Number(process.argv[2] ?? 10_000));
