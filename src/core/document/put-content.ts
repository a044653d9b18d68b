import { mapProposals, mapProtections } from "../comments/map-anchors.ts";
import { reanchorComments } from "../comments/reanchor.ts";
import type { TextChange } from "../diff/hunk.ts";
import { changesBetween } from "../diff/text-changes.ts";
import type { Author, CanvasComment } from "../records/canvas.ts";
import type { HeadVersion } from "../records/history.ts";
import { amend, amendsHead, type Draft, nextRevision, sealHead } from "./draft.ts";
import { titleFromContent } from "./title.ts";
import { changeSize, keepTextBefore } from "./versions/keep-point.ts";
import { marksWith } from "./versions/past-texts.ts";

/**
 * The draft with this text in force: the head version amended (what stood there is kept as a point, where it is worth it) or
 * the next one opened, and every comment, proposal and
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
  const opened = label === undefined && amendsHead(draft) ? keepTextBefore(draft, content) : sealHead(draft);
  const { record } = opened;
  const amends = !record.head.sealed;
  const { left: _, ...open } = record.head;
  const placed = { contentRevision: revision, contentAt: now, ...putSince(open, amends, by, before, content) };
  const head = amends
    ? { ...open, ...placed }
    : { by, openedAt: now, sealed: false, ...placed, ...(label === undefined ? {} : { label }) };
  return amend(opened, {
    document: {
      ...record.document,
      content,
      version: amends ? record.document.version : record.document.version + 1,
      title: record.document.titleGiven ? record.document.title : titleFromContent(content),
    },
    head,
    pastTexts: marksWith(record, content, revision),
    comments: reanchored(record.comments, before, content, revision),
    proposals: mapProposals(record.proposals, { before, changes, after: content, revision }),
    protections: mapProtections(record.protections, { before, changes, after: content, revision }, by.kind),
  });
}

/** Only a person's version can be amended, and lose what it had. */
function putSince(head: HeadVersion, amends: boolean, by: Author, before: string, content: string) {
  if (by.kind !== "person") return {};
  return { unkept: (amends ? (head.unkept ?? 0) : 0) + changeSize(before, content).put };
}

function reanchored(comments: readonly CanvasComment[], before: string, after: string, revision: number) {
  return comments.length === 0 ? comments : reanchorComments(comments, before, after, revision);
}
