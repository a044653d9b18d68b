/** Characters that are drawn at once: more than a screen holds. */
const FIRST = 6000;
const LARGEST = 400_000;
/** What one slice may take, the browser's layout of it included. */
const BUDGET_MS = 25;

export interface Slices {
  /** Where to stop drawing a text of which `done` characters are drawn: at its end, or at the end of a line before. */
  end(text: string, done: number): number;
  /** Tells how long the last slice took, so that the next one is as long as it should be. */
  took(ms: number): void;
}

/** Cuts a long text into parts that each take about as long to draw. */
export function createSlices(): Slices {
  let size = FIRST;
  return {
    end(text, done) {
      const least = done + size;
      if (least + FIRST >= text.length) return text.length;
      const feed = text.indexOf("\n", least);
      // A line that is much longer than a slice is no place to wait for.
      return feed < 0 || feed - least > LARGEST ? text.length : feed + 1;
    },
    took(ms) {
      const factor = Math.min(2, Math.max(0.25, BUDGET_MS / Math.max(ms, 1)));
      size = Math.round(Math.min(LARGEST, Math.max(FIRST / 2, size * factor)));
    },
  };
}
