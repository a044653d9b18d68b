import { type Moment, OPEN_FOR_MS } from "../../../core/document/draft.ts";
import { checkpointFor } from "../../../core/document/review/tell-model.ts";
import type { Book } from "../../../core/records/books.ts";
import type { Author, Canvas, CanvasDocument, Checkpoint } from "../../../core/records/canvas.ts";
import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { KeptHistory } from "./kept-history.ts";

/** Where a canvas is kept, and the key to it. */
export type CanvasKey = Pick<CanvasView, "storeId" | "owner" | "key">;

/** Of what was put together from a call. The server's states are never empty. */
export const NO_STATE = "";
/** How states begin that a browser gave. */
export const BROWSER_STATE = "browser-";

/** What a canvas is kept with where this browser is its store, and a view does not tell. */
export interface KeptDetails extends Pick<Canvas, "head" | "titledBy" | "statusSet" | "review"> {
  /** Left out by earlier releases. */
  readonly books?: readonly Book[];
  /** Left out by earlier releases. */
  readonly server?: ServerCopy;
  /** Left out: none. */
  readonly history?: KeptHistory;
}

/**
 * The canvas as its server had it when this browser last heard of it: what the model writes next has grown from this, and what
 * is different from it is new.
 */
export interface ServerCopy
  extends Pick<CanvasDocument, "content" | "revision" | "version" | "title" | "titleGiven" | "status"> {
  /** Ids of the comments that the model had said it dealt with. */
  readonly addressed: readonly string[];
  /** Which calls are in it, where a host hands over nothing but calls. */
  readonly calls: readonly string[];
}

/** A canvas as this browser keeps it. Without `beside` it came from a server, a call or an early release. */
export interface KeptView extends CanvasView {
  readonly beside?: KeptDetails;
}

/** The canvas as the rules want it. */
export function canvasOf(kept: KeptView, now: string): Canvas {
  const { checkpoint } = kept;
  const { baseline: _baseline, told: _told, approvers: _approvers, kept: isKept, ...shared } = checkpoint;
  const { server: _server, history: _history, books, ...details } = kept.beside ?? detailsOf(checkpoint, now);
  return {
    ...shared,
    ...details,
    ...peopleOf(kept),
    books: books ?? booksOf(kept),
    ...(isKept === true ? { meta: { kept: true } } : {}),
  };
}

/** The other way round: `from` is what it was before. */
export function keptView(
  canvas: Canvas,
  from: KeptView,
  state: string,
  { server = from.beside?.server, history = from.beside?.history ?? [] }: Pick<KeptDetails, "server" | "history"> = {},
): KeptView {
  const { head, titledBy, statusSet, review, books } = canvas;
  const { told, ...checkpoint } = checkpointFor(canvas);
  // Earlier releases kept no more of a Send.
  const sent = review === undefined ? from.checkpoint.told.sent : undefined;
  return {
    ...from,
    state,
    checkpoint: { ...checkpoint, told: { ...(sent === undefined ? {} : { sent }), ...told } },
    beside: {
      head,
      ...(titledBy === undefined ? {} : { titledBy }),
      ...(statusSet === undefined ? {} : { statusSet }),
      ...(review === undefined ? {} : { review }),
      books,
      ...(server === undefined ? {} : { server }),
      ...(history.length === 0 ? {} : { history }),
    },
  };
}

/** Somebody acts here, on the canvas of this view; null: on a new one. */
export function momentHere(
  kind: Author["kind"],
  view: Pick<CanvasView, "checkpoint" | "access"> | null,
  at: number,
  newKey: () => string,
): Moment {
  const { client, subject } = view?.checkpoint.told ?? {};
  const who = kind === "person" ? view?.access?.me : subject === undefined ? {} : { subject };
  return {
    by: { kind, ...who, ...(client ? { client } : {}) },
    now: new Date(at).toISOString(),
    sealOpenedBefore: new Date(at - OPEN_FOR_MS).toISOString(),
    randomId: (length) => newKey().replaceAll("-", "").slice(0, length).toUpperCase(),
  };
}

/** Did the person change this canvas here, where no server was asked? Then this browser has what exists nowhere else. */
export function isOnlyHere({ state, checkpoint }: CanvasView): boolean {
  const { document, baseline, comments } = checkpoint;
  if (state !== NO_STATE) return state.startsWith(BROWSER_STATE);
  return document.content !== baseline || comments.some(({ by }) => by.kind === "person");
}

/** What the server had of a canvas that this browser keeps. Earlier releases kept no more of it than the text that the model knows. */
export function serverCopyOf(kept: KeptView): ServerCopy {
  const { checkpoint, beside } = kept;
  const known = beside?.server ?? copyOf(checkpoint);
  return beside?.server === undefined && isOnlyHere(kept) ? { ...known, content: checkpoint.baseline } : known;
}

/** What a server shows. */
export function copyOf({ document, comments }: Checkpoint, calls: readonly string[] = []): ServerCopy {
  const { content, revision, version, title, titleGiven, status } = document;
  const addressed = comments.filter(({ addressedIn }) => addressedIn !== undefined).map(({ id }) => id);
  return { content, revision, version, title, titleGiven, status, addressed, calls };
}

/** The model's version is closed by being the model's: the person's first change opens the next one. */
function detailsOf({ document, approval, told }: Checkpoint, now: string): KeptDetails {
  const isModels = document.lastEditor === "model";
  const { client } = told;
  const by: Author = isModels ? { kind: "model", ...(client ? { client } : {}) } : { kind: "person" };
  const sealed = isModels || approval?.version === document.version;
  return { head: { by, openedAt: now, sealed, contentRevision: document.revision } };
}

/** Whose it is, and whom it is shared with, as far as they are told. */
function peopleOf({ access, owner, checkpoint: { approvers = [] } }: CanvasView): Pick<Canvas, "owner" | "sharing"> {
  if (access === undefined && approvers.length === 0) return { owner };
  // Since when is not told, and nothing asks for it.
  const people = (access?.people ?? []).map(({ person, role }) => ({ person, role, at: "" }));
  return { owner: access?.owner.subject ?? owner, sharing: { people, links: [], approvers } };
}

/** What the model behind this widget knows, as far as a view tells it; none, where no model has come yet. */
function booksOf(kept: KeptView): readonly Book[] {
  const { baseline, told, document } = kept.checkpoint;
  const { client, subject, seen, offered, knownVersion } = told;
  if (client === null) return [];
  const offer = { by: "message", shows: "part", review: 0, call: 0, at: "", isSure: false } as const;
  const book: Book = {
    client,
    ...(subject === undefined ? {} : { subject }),
    baseline,
    submitted: serverCopyOf(kept).content,
    writtenVersion: told.writtenVersion ?? 0,
    shownVersion: 0,
    knownVersion,
    provenVersion: 0,
    // Where the person has worked here, no model was told of it.
    offeredRevision: isOnlyHere(kept) ? 0 : document.revision,
    seenReview: 0,
    seen,
    offers: [{ ...offer, marks: offered, version: document.version }],
    others: told.others ?? [],
    heard: told.heard ?? [],
    reopened: told.reopened ?? [],
  };
  return [book];
}
