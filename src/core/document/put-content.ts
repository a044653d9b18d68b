import { mapComments, mapProposals, mapProtections } from "../comments/map-anchors.ts";
import { reanchorComments } from "../comments/reanchor.ts";
import type { TextChange } from "../diff/hunk.ts";
import { changesBetween, changesMake, middleChanges } from "../diff/text-changes.ts";
import { personOf } from "../people/person-of.ts";
import { refineTouching, touchesAfter } from "../people/touches.ts";
import type { Author, Canvas, CanvasComment } from "../records/canvas.ts";
import type { PointReason } from "../records/history.ts";
import type { Touch } from "../records/sharing.ts";
import { commonPrefix, commonSuffix } from "../text/common-ends.ts";
import { amend, amendsHead, type Draft, nextRevision, note, sealHead, textBefore } from "./draft.ts";
import { titleFromContent } from "./title.ts";
import { lineAfterPoint, withMoment } from "./versions/keep-moment.ts";
import { marksWith } from "./versions/past-texts.ts";
import { MOST_POINTS, timeApart } from "./versions/points.ts";
import { changedMiddle, wordsAgainst } from "./versions/word-delta.ts";

/**
 * The draft with this text in force: the head version amended (what stood there is kept as a point, where it is worth it) or
 * the next one opened, and every comment, proposal and
 * protection moved to where its text now stands. The same text again changes nothing. `changes`, where they are known,
 * say better than a comparison what was put where; `authors` says whose words each of them puts in, where they are not those
 * of whoever acts. `typed`: they are what somebody did, key by key; comments then stay on the very letters, and are looked for
 * nowhere else.
 */
export function putContent(
  draft: Draft,
  content: string,
  {
    label,
    changes: known,
    authors,
    typed = false,
  }: {
    readonly label?: string;
    readonly changes?: readonly TextChange[];
    readonly authors?: readonly Author[];
    readonly typed?: boolean;
  } = {},
): Draft {
  const before = draft.record.document.content;
  if (content === before) return draft;
  const { proposals, protections } = draft.record;
  const isAnchored = protections.length > 0 || proposals.some((proposal) => proposal.state === "open");
  const isTouched = (draft.record.touches ?? []).length > 0 || personOf(draft.moment.by) !== null;
  const changes = known ?? (isAnchored || isTouched ? changesBetween(before, content) : []);
  const revision = nextRevision(draft);
  const { by, now } = draft.moment;
  const opened = label === undefined && amendsHead(draft) ? keepTextBefore(draft, content) : sealHead(draft);
  const { record } = opened;
  const amends = !record.head.sealed;
  const { left: _, ...open } = record.head;
  // Only a person's version can be amended, and lose what it had.
  const isOpen = by.kind === "person";
  const made = isOpen ? changesBy(changes, before, content) : [];
  const put = isOpen
    ? (amends ? (open.unkept ?? 0) : 0) + (known === undefined ? sizeOf(before, made) : changeSize(before, content)).put
    : 0;
  const placed = { contentRevision: revision, contentAt: now, ...(isOpen ? { unkept: put } : {}) };
  const head = amends
    ? { ...open, ...placed }
    : { by, openedAt: now, sealed: false, ...placed, ...(label === undefined ? {} : { label }) };
  const owners = changes.map((change, i) => ({ ...change, by: personOf(authors?.[i] ?? by) }));
  const move = { before, changes, after: content, revision };
  const touching = known === undefined ? owners : isTouched ? refineTouching(before, owners) : [];
  const next = amend(withTouches(opened, touchesAfter(record.touches ?? [], touching, { content, revision })), {
    document: {
      ...record.document,
      content,
      version: amends ? record.document.version : record.document.version + 1,
      title: record.document.titleGiven ? record.document.title : titleFromContent(content),
    },
    head,
    pastTexts: marksWith(record, content, revision),
    comments: typed ? mapComments(record.comments, move) : reanchored(record.comments, before, content, revision),
    proposals: mapProposals(record.proposals, move),
    protections: mapProtections(record.protections, move, by.kind),
  });
  // What comes with a label is sealed at once.
  return isOpen && label === undefined ? withMoment(next, opened, made) : next;
}

