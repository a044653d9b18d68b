import type { Figures, Result } from "./figures.ts";

export interface Goal {
  readonly what: string;
  readonly figure: string;
  readonly isReached: boolean;
}

const LONG = "mixed 100 KB";
const ONES = ["one list 60 KB", "one table 60 KB", "one fence 60 KB", "one quote 60 KB"];

/** What was set out to be reached, as ratios within the run. Goals on documents that were not run are left out. */
export function goalsOf(results: readonly Result[]): Goal[] {
  const find = (renderer: string, document: string): Figures | undefined =>
    results.find((result) => result.renderer === renderer && result.document === document)?.figures;
  const goals: Goal[] = [];
  const ours = find("ours", LONG);
  if (!ours) return goals;

  const atLeast = (what: string, value: number | undefined, goal: number) => {
    if (value !== undefined) goals.push({ what, figure: `${value.toFixed(1)} ×`, isReached: value >= goal });
  };
  const atMost = (what: string, value: number | undefined, goal: number) => {
    if (value !== undefined) goals.push({ what, figure: `${value.toFixed(2)} ×`, isReached: value <= goal });
  };
  const ratio = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined ? undefined : one / other;

  atLeast(
    "100 KB: at least 100 times less script than the plain design",
    ratio(find("plain design", LONG)?.script, ours.script),
    100,
  );
  atLeast(
    "100 KB: at least 15 times less script than streamdown",
    ratio(find("streamdown", LONG)?.script, ours.script),
    15,
  );
  const appendOnly = find("streaming-markdown", LONG);
  atMost("100 KB: at most 5 times the script of streaming-markdown", ratio(ours.script, appendOnly?.script), 5);
  atMost(
    "100 KB: at most 1.5 times streaming-markdown with layout",
    ratio(ours.withLayout, appendOnly?.withLayout),
    1.5,
  );
  for (const document of [LONG, "mixed 400 KB"]) {
    atMost(`${document}: growth at most 1.5`, find("ours", document)?.growth, 1.5);
  }
  for (const document of ONES) {
    const one = find("ours", document);
    const perUpdate = one && one.script / one.updates;
    atMost(
      `${document}: at most 3 times the mixed one's cost a character`,
      ratio(perUpdate, ours.script / ours.updates),
      3,
    );
  }
  const checks = results.filter((result) => result.renderer === "ours" && result.exactness);
  const checked = checks.reduce((total, result) => total + result.exactness!.checked, 0);
  const unequal = checks.reduce((total, result) => total + result.exactness!.unequal, 0);
  goals.push({
    what: "exact on every update that was compared, over all documents",
    figure: `${checked - unequal} of ${checked}`,
    isReached: unequal === 0,
  });
  return goals;
}
