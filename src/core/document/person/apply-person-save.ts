import { checkCommentRights } from "../../comments/comment-rights.ts";
import { applyOperations } from "../../comments/operations.ts";
import type { TextChange } from "../../diff/hunk.ts";
import { mergeThreeWay } from "../../diff/merge-three-way.ts";
import { createPositionMap } from "../../diff/position-map.ts";
import { applyChanges, changesBetween, changesFit } from "../../diff/text-changes.ts";
import { clippedBody, clippedQuote } from "../../interactions/done-by-person.ts";
import { tickedTasks } from "../../interactions/ticked-tasks.ts";
import { personOf } from "../../people/person-of.ts";
import type { Author, Canvas, CanvasSettings, TextMark } from "../../records/canvas.ts";
import type { Interaction } from "../../records/interactions.ts";
import type { CommentOperation, ProposalDecision, ProtectionOperation } from "../../records/operations.ts";
import { type Refusal, type Result, refuse } from "../../records/refusal.ts";
import type { Person } from "../../records/sharing.ts";
import { amend, beginDraft, type Draft, logEvent, type Moment, type Texts } from "../draft.ts";
import { decideProposals } from "../proposals/decide-proposals.ts";
import { suggestToModel } from "../proposals/person-suggestions.ts";
import { checkRoom, MOST_OPEN, offersOf, raiseProposals, setAsideOldest } from "../proposals/raise-proposals.ts";
import { applyProtections } from "../protection/protect-text.ts";
import { markLeft, putContent } from "../put-content.ts";
import { interact } from "../review/interact.ts";
import { markSent, sealForMessage } from "../review/tell-model.ts";
import { isEnough, standingOf } from "../sharing/standing.ts";
import { cleanTitle, titleFromContent } from "../title.ts";
import { checkSeenProposals, checkSeenText } from "../versions/check-seen.ts";
import { fitBase } from "../versions/past-texts.ts";
import { checkStatusWish, type StatusWish, setPersonStatus } from "./person-status.ts";

export interface PersonSave {
  /** The revision that the text, the comments' offsets and the decisions were made on. 0: none that is known. */
  readonly baseRevision?: number;
  /** The hash of the text at `baseRevision`, as whoever saves knows it. */
  readonly baseHash?: string;
  /** What the text grew from; left out, the text at `baseRevision`. */
  readonly baseContent?: string;
  readonly content?: string;
  /** What the person did to the text that it grew from, key by key: in the place of `content`, or beside it. */
  readonly changes?: readonly TextChange[];
  /** `content` is what the person suggests to the model; the text stays. */
  readonly suggest?: boolean;
  readonly title?: string;
  readonly status?: StatusWish;
  readonly comments: readonly CommentOperation[];
  readonly decisions: readonly ProposalDecision[];
  readonly settings?: Partial<CanvasSettings>;
  readonly protect?: readonly ProtectionOperation[];
  /** What they did in blocks of the canvas. */
  readonly interactions?: readonly Interaction[];
  readonly sent: boolean;
  /** What is sent waits until a model asks: no host passes it on. */
  readonly isKept?: boolean;
  /** A message about this version is about to go: its text is fixed. */
  readonly seal?: boolean;
  /** The text that the person could read when they decided: if it is another by now, nothing of the save is taken. */
  readonly seen?: TextMark;
  /** The person left the page or hid it. */
  readonly left?: boolean;
}

export interface PersonOutcome {
  readonly draft: Draft;
  readonly merged: boolean;
  readonly conflicts: number;
  /** Sentences for the person. */
  readonly notes: readonly string[];
}

