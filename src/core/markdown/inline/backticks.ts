/** Finds the runs of backticks that close code spans. All runs are found once, by their length. */
export class Backticks {
  private readonly s: string;
  /** Where the runs of each length start, in order, and how many of them are passed. */
  private runs: Map<number, { readonly starts: number[]; passed: number }> | null = null;

  constructor(s: string) {
    this.s = s;
  }

  /** The length of the run at `at`. */
  runAt(at: number): number {
    let end = at;
    while (this.s.charCodeAt(end) === 96) end++;
    return end - at;
  }

  /** Where the next run of exactly `length` starts at or after `from`, or -1. `from` never goes back. */
  closing(from: number, length: number): number {
    this.runs ??= this.runsFrom(from);
    const same = this.runs.get(length);
    if (!same) return -1;
    while (same.passed < same.starts.length && same.starts[same.passed]! < from) same.passed++;
    return same.starts[same.passed] ?? -1;
  }

  private runsFrom(from: number): Map<number, { readonly starts: number[]; passed: number }> {
    const runs = new Map<number, { readonly starts: number[]; passed: number }>();
    for (let at = this.s.indexOf("`", from); at >= 0; ) {
      const length = this.runAt(at);
      const same = runs.get(length);
      if (same) same.starts.push(at);
      else runs.set(length, { starts: [at], passed: 0 });
      at = this.s.indexOf("`", at + length);
    }
    return runs;
  }
}
