import type { TextChange } from "../../diff/hunk.ts";
import { applyChanges, changesBetween, refineChange } from "../../diff/text-changes.ts";

/** Changes by the model and differences of the baseline that lie inside one another. */
interface Group {
  from: number;
  to: number;
  readonly own: TextChange[];
  readonly others: TextChange[];
}

/** `baseline` with edits that were made to `content`. Only where the two lie inside one another does the baseline yield. */
export function rebaseEdits(content: string, edits: readonly TextChange[], baseline: string): string {
  if (content === baseline) return applyChanges(content, edits);
  const all = [
    ...changesBetween(content, baseline).map((change) => ({ change, isOwn: false })),
    ...edits.flatMap((edit) => refineChange(content, edit)).map((change) => ({ change, isOwn: true })),
  ].sort((a, b) => a.change.from - b.change.from || a.change.to - b.change.to);
  const groups: Group[] = [];
  for (const { change, isOwn } of all) {
    let group = groups.at(-1);
    if (group === undefined || change.from >= group.to || change.to <= group.from) {
      group = { from: change.from, to: change.to, own: [], others: [] };
      groups.push(group);
    }
    group.to = Math.max(group.to, change.to);
    (isOwn ? group.own : group.others).push(change);
  }
  return applyChanges(
    content,
    groups.map((group) => ({ from: group.from, to: group.to, insert: textOf(content, group, edits) })),
  );
}

function textOf(content: string, { from, to, own, others }: Group, edits: readonly TextChange[]): string {
  const theirs = others.map((change) => change.insert).join("");
  if (own.length === 0) return theirs;
  let mine = "";
  let at = from;
  for (const change of own) {
    mine += knownPart(content, edits, at, change.from) + change.insert;
    at = change.to;
  }
  mine += knownPart(content, edits, at, to);
  const covers = others.every((other) => own.some((change) => change.from <= other.from && change.to >= other.to));
  // It only took some of the person's words away: what it knew in their place is still what it knows.
  return mine === "" && !covers ? theirs : mine;
}

/** What of a stretch of the content stands in a passage that an edit named; what only parts paragraphs and words stays. */
function knownPart(content: string, edits: readonly TextChange[], from: number, to: number): string {
  const stretch = content.slice(from, to);
  if (stretch.trim() === "") return stretch;
  return edits.map((edit) => content.slice(Math.max(from, edit.from), Math.max(from, Math.min(to, edit.to)))).join("");
}