/** What turns one text into the next: the changes that are known, where they do. Whoever says what they did need not be right. */
function changesBy(known: readonly TextChange[], before: string, after: string): readonly TextChange[] {
  return changesMake(before, known, after) ? known : middleChanges(before, after);
}

/** Where no people are known the record says nothing of them. */
function withTouches(draft: Draft, touches: readonly Touch[]): Draft {
  const { touches: before = [], ...record } = draft.record;
  if (touches === before) return draft;
  return { ...draft, record: touches.length === 0 ? record : { ...record, touches } };
}

function reanchored(comments: readonly CanvasComment[], before: string, after: string, revision: number) {
  return comments.length === 0 ? comments : reanchorComments(comments, before, after, revision);
}

/** A save that takes so many characters away removes much; or a tenth of the text, if that is not next to nothing. */
const MUCH = 300;
const LITTLE = 60;
const SHARE = 10;
/** Less than a few words nobody misses, and whoever types corrects as much all the time. */
const SOME = 10;
const REST_MS = 2 * 60 * 1000;
const INTERVAL_MS = 30 * 1000;
const LONGEST_POINT = 100_000;

/**
 * The draft before its open head version is amended with the text `next`: the text that stood there is kept as a point, if
 * it is worth it. Where it can be none it becomes a version, and the head is sealed: when this very draft has put it
 * there, so that it has no revision of its own; when the version has as many points as it can hold that never go; and when
 * it differs so much from the version before that each point would cost as much as a long text.
 */
function keepTextBefore(draft: Draft, next: string): Draft {
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
    head: {
      ...head,
      ...lineAfterPoint(head, point.revision),
      pointAt: draft.moment.now,
      unkept: 0,
      ...(removals === 0 ? {} : { removals }),
    },
  });
  return { ...kept, points: [...draft.points, point] };
}

/** The person left the page: the text that they leave in an open version is worth keeping. It is no revision. */
export function markLeft(draft: Draft): Draft {
  const { head } = draft.record;
  if (head.sealed || head.left === true || head.by.kind !== "person") return draft;
  return note(draft, { head: { ...head, left: true } });
}

function reasonToKeep(record: Canvas, next: string, now: string): PointReason | null {
  const { head, document } = record;
  if (removesMuch(document.content, next)) return "removal";
  if (head.left === true) return "left";
  // Taken away little by little, what is kept nowhere would be gone before anybody could call it much.
  const isAtStake = isMuch(head.unkept ?? 0, document.content.length);
  if (isAtStake && changeSize(document.content, next).gone >= SOME) return "interval";
  if (timeApart(contentAt(record), now) >= REST_MS) return "rest";
  return timeApart(head.pointAt ?? head.openedAt, now) >= INTERVAL_MS ? "interval" : null;
}

/** By what goes, not by how much shorter the text becomes. */
export function removesMuch(before: string, after: string): boolean {
  const { was, is } = changedMiddle(before, after);
  if (was.length < LITTLE) return false;
  // What cannot be there any more need not be looked for.
  if (was.length - is.length > MUCH) return true;
  return isMuch(sizeOf(was, changesBetween(was, is)).gone, before.length);
}

function isMuch(characters: number, of: number): boolean {
  return characters > MUCH || (characters >= LITTLE && characters * SHARE >= of);
}

/** How many characters come and go. */
interface Size {
  readonly put: number;
  readonly gone: number;
}

function changeSize(before: string, after: string): Size {
  const { was, is } = changedMiddle(before, after);
  // Far apart, it is much anyhow.
  if (was.length + is.length > LONGEST_POINT) return { put: is.length, gone: was.length };
  return sizeOf(was, changesBetween(was, is));
}

function sizeOf(before: string, changes: readonly TextChange[]): Size {
  let put = 0;
  let gone = 0;
  for (const { from, to, insert } of changes) {
    // A word that grows at its end has lost nothing.
    const removed = before.slice(from, to);
    const start = commonPrefix(removed, insert);
    const same = start + commonSuffix(removed, insert, Math.min(removed.length, insert.length) - start);
    put += insert.length - same;
    gone += removed.length - same;
  }
  return { put, gone };
}

/** Records of earlier releases do not say it: the text is no newer than their last change. */
function contentAt({ head, document }: Canvas): string {
  return head.contentAt ?? document.updatedAt;
}
