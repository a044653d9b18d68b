import { describeAnchor } from "../../../core/comments/describe-anchor.ts";
import { reanchorAll } from "../../../core/comments/reanchor.ts";
import { applyChanges } from "../../../core/diff/text-changes.ts";
import { openBook, ownBook, putBook } from "../../../core/document/books/books.ts";
import {
  amend,
  beginDraft,
  type Draft,
  type Moment,
  nextRevision,
  sealHead,
  type Texts,
} from "../../../core/document/draft.ts";
import type { ModelExtras } from "../../../core/document/model/apply-extras.ts";
import { applyModelEdit } from "../../../core/document/model/apply-model-edit.ts";
import { applyModelWrite } from "../../../core/document/model/apply-model-write.ts";
import { locateEdits, type ModelEditItem } from "../../../core/document/model/locate/locate-edits.ts";
import { replacedBy, withdraw } from "../../../core/document/proposals/raise-proposals.ts";
import type { Anchor, Canvas, Checkpoint } from "../../../core/records/canvas.ts";
import type { Result } from "../../../core/records/refusal.ts";
import type { ServerCopy } from "./browser-record.ts";

export interface JoinedCopies {
  /** The server's copy as it was when it was last joined. */
  readonly before: ServerCopy;
  readonly theirs: Checkpoint;
  /** What the model asked to be replaced, where it did so and that is known. */
  readonly edits: readonly ModelEditItem[];
}

/**
 * What the model did to the server's copy of a canvas, done to the one that this browser keeps, by the same rules: the
 * person's words, title, protections, decisions and approval stay, and what clashes with them stands beside them.
 */
export function joinServerCopy(
  mine: Canvas,
  texts: Texts,
  { before, theirs, edits }: JoinedCopies,
  moment: Moment,
): Draft {
  const written = write(mine, texts, { before, theirs, edits: isAllOf(edits, before, theirs) ? edits : [] }, moment);
  const told = withdrawn(withProposals(withComments(written, theirs), theirs), theirs);
  return withKnown(sealHead(told), theirs);
}

/** Text, title, status, and what the model says it dealt with. */
function write(mine: Canvas, texts: Texts, { before, theirs, edits }: JoinedCopies, moment: Moment): Draft {
  const { document, comments } = theirs;
  const { content, title, titleGiven, status } = document;
  const known = new Set(mine.comments.filter(({ deleted }) => deleted !== true).map(({ id }) => id));
  const addressed = comments.filter(({ id, addressedIn }) => addressedIn !== undefined && known.has(id));
  const extras = {
    comments: [],
    addresses: addressed.map(({ id }) => id).filter((id) => !before.addressed.includes(id)),
    ...(titleGiven && (!before.titleGiven || title !== before.title) ? { title } : {}),
    // Approving is the person's.
    ...(status === before.status || status === "approved" ? {} : { status }),
  };
  const edit = (canvas: Canvas, more: ModelExtras) =>
    applyModelEdit(canvas, texts, { edits, mode: "apply", ...more }, moment);
  const rewrite = (canvas: Canvas, more: ModelExtras) =>
    applyModelWrite(canvas, texts, { content, baseText: before.content, ...more }, moment);
  const ways = content === before.content ? [edit] : edits.length > 0 ? [edit, rewrite] : [rewrite];
  for (const way of ways) {
    const made = way(mine, extras);
    if (made.ok) return made.draft;
    const suggested = content === before.content ? null : offered(mine, extras, way);
    if (suggested !== null) return suggested;
  }
  return openBook(beginDraft(mine, texts, moment));
}

/** Whether nothing else was done to the text of the server's copy. */
function isAllOf(edits: readonly ModelEditItem[], { content }: ServerCopy, { document }: Checkpoint): boolean {
  if (edits.length === 0) return false;
  const found = locateEdits(content, [], edits);
  return found.ok && applyChanges(content, found.located) === document.content;
}

