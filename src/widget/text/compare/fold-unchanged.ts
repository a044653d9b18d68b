import type { Mark } from "./text-runs.ts";

/** A stretch to show, or a stretch of unchanged parts that is folded away. */
export type Stretch<T> =
  | { readonly kind: "shown"; readonly from: number; readonly parts: readonly T[] }
  | { readonly kind: "folded"; readonly from: number; readonly parts: readonly T[] };

/** Folds unchanged parts that are more than `around` away from every change, where at least three can be folded. */
export function foldUnchanged<T>(parts: readonly T[], isChanged: (part: T) => boolean, around: number): Stretch<T>[] {
  const near = new Uint8Array(parts.length);
  parts.forEach((part, at) => {
    if (!isChanged(part)) return;
    near.fill(1, Math.max(0, at - around), Math.min(parts.length, at + around + 1));
  });
  const stretches: Stretch<T>[] = [];
  for (let from = 0; from < parts.length; ) {
    let to = from + 1;
    while (to < parts.length && near[to] === near[from]) to++;
    const kind = near[from] === 1 || to - from < 3 ? "shown" : "folded";
    const last = stretches.at(-1);
    if (kind === "shown" && last?.kind === "shown") {
      stretches[stretches.length - 1] = { ...last, parts: [...last.parts, ...parts.slice(from, to)] };
    } else stretches.push({ kind, from, parts: parts.slice(from, to) });
    from = to;
  }
  return stretches;
}

interface Marked {
  readonly mark: Mark;
}
/** Whether anything in a compared node changed. */
export function hasChange(node: {
  readonly mark: Mark;
  readonly runs?: readonly Marked[];
  readonly children?: readonly unknown[];
}): boolean {
  if (node.mark !== "same") return true;
  if (node.runs?.some(({ mark }) => mark !== "same")) return true;
  return (node.children ?? []).some((child) => hasChange(child as Parameters<typeof hasChange>[0]));
}
