import { SHAPES } from "../tools/documents.ts";

/** What clients do. */
export const OPERATIONS = ["list", "read", "edit", "write"] as const;
export type Operation = (typeof OPERATIONS)[number];

export type StoreKind = "sqlite" | "postgres";

/** One stretch of load: so many clients, each asking again as soon as it is answered, for so long. */
export interface Stretch {
  readonly operation: Operation;
  readonly clients: number;
  readonly milliseconds: number;
}

export interface Measured {
  /** By the clock, until the last was answered. */
  readonly elapsedMs: number;
  /** Of each request, in milliseconds. */
  readonly latencies: readonly number[];
  /** What went wrong, in the words of it, and how often. */
  readonly errors: Readonly<Record<string, number>>;
  /** Milliseconds of the processor that whoever asked has used. */
  readonly cpuMs: number;
  /** Of the last answer. */
  readonly bytes: number;
}

export const DOCUMENT_BYTES = 20_000;
export const MOST_CLIENTS = 256;

const BODY = SHAPES[0]?.lines(DOCUMENT_BYTES).join("\n") ?? "";

/** A document of 20 kB that no other one is the same as, with a number in it that edits count up. */
export function documentText(name: string, turn: number): string {
  const head = `# Document ${name}\n\nTurn ${turn}.\n\n`;
  return head + BODY.slice(0, DOCUMENT_BYTES - head.length);
}

/** Asks `once` for every client again and again until the time is over, and waits for the last answers. */
export async function drive(
  { clients, milliseconds }: Stretch,
  once: (client: number) => Promise<{ readonly error: string | null; readonly bytes: number }>,
): Promise<Measured> {
  const latencies: number[] = [];
  const errors: Record<string, number> = {};
  let bytes = 0;
  const cpu = process.cpuUsage();
  const started = performance.now();
  const client = async (number: number): Promise<void> => {
    while (performance.now() - started < milliseconds) {
      const from = performance.now();
      const answer = await once(number);
      latencies.push(performance.now() - from);
      if (answer.error === null) bytes = answer.bytes;
      else errors[answer.error] = (errors[answer.error] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)));
  const elapsedMs = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  return { elapsedMs, latencies, errors, cpuMs: (user + system) / 1000, bytes };
}
