import { createElement, type ReactNode, useState } from "react";
import { historyWords as words } from "../../words.ts";
import type { ComparedNode } from "./compare-rendered.ts";
import { foldUnchanged, hasChange } from "./fold-unchanged.ts";
import { ShownRuns } from "./ShownRuns.tsx";
import { isHidden } from "./shapes.ts";
import "./compare.css";

const AROUND = 1;

interface ComparedTextProps {
  readonly nodes: readonly ComparedNode[];
  /** Whether long stretches without a change are folded away. */
  readonly folds?: boolean;
  /** These are of one of two texts: what only it has is marked, and neither came nor left. */
  readonly isSide?: boolean;
}

/** Two rendered texts as one: what came is underlined, what left is struck through, and each says so to a reader aloud. */
export function ComparedText({ nodes, folds = true, isSide = false }: ComparedTextProps) {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  return (
    <div className="compared-text">
      {foldUnchanged(nodes, hasChange, folds ? AROUND : nodes.length).map((stretch) =>
        stretch.kind === "folded" && !opened.has(stretch.from) ? (
          <button
            key={stretch.from}
            type="button"
            className="compared-fold"
            onClick={() => setOpened(new Set([...opened, stretch.from]))}
          >
            {words.unchangedBlocks(stretch.parts.length)}
          </button>
        ) : (
          stretch.parts.map((node, at) => showNode(node, `${stretch.from + at}`, isSide))
        ),
      )}
    </div>
  );
}

function showNode(node: ComparedNode, key: string, isSide: boolean): ReactNode {
  const props = { key, ...(node.mark === "same" || isSide ? {} : { "data-mark": node.mark }) };
  if (node.kind === "box") {
    const children = node.children.map((child, at) => showNode(child, `${at}`, isSide));
    const body = node.tag === "table" ? createElement("tbody", null, children) : children;
    // What folds is open here: nothing of two versions is hidden.
    if (node.tag === "details") {
      return (
        <div {...props} key={key} className="compared-details">
          {children}
        </div>
      );
    }
    return createElement(node.tag, { ...props, ...(node.start === undefined ? {} : { start: node.start }) }, body);
  }
  if (node.tag === "hr") return createElement("hr", props);
  const runs = <ShownRuns runs={node.runs} isSide={isSide} />;
  if (isHidden(node.tag)) {
    return (
      <p {...props} key={key} className="compared-hidden" dir="auto">
        <span className="compared-hidden-name">{words.hidden[node.tag]}</span> {runs}
      </p>
    );
  }
  if (node.tag === "summary" || node.tag === "alert") {
    return (
      <p {...props} key={key} className="compared-title" dir="auto">
        {runs}
      </p>
    );
  }
  return createElement(node.tag, { dir: "auto", ...props }, runs);
}
