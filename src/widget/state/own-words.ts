import { wholeWords } from "../../core/comments/word-borders.ts";
import { changesBetween } from "../../core/diff/text-changes.ts";
import { type LocalChanges, NO_CHANGES } from "./state.ts";

interface Unsaved {
  readonly base: string;
  readonly draft: string;
  readonly local: LocalChanges;
}

/** What the person wrote and no server has, without the text around it: a passage or a comment a paragraph. Empty: nothing. */
export function ownWords({ base, draft, local }: Unsaved): string {
  const passages: string[] = [];
  let growth = 0;
  let last = -1;
  for (const { from, to, insert } of changesBetween(base, draft)) {
    const start = from + growth;
    growth += insert.length - (to - from);
    if (insert.trim() === "") continue;
    // Half a word says nothing.
    const whole = wholeWords(draft, start, start + insert.length);
    if (whole.from < last) continue;
    last = whole.to;
    passages.push(draft.slice(whole.from, whole.to).trim());
  }
  const written = local.comments.flatMap((one) =>
    one.op === "add" || one.op === "reply" || one.op === "edit" ? [one.body] : [],
  );
  const decided = local.decisions.flatMap((one) => (one.decision === "edit" ? [one.text] : []));
  return [...(local.title === null ? [] : [local.title]), ...passages, ...written, ...decided].join("\n\n");
}

/** What is left of the person's changes where they may make none of them: what they wrote, to be copied. */
export function writtenChanges(local: LocalChanges): LocalChanges {
  const comments = local.comments.filter(({ op }) => op === "add" || op === "reply" || op === "edit");
  return { ...NO_CHANGES, comments };
}
