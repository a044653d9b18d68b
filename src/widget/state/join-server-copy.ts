import { reanchorAll, reanchorComments } from "../../core/comments/reanchor.ts";
import { openBook, ownBook, putBook } from "../../core/document/books/books.ts";
import { amend, beginDraft, type Draft, type Moment, nextRevision, sealHead } from "../../core/document/draft.ts";
import { applyModelEdit } from "../../core/document/model/apply-model-edit.ts";
import { applyModelWrite, type ModelWrite } from "../../core/document/model/apply-model-write.ts";
import { withdraw } from "../../core/document/proposals/raise-proposals.ts";
import type { Canvas, Checkpoint } from "../../core/records/canvas.ts";
import type { ServerCopy } from "./browser-record.ts";

/** A browser keeps no older versions. */
const NO_TEXTS = new Map<number, string>();

/**
 * What the model did to the server's copy of a canvas, done to the one that this browser keeps, by the same rules: the
 * person's words, title, protections, decisions and approval stay, and what clashes with them stands beside them. `before`:
 * the copy as it was when it was last joined; `theirs`: as it is now.
 */
export function joinServerCopy(mine: Canvas, before: ServerCopy, theirs: Checkpoint, moment: Moment): Draft {
  const written = write(mine, before, theirs, moment);
  const told = withdrawn(withProposals(withComments(written, theirs), theirs), theirs);
  return withNumbers(sealHead(told), theirs);
}

/** Text, title, status, and what the model says it dealt with. */
function write(mine: Canvas, before: ServerCopy, { document, comments }: Checkpoint, moment: Moment): Draft {
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
  if (content === before.content) {
    const made = applyModelEdit(mine, NO_TEXTS, { edits: [], mode: "apply", ...extras }, moment);
    return made.ok ? made.draft : openBook(beginDraft(mine, NO_TEXTS, moment));
  }
  const wish = { content, baseText: before.content, ...extras };
  const made = applyModelWrite(mine, NO_TEXTS, wish, moment);
  return made.ok ? made.draft : offered(mine, wish, moment);
}

/** What may not be written (the canvas is archived, or words are protected) is offered: nobody else has it to offer again. */
function offered(mine: Canvas, wish: ModelWrite, moment: Moment): Draft {
  const { document, protections, settings } = mine;
  const { status: _, ...rest } = wish;
  const open = {
    ...mine,
    document: { ...document, status: "draft" as const },
    protections: [],
    settings: { suggestOnly: true },
  };
  const made = applyModelWrite(open, NO_TEXTS, rest, moment);
  if (!made.ok) return openBook(beginDraft(mine, NO_TEXTS, moment));
  const after = made.draft.record;
  const record = { ...after, document: { ...after.document, status: document.status }, protections, settings };
  return { ...made.draft, start: mine, record };
}

/** Comments that are new, each where its words stand in the text as the browser has it. */
function withComments(draft: Draft, theirs: Checkpoint): Draft {
  const { comments, document } = draft.record;
  const known = new Set(comments.map(({ id }) => id));
  const others = theirs.comments.filter(({ id }) => !known.has(id));
  if (others.length === 0) return draft;
  const placed = reanchorComments(others, theirs.document.content, document.content, nextRevision(draft));
  return amend(draft, { comments: [...comments, ...placed] });
}

/** What is offered since, on the text as the browser has it. */
function withProposals(draft: Draft, theirs: Checkpoint): Draft {
  const { proposals, document } = draft.record;
  const known = new Set(proposals.map(({ id }) => id));
  const added = theirs.proposals.filter(({ id }) => !known.has(id));
  if (added.length === 0) return draft;
  const anchors = reanchorAll(
    added.map(({ anchor }) => anchor),
    theirs.document.content,
    document.content,
    nextRevision(draft),
  );
  const placed = added.map((proposal, at) => ({ ...proposal, anchor: anchors[at] ?? proposal.anchor }));
  return amend(draft, { proposals: [...proposals, ...placed] });
}

function withdrawn(draft: Draft, theirs: Checkpoint): Draft {
  const gone = new Set(theirs.proposals.filter(({ state }) => state === "withdrawn").map(({ id }) => id));
  const open = draft.record.proposals.filter(({ id, state }) => state === "open" && gone.has(id));
  return withdraw(
    draft,
    open.map(({ id }) => id),
  );
}

/** The number to name is one of the server's; that of the text here is none that it has left behind. */
function withNumbers(draft: Draft, { document: { version } }: Checkpoint): Draft {
  const noted = putBook(draft, { ...ownBook(draft), knownVersion: version });
  const { document } = noted.record;
  return document.version >= version ? noted : amend(noted, { document: { ...document, version } });
}
