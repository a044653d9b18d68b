/** Whether `a` comes after `b`, by their numbers; what stands behind a hyphen does not count. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function numbersOf(version: string): number[] {
  return (version.split(/[-+]/, 1)[0] ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
}