/** Everything that one save of a widget carries, as one revision; or the reason why none of it was taken. */
export function applyPersonSave(
  record: Canvas,
  texts: Texts,
  asked: PersonSave,
  moment: Moment,
): Result<PersonOutcome> {
  const read = readText(record, asked);
  if (!read.ok) return read;
  const { save } = read;
  const error =
    checkStatusWish(record, save, moment) ??
    checkComments(record, save, moment) ??
    checkSeenText(record, save.seen) ??
    checkSeenProposals(record, save.decisions);
  if (error !== null) return refuse(error.code, error.message);
  const text = putPersonText(beginDraft(record, texts, moment), save);
  if (!text.ok) return text;
  const commented = applyComments(text.draft, save);
  const guarded = protect(commented.draft, save);
  const decided = decide(guarded.draft, save);
  if (!decided.ok) return decided;
  const titled = applyTitle(decided.draft, save.title);
  const acted = interact(applySettings(titled, save.settings), save.interactions ?? []);
  if (!acted.ok) return acted;
  const settled = acted.draft;
  const status = save.status === undefined ? settled : setPersonStatus(settled, save.status);
  const fixed = save.seal === true ? sealForMessage(status) : status;
  const sent = save.sent ? markSent(fixed, moment.by, save.isKept) : fixed;
  return {
    ok: true,
    draft: save.left === true ? markLeft(sent) : sent,
    merged: text.merged,
    conflicts: text.conflicts,
    notes: [...(text.notes ?? []), ...commented.notes, ...guarded.notes, ...decided.notes],
  };
}

/** The save with the text that its changes make. Refused where they make none of the text that they name. */
export function readText(record: Canvas, save: PersonSave): Result<{ readonly save: PersonSave }> {
  const error = checkBase(record, save);
  if (error !== null) return refuse(error.code, error.message);
  const { changes, content } = save;
  if (changes === undefined || content !== undefined) return { ok: true, save };
  const base = readBase(record, save);
  if (!base.ok) return base;
  const { text } = base;
  if (!changesFit(text.length, changes)) {
    const message = `changes do not fit the text at base_revision, which has ${text.length} characters. Send the whole content instead.`;
    return refuse("invalid_input", message);
  }
  // Without a change it says only which text it was made on: whoever may not write may do that.
  const made = changes.length === 0 ? {} : { content: applyChanges(text, changes) };
  return { ok: true, save: { ...save, baseContent: text, ...made } };
}

/** The text that the save grew from. */
function readBase(record: Canvas, save: PersonSave): Result<{ readonly text: string }> {
  const { content, revision } = record.document;
  if (save.baseRevision === undefined) {
    return refuse("invalid_input", "base_revision is missing: name the revision that the content was made from.");
  }
  if (save.baseRevision > revision) {
    const message = `base_revision ${save.baseRevision} does not exist; the newest is ${revision}. Load the canvas again.`;
    return refuse("future_version", message);
  }
  const isCurrent = save.baseRevision >= (record.head.contentRevision ?? revision);
  const text = save.baseContent ?? (isCurrent ? content : undefined);
  if (text !== undefined) return { ok: true, text };
  const message = `The canvas has moved on to revision ${revision}. Send the save again with base_content, the text at base_revision, so that it can be merged.`;
  return refuse("base_needed", message);
}

/**
 * A base that this store never had belongs to a newer copy of it, which an older one has replaced: what the two differ in
 * is not what somebody took out since. Whoever has both texts finds what they share.
 */
function checkBase(record: Canvas, { baseRevision = 0, baseHash }: PersonSave): Refusal | null {
  if (baseHash === undefined || baseRevision === 0) return null;
  if (fitBase(record, { revision: baseRevision, hash: baseHash }) !== "elsewhere") return null;
  const message = `This canvas never had the text that you name as revision ${baseRevision}; it is at ${record.document.revision}. Load it, then save with that revision and, as base_content, what both texts have in common.`;
  return refuse("future_version", message).error;
}

/** Where people are known, a comment is its author's. */
function checkComments(record: Canvas, { comments }: PersonSave, { by, now }: Moment): Refusal | null {
  if (by.subject === undefined) return null;
  const standing = standingOf(record, by.subject, now) ?? "viewer";
  return checkCommentRights(record.comments, comments, { subject: by.subject, standing });
}