/**
 * What may not be written (the canvas is archived, or words are protected) is offered: nobody else has it to offer again. Null: it
 * does not fit this text.
 */
function offered(
  mine: Canvas,
  extras: ModelExtras,
  write: (open: Canvas, extras: ModelExtras) => Result<{ readonly draft: Draft }>,
): Draft | null {
  const { document, protections, settings } = mine;
  const { status: _, ...rest } = extras;
  const open = {
    ...mine,
    document: { ...document, status: "draft" as const },
    protections: [],
    settings: { suggestOnly: true },
  };
  const made = write(open, rest);
  if (!made.ok) return null;
  const after = made.draft.record;
  const record = { ...after, document: { ...after.document, status: document.status }, protections, settings };
  return { ...made.draft, start: mine, record };
}

/** Comments that are new, each where its words stand in the text as the browser has it. */
function withComments(draft: Draft, theirs: Checkpoint): Draft {
  const { comments } = draft.record;
  const known = new Set(comments.map(({ id }) => id));
  const added = theirs.comments.filter(({ id }) => !known.has(id));
  if (added.length === 0) return draft;
  const anchors = placesOf(draft, theirs, added);
  const placed = added.map((comment) => ({ ...comment, anchor: anchors.get(comment) ?? comment.anchor }));
  return amend(draft, { comments: [...comments, ...placed] });
}

/** What is offered since, on the text as the browser has it. */
function withProposals(draft: Draft, theirs: Checkpoint): Draft {
  const { proposals, document } = draft.record;
  const known = new Set(proposals.map(({ id }) => id));
  const added = theirs.proposals.filter(({ id }) => !known.has(id));
  if (added.length === 0) return draft;
  const { version } = document;
  const anchors = placesOf(draft, theirs, added);
  const placed = added.map((proposal) => ({ ...proposal, version, anchor: anchors.get(proposal) ?? proposal.anchor }));
  const offers = placed.flatMap(({ state, kind, by, text, anchor: { offset: from, length } }) =>
    state === "open" && kind === "suggestion" ? [{ from, to: from + length, text, by }] : [],
  );
  // What clashed is only here: the server's copy has nothing that a newer offer could take the place of.
  const cleared = withdraw(draft, replacedBy(draft, "suggestion", offers));
  return amend(cleared, { proposals: [...cleared.record.proposals, ...placed] });
}

/** Where these stand in the text of the draft: at their words, where these are there once; else where the words have gone. */
function placesOf<T extends { readonly anchor: Anchor | null }>(
  draft: Draft,
  theirs: Checkpoint,
  added: readonly T[],
): ReadonlyMap<T, Anchor> {
  const revision = nextRevision(draft);
  const { content } = draft.record.document;
  const attached = added.flatMap((each) => (each.anchor === null ? [] : [{ each, anchor: each.anchor }]));
  const moved = reanchorAll(
    attached.map(({ anchor }) => anchor),
    theirs.document.content,
    content,
    revision,
  );
  const placed = attached.map(({ each, anchor }, index) => {
    const { quotedText, length } = anchor;
    const at = length === 0 ? -1 : content.indexOf(quotedText);
    const isOnce = at >= 0 && content.indexOf(quotedText, at + 1) < 0;
    const found = isOnce ? describeAnchor(content, at, length, revision) : (moved[index] ?? anchor);
    return [each, { ...found, revision }] as const;
  });
  return new Map(placed);
}

function withdrawn(draft: Draft, theirs: Checkpoint): Draft {
  const gone = new Set(theirs.proposals.filter(({ state }) => state === "withdrawn").map(({ id }) => id));
  const open = draft.record.proposals.filter(({ id, state }) => state === "open" && gone.has(id));
  return withdraw(
    draft,
    open.map(({ id }) => id),
  );
}

/** The version that the model can name is one of its server's, which counts for itself. */
function withKnown(draft: Draft, { document: { version } }: Checkpoint): Draft {
  return putBook(draft, { ...ownBook(draft), knownVersion: version });
}
