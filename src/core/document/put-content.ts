import { reanchorComments } from "../comments/reanchor.ts";
import type { TextChange } from "../diff/hunk.ts";
import { changesBetween } from "../diff/text-changes.ts";
import { amend, amendsHead, type Draft, nextRevision, sealHead } from "./draft.ts";
import { mapProposals, mapProtections } from "./map-anchors.ts";
import type { CanvasComment } from "./records.ts";
import { titleFromContent } from "./title.ts";

/**
 * The draft with this text in force: the head version amended or the next one opened, and every comment, proposal and
 * protection moved to where its text now stands. The same text again changes nothing. `changes`, where they are known,
 * say better than a comparison what was put where.
 */
export function putContent(
  draft: Draft,
  content: string,
  { label, changes: known }: { readonly label?: string; readonly changes?: readonly TextChange[] } = {},
): Draft {
  const before = draft.record.document.content;
  if (content === before) return draft;
  const { proposals, protections } = draft.record;
  const isAnchored = protections.length > 0 || proposals.some((proposal) => proposal.state === "open");
  const changes = known ?? (isAnchored ? changesBetween(before, content) : []);
  const revision = nextRevision(draft);
  const { by, now } = draft.moment;
  const amends = label === undefined && amendsHead(draft);
  const opened = amends ? draft : sealHead(draft);
  const { record } = opened;
  const head = amends
    ? { ...record.head, contentRevision: revision }
    : { by, openedAt: now, sealed: false, contentRevision: revision, ...(label === undefined ? {} : { label }) };
  return amend(opened, {
    document: {
      ...record.document,
      content,
      version: amends ? record.document.version : record.document.version + 1,
      title: record.document.titleGiven ? record.document.title : titleFromContent(content),
    },
    head,
    comments: reanchored(record.comments, before, content, revision),
    proposals: mapProposals(record.proposals, { before, changes, after: content, revision }),
    protections: mapProtections(record.protections, { before, changes, after: content, revision }, by.kind),
  });
}

function reanchored(comments: readonly CanvasComment[], before: string, after: string, revision: number) {
  return comments.length === 0 ? comments : reanchorComments(comments, before, after, revision);
}
