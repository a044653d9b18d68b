import { changesBetween } from "../diff/text-changes.ts";
import { changedMiddle } from "./changed-middle.ts";
import { type Draft, nextRevision, note, sealHead, textBefore } from "./draft.ts";
import type { CanvasRecord, PointReason } from "./records.ts";
import { MOST_POINTS } from "./thin-points.ts";
import { timeApart } from "./time-apart.ts";
import { wordsAgainst } from "./version-record.ts";

/** A save that takes so many characters away removes much; or a tenth of the text, if that is not next to nothing. */
const MUCH = 300;
const LITTLE = 60;
const SHARE = 10;
const REST_MS = 2 * 60 * 1000;
const INTERVAL_MS = 30 * 1000;
const LONGEST_POINT = 100_000;

/**
 * The draft before its open head version is amended with the text `next`: the text that stood there is kept as a point, if
 * it is worth it. Where it can be none it becomes a version, and the head is sealed: when this very draft has put it
 * there, so that it has no revision of its own; when the version has as many points as it can hold that never go; and when
 * it differs so much from the version before that each point would cost as much as a long text.
 */
export function keepTextBefore(draft: Draft, next: string): Draft {
  const { document, head } = draft.record;
  const { content, version } = document;
  const before = textBefore(draft);
  if (content === before) return draft;
  const isOwn = head.contentRevision === nextRevision(draft);
  if (isOwn) return draft.moment.by.kind === "person" && removesMuch(content, next) ? sealHead(draft) : draft;
  const reason = reasonToKeep(draft.record, next, draft.moment.now);
  if (reason === null) return draft;
  const removals = (head.removals ?? 0) + (reason === "removal" ? 1 : 0);
  const differing = changedMiddle(before ?? "", content).is.length;
  if (removals > MOST_POINTS || differing > LONGEST_POINT) return sealHead(draft);
  const point = {
    version,
    revision: head.contentRevision ?? document.revision,
    at: contentAt(draft.record),
    reason,
    ...wordsAgainst(before, content),
    content,
  };
  const kept = note(draft, {
    head: { ...head, pointAt: draft.moment.now, ...(removals === 0 ? {} : { removals }) },
  });
  return { ...kept, points: [...draft.points, point] };
}

/** The person left the page: the text that they leave in an open version is worth keeping. It is no revision. */
export function markLeft(draft: Draft): Draft {
  const { head } = draft.record;
  if (head.sealed || head.left === true || head.by.kind !== "person") return draft;
  return note(draft, { head: { ...head, left: true } });
}

function reasonToKeep(record: CanvasRecord, next: string, now: string): PointReason | null {
  const { head, document } = record;
  if (removesMuch(document.content, next)) return "removal";
  if (head.left === true) return "left";
  if (timeApart(contentAt(record), now) >= REST_MS) return "rest";
  return timeApart(head.pointAt ?? head.openedAt, now) >= INTERVAL_MS ? "interval" : null;
}

/** By what goes, not by how much shorter the text becomes. */
export function removesMuch(before: string, after: string): boolean {
  const { was, is } = changedMiddle(before, after);
  if (was.length < LITTLE) return false;
  // What cannot be there any more need not be looked for.
  if (was.length - is.length > MUCH) return true;
  const removed = changesBetween(was, is).reduce((sum, { from, to }) => sum + to - from, 0);
  return removed > MUCH || (removed >= LITTLE && removed * SHARE >= before.length);
}

/** Records of earlier releases do not say it: the text is no newer than their last change. */
function contentAt({ head, document }: CanvasRecord): string {
  return head.contentAt ?? document.updatedAt;
}
