import type { Interactions, PersonInteraction } from "../records/interactions.ts";
import { quoted } from "../text/quote-text.ts";
import { type Item, plainItem } from "./item.ts";

export function interactionMark(id: string): string {
  return `interaction:${id}`;
}

/** Of those that are only counted. */
export function earlierMark({ last }: NonNullable<Interactions["earlier"]>): string {
  return interactionMark(`earlier ${last}`);
}

const LONGEST = 200;

/** What the person did in blocks and dashboards. It is said to be that: no button of a block approves anything by itself. */
export function describeInteractions({ list, earlier }: Interactions): Item[] {
  const before =
    earlier === undefined ? [] : [plainItem("interaction", earlierMark(earlier), describeEarlier(earlier))];
  return [...before, ...list.map((each) => plainItem("interaction", interactionMark(each.id), lineOf(each), each.by))];
}

function lineOf({ action, element, data, block, isPosted }: PersonInteraction): string {
  const unnamed = isPosted === true ? "In a dashboard" : "In an interactive block";
  const where = block === undefined ? unnamed : `In the block ${quoted(block, LONGEST)}`;
  const words = data === undefined ? "" : ` with data ${quoted(data)}`;
  return `- ${where}: ${nameOf(action, element)}${words}`;
}

function nameOf(action: string, element: string | undefined): string {
  return element === undefined ? quoted(action, LONGEST) : `${quoted(action, LONGEST)} ${quoted(element, LONGEST)}`;
}

function describeEarlier({ count, of }: NonNullable<Interactions["earlier"]>): string {
  const parts = of.map(({ action, element, count: times }) => `${nameOf(action, element)} ${times} times`);
  const many = count === 1 ? "1 earlier interaction" : `${count.toLocaleString("en")} earlier interactions`;
  return `- In interactive blocks, ${many}, most of all: ${parts.join(", ")}`;
}
