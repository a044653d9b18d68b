import { describeAnchor } from "../comments/describe-anchor.ts";
import { amend, type Draft, nextRevision } from "../document/draft.ts";
import { itemId } from "../document/ids.ts";
import { raiseProposals } from "../document/proposals/raise-proposals.ts";
import type { CanvasComment } from "../records/canvas.ts";
import type { CriticDocument } from "./critic-markup.ts";

/** The draft of a canvas with this very text, with the suggestions and notes that its CriticMarkup carried. */
export function importMarks(draft: Draft, { content, suggestions, comments }: CriticDocument): Draft {
  const offers = suggestions.map(({ from, to, insert }) => ({ from, to, text: insert }));
  const { draft: suggested } = raiseProposals(draft, "suggestion", offers);
  if (comments.length === 0) return suggested;
  const { by, now, randomId } = draft.moment;
  const ids = new Set<string>();
  const added = comments.map(({ from, to, body }): CanvasComment => {
    const id = itemId(randomId, (candidate) => ids.has(candidate));
    ids.add(id);
    const passage = from < to ? { from, to } : lineAt(content, from);
    const anchor =
      passage === null ? null : describeAnchor(content, passage.from, passage.to - passage.from, nextRevision(draft));
    return { id, anchor, body, by, createdAt: now, resolved: false };
  });
  return amend(suggested, { comments: [...suggested.record.comments, ...added] });
}

/** A note on one place is on the line that it stands in; at the very beginning it is on the whole document. */
function lineAt(content: string, offset: number): { readonly from: number; readonly to: number } | null {
  if (offset === 0) return null;
  const from = content.lastIndexOf("\n", offset - 1) + 1;
  const end = content.indexOf("\n", offset);
  const line = content.slice(from, end < 0 ? content.length : end);
  const text = line.trim();
  return text === "" ? null : { from: from + line.indexOf(text), to: from + line.indexOf(text) + text.length };
}
