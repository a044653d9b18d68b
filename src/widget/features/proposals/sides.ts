import type { ComparedNode } from "../../text/compare/compare-rendered.ts";
import { hasChange } from "../../text/compare/fold-unchanged.ts";
import type { Mark, MarkedRun } from "../../text/compare/text-runs.ts";

/** One of two compared texts as it reads alone, with what only it has marked. */
export function sideOf(nodes: readonly ComparedNode[], side: "before" | "after"): ComparedNode[] {
  const other: Mark = side === "before" ? "added" : "removed";
  return nodes.flatMap((node): ComparedNode[] => {
    if (node.mark === other) return [];
    if (node.kind === "box") return [{ ...node, children: sideOf(node.children, side) }];
    return [{ ...node, runs: node.runs.filter(({ mark }) => mark !== other) }];
  });
}

/** A node that stayed, as one that came: the later of both texts. */
export function asNew(node: ComparedNode): ComparedNode {
  const fresh = (one: ComparedNode): ComparedNode => {
    const { at: _, ...rest } = one;
    if (rest.kind === "box") return { ...rest, mark: "added", children: rest.children.map(fresh) };
    return { ...rest, mark: "added", runs: rest.runs.map((run): MarkedRun => ({ ...run, mark: "added" })) };
  };
  return fresh(sideOf([node], "after")[0]!);
}

/** Of lists, tables and blocks only what changed, and the head of a table: enough to see what a choice is about. */
export function onlyChanged(nodes: readonly ComparedNode[]): ComparedNode[] {
  return nodes.flatMap((node): ComparedNode[] => {
    if (!hasChange(node)) return [];
    if (node.kind === "line" || node.mark !== "same" || node.tag === "tr") return [node];
    const kept = node.children.map((child, at) => hasChange(child) || (node.tag === "table" && at === 0));
    const first = kept.indexOf(true);
    const children = node.children.flatMap((child, at) =>
      !kept[at] ? [] : node.tag === "table" ? [child] : onlyChanged([child]),
    );
    return [{ ...node, children, ...(node.start === undefined ? {} : { start: node.start + first }) }];
  });
}