/** The person's text, merged with what others saved after its base. Where words clash these stay, and the others' stand beside. */
function putPersonText(
  draft: Draft,
  save: PersonSave,
): Result<Omit<PersonOutcome, "notes"> & Partial<Pick<PersonOutcome, "notes">>> {
  const { record } = draft;
  const { content } = record.document;
  if (save.content === undefined) return { ok: true, draft, merged: false, conflicts: 0 };
  const read = readBase(record, save);
  if (!read.ok) return read;
  const base = read.text;
  // Where nobody has saved since there is nothing to merge with.
  const merge = base === content ? { text: save.content, conflicts: [] } : mergeThreeWay(base, save.content, content);
  if (save.suggest === true) {
    const offered = suggestToModel(draft, merge.text);
    const full = mayMakeRoom(draft) ? null : checkRoom(offered.record);
    if (full !== null) return refuse(full.code, full.message);
    const suggested = setAsideOldest(offered);
    return { ok: true, ...suggested, merged: merge.text !== save.content, conflicts: 0 };
  }
  const written = putContent(draft, merge.text, changesMade(content, base, merge.text, save.changes));
  const logged = written === draft ? draft : logText(draft, logEvent(written, "saved", {}));
  // Nothing clashes, and nothing that waits has to make room.
  if (merge.conflicts.length === 0 && record.proposals.length <= MOST_OPEN) {
    return { ok: true, draft: logged, merged: merge.text !== save.content, conflicts: 0 };
  }
  const raised = raiseProposals(logged, "conflict", offersOf(merge, merge.text, authorFinder(record)));
  return {
    ok: true,
    ...setAsideOldest(raised.draft),
    merged: merge.text !== save.content,
    conflicts: raised.raised.length,
  };
}

/** How the text in force becomes the next one, as far as the person's own keys say it. */
function changesMade(content: string, base: string, next: string, changes: readonly TextChange[] | undefined) {
  if (changes === undefined) return {};
  return { typed: true, changes: base === content ? changes : changesBetween(content, next) };
}

/** What an agent is to hear of a new text: which tasks were ticked, and once a version that there is one. */
function logText(before: Draft, after: Draft): Draft {
  const tasks = tickedTasks(before.record.document.content, after.record.document.content);
  const ticked = tasks.length === 0 ? after : logEvent(after, "ticked", { tasks });
  const isNew = before.record.document.version !== after.record.document.version;
  return isNew ? logEvent(ticked, "changed", {}) : ticked;
}

/** Whether what others offered goes for what this person offers: not for somebody who could not decide on it. */
function mayMakeRoom({ record, moment }: Draft): boolean {
  const { by, now } = moment;
  if (by.subject === undefined) return true;
  const standing = standingOf(record, by.subject, now);
  return standing !== null && isEnough(standing, "edit");
}

/** So much text is read to learn whose words lost; what is left then counts as the last writer's. */
const MOST_READ = 100_000_000;

/** Whose words lost a clash: those of the model that submitted them, else of whoever wrote last. */
function authorFinder(record: Canvas): (theirs: string) => Author {
  const { books, head } = record;
  let room = MOST_READ;
  return (theirs) => {
    const words = theirs.trim();
    if (words === "" || head.by.kind === "model") return head.by;
    const book = books.findLast(({ submitted, baseline }) => {
      const known = submitted ?? baseline;
      room -= known.length;
      return room > 0 && known.includes(words);
    });
    if (book === undefined) return head.by;
    const { client, subject } = book;
    const person = subject === undefined ? undefined : personNamed(record, subject);
    return { kind: "model", ...person, ...(client === "" ? {} : { client }) };
  };
}

/** By the name that the canvas knows them by, if any. */
function personNamed({ sharing }: Canvas, subject: string): Person | { readonly subject: string } {
  const known = [sharing?.owner, ...(sharing?.people ?? []).map(({ person }) => person)];
  return known.find((person) => person?.subject === subject) ?? { subject };
}

function applyComments(draft: Draft, save: PersonSave): { readonly draft: Draft; readonly notes: readonly string[] } {
  if (save.comments.length === 0) return { draft, notes: [] };
  const { comments, document } = draft.record;
  const anchoredIn = save.content ?? save.baseContent;
  const { by, now } = draft.moment;
  const result = applyOperations(comments, save.comments, {
    content: document.content,
    revision: draft.start.document.revision + 1,
    by,
    isOwner: by.subject === draft.record.owner,
    at: now,
    ...(anchoredIn === undefined ? {} : { anchoredIn }),
  });
  const notes = result.outcomes
    .filter((outcome) => outcome.result !== "unchanged" && outcome.words !== "")
    .map((outcome) => outcome.words);
  if (result.comments === comments) return { draft, notes };
  const logged = logEvent(amend(draft, { comments: result.comments }), "comment", {
    operations: save.comments.flatMap((operation, i) =>
      result.outcomes[i]?.result === "done" ? [loggedOperation(operation)] : [],
    ),
  });
  return { draft: logged, notes };
}

