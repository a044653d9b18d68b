import type { TextChange } from "../diff/hunk.ts";
import { applyChanges, changesBetween, refineChange } from "../diff/text-changes.ts";
import { type Draft, note } from "./draft.ts";

/**
 * The baseline with the model's own edits of `before` made to it too: so the person's changes go on showing as theirs,
 * and the model's do not. Words of the person that stand beside an edit, and not in the passage that it names, are none
 * that the model has shown to know.
 */
export function moveBaseline(draft: Draft, before: string, edits: readonly TextChange[]): Draft {
  const { claudeContent, submitted } = draft.record;
  return note(draft, {
    claudeContent: carryOver(before, edits, claudeContent),
    ...(submitted === undefined ? {} : { submitted: carryOver(before, edits, submitted) }),
  });
}

/**
 * The baseline with suggestions that the person accepted: they are the model's own words, so they do not show as the
 * person's. But the model may not have heard of it yet: what it really submitted stays the base of a write that names none.
 */
export function moveBaselineUnheard(draft: Draft, before: string, accepted: readonly TextChange[]): Draft {
  const { claudeContent, submitted = claudeContent } = draft.record;
  return note(draft, { claudeContent: carryOver(before, accepted, claudeContent), submitted });
}

/** Changes by the model and differences of the baseline that lie inside one another. */
interface Group {
  from: number;
  to: number;
  readonly own: TextChange[];
  readonly others: TextChange[];
}

/** `baseline` with edits that were made to `content`. Only where the two lie inside one another does the baseline yield. */
export function carryOver(content: string, edits: readonly TextChange[], baseline: string): string {
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

/** What of a stretch of the content stands in a passage that an edit named. */
function knownPart(content: string, edits: readonly TextChange[], from: number, to: number): string {
  return edits.map((edit) => content.slice(Math.max(from, edit.from), Math.max(from, Math.min(to, edit.to)))).join("");
}
