import type { After } from "./timer.ts";

/** Time for tests: it passes only when told to. */
export class FakeTimer {
  now: number;
  private readonly due = new Set<{ readonly at: number; readonly work: () => void }>();

  constructor(start = Date.UTC(2026, 10, 16, 12)) {
    this.now = start;
  }

  readonly after: After = (milliseconds, work) => {
    const entry = { at: this.now + milliseconds, work };
    this.due.add(entry);
    return () => void this.due.delete(entry);
  };

  readonly clock = (): Date => new Date(this.now);

  /** How many wait. */
  get waiting(): number {
    return this.due.size;
  }

  /** Lets so much time pass, calling back in order, and lets what was called come to rest in between. */
  async pass(milliseconds: number): Promise<void> {
    const end = this.now + milliseconds;
    await rest();
    for (;;) {
      const next = [...this.due].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (next === undefined) break;
      this.due.delete(next);
      this.now = next.at;
      next.work();
      await rest();
    }
    this.now = end;
    await rest();
  }
}

/** Turns of the loop enough for chains of promises without a timer or a disk in them. */
async function rest(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
}
