/** Finds the runs of backticks that close code spans. A length that no later run has is looked for only once. */
export class Backticks {
  private readonly s: string;
  private none: Set<number> | null = null;

  constructor(s: string) {
    this.s = s;
  }

  /** The length of the run at `at`. */
  runAt(at: number): number {
    let end = at;
    while (this.s.charCodeAt(end) === 96) end++;
    return end - at;
  }

  /** Where the next run of exactly `length` starts at or after `from`, or -1. */
  closing(from: number, length: number): number {
    if (this.none?.has(length)) return -1;
    let at = this.s.indexOf("`", from);
    while (at >= 0) {
      const run = this.runAt(at);
      if (run === length) return at;
      at = this.s.indexOf("`", at + run);
    }
    this.none ??= new Set();
    this.none.add(length);
    return -1;
  }
}