/** With the words of the comment, as far as an agent is told them. */
function loggedOperation(operation: CommentOperation): Readonly<Record<string, unknown>> {
  const { op, id } = operation;
  const body = "body" in operation ? { body: clippedBody(operation.body) } : {};
  const quote = op === "add" && operation.anchor !== null ? { quote: clippedQuote(operation.anchor.quotedText) } : {};
  const replyTo = op === "reply" ? { reply_to: operation.replyTo } : {};
  return { op, id, ...replyTo, ...body, ...quote };
}

function protect(draft: Draft, save: PersonSave): ReturnType<typeof applyProtections> {
  const { protect: operations = [] } = save;
  if (operations.length === 0) return { draft, notes: [] };
  return applyProtections(draft, operations, save.content ?? save.baseContent ?? draft.record.document.content);
}

function decide(draft: Draft, save: PersonSave): Result<{ readonly draft: Draft; readonly notes: readonly string[] }> {
  if (save.decisions.length === 0) return { ok: true, draft, notes: [] };
  const placed = decisionsInText(draft, save);
  return placed.ok ? decideProposals(draft, placed.decisions) : placed;
}

/** Decisions whose words are in the text that came along, with the places of these in the text in force. */
function decisionsInText(
  { record }: Draft,
  { decisions, content, baseContent, suggest }: PersonSave,
): Result<{ readonly decisions: readonly ProposalDecision[] }> {
  if (!decisions.some((one) => one.decision !== "reopen" && one.inText !== undefined)) return { ok: true, decisions };
  const now = record.document.content;
  const measured = content ?? baseContent ?? now;
  const map = measured === now ? null : createPositionMap(changesBetween(measured, now));
  const placed: ProposalDecision[] = [];
  for (const decision of decisions) {
    if (decision.decision === "reopen" || decision.inText === undefined) {
      placed.push(decision);
      continue;
    }
    const { inText, ...rest } = decision;
    const { from, to } = inText;
    if (from > to || to > measured.length) {
      const message = `The decision on ${decision.id} names a place outside the text, which has ${measured.length} characters. Leave inText out.`;
      return refuse("invalid_input", message);
    }
    // What is only suggested is not in force.
    placed.push(suggest === true ? rest : { ...rest, inText: map === null ? inText : map.mapRange(from, to) });
  }
  return { ok: true, decisions: placed };
}

function applyTitle(draft: Draft, given: string | undefined): Draft {
  if (given === undefined) return draft;
  const { document } = draft.record;
  const title = cleanTitle(given);
  if (title === null) {
    if (!document.titleGiven) return draft;
    // An emptied name: the first heading names it again, and the model may.
    const { titledBy: _, namedBy: __, ...unnamed } = draft.record;
    const renamed = { ...document, title: titleFromContent(document.content), titleGiven: false };
    return logEvent(amend({ ...draft, record: unnamed }, { document: renamed }), "renamed", { title: renamed.title });
  }
  if (title === document.title && draft.record.titledBy === "person") return draft;
  if (title === document.title && !document.titleGiven) return draft;
  const { namedBy: _, ...record } = draft.record;
  const person = personOf(draft.moment.by);
  const amended = amend(
    { ...draft, record },
    {
      document: { ...document, title, titleGiven: true },
      titledBy: "person",
      ...(person === null ? {} : { namedBy: person }),
    },
  );
  return logEvent(amended, "renamed", { title });
}

function applySettings(draft: Draft, settings: Partial<CanvasSettings> | undefined): Draft {
  const suggestOnly = settings?.suggestOnly;
  if (suggestOnly === undefined || suggestOnly === draft.record.settings.suggestOnly) return draft;
  return logEvent(amend(draft, { settings: { ...draft.record.settings, suggestOnly } }), "setting", { suggestOnly });
}
