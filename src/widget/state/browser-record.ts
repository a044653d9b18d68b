import { type Moment, OPEN_FOR_MS } from "../../core/document/draft.ts";
import { checkpointFor } from "../../core/document/review/tell-model.ts";
import type { Book } from "../../core/records/books.ts";
import type { Author, Canvas, Checkpoint } from "../../core/records/canvas.ts";
import type { CanvasView } from "../../protocol/canvas-view.ts";

/** What a canvas is kept with where this browser is its store, and a server's view does not tell. */
export type KeptDetails = Pick<Canvas, "head" | "titledBy" | "statusSet">;

/** A canvas as this browser keeps it. Without `beside` it came from a server, a call or an earlier release. */
export interface KeptView extends CanvasView {
  readonly beside?: KeptDetails;
}

/** The canvas as the rules of the server want it. */
export function recordOf({ checkpoint, beside }: Pick<KeptView, "checkpoint" | "beside">, now: string): Canvas {
  const { baseline: _baseline, told: _told, approvers, ...shared } = checkpoint;
  return {
    ...shared,
    ...(beside ?? besideOf(checkpoint, now)),
    ...(approvers === undefined ? {} : { sharing: { people: [], links: [], approvers } }),
    books: [bookOf(checkpoint)],
    owner: "",
  };
}

/** The other way round: `from` is what it was before. */
export function keptView(record: Canvas, from: KeptView, state: string): KeptView {
  const { told, ...checkpoint } = checkpointFor(record);
  const { head, titledBy, statusSet } = record;
  return {
    ...from,
    state,
    checkpoint: { ...checkpoint, told: { ...from.checkpoint.told, ...told, client: from.checkpoint.told.client } },
    beside: {
      head,
      ...(titledBy === undefined ? {} : { titledBy }),
      ...(statusSet === undefined ? {} : { statusSet }),
    },
  };
}

/** Somebody acts here, on the canvas of this view. */
export function momentHere(kind: Author["kind"], { checkpoint }: CanvasView, at: number, newKey: () => string): Moment {
  return {
    by: { kind, client: checkpoint.told.client ?? "" },
    now: new Date(at).toISOString(),
    sealOpenedBefore: new Date(at - OPEN_FOR_MS).toISOString(),
    randomId: (length) => newKey().replaceAll("-", "").slice(0, length).toUpperCase(),
  };
}

/** The model's version is closed by being the model's: the person's first change opens the next one. */
function besideOf({ document, approval }: Checkpoint, now: string): KeptDetails {
  const isModels = document.lastEditor === "model";
  const by: Author = { kind: isModels ? "model" : "person" };
  const sealed = isModels || approval?.version === document.version;
  return { head: { by, openedAt: now, sealed, contentRevision: document.revision } };
}

/** What the model behind this widget knows, as the server's rules want it. */
function bookOf({ baseline, told, document }: Checkpoint): Book {
  const { client, subject, seen, offered, knownVersion } = told;
  const offer = { by: "message", shows: "part", review: 0, call: 0, at: "", isSure: false } as const;
  return {
    client: client ?? "",
    ...(subject === undefined ? {} : { subject }),
    baseline,
    writtenVersion: 0,
    shownVersion: 0,
    knownVersion,
    provenVersion: 0,
    offeredRevision: document.revision,
    seenReview: 0,
    seen,
    offers: [{ ...offer, marks: offered, version: document.version }],
    others: told.others ?? [],
    heard: told.heard ?? [],
    reopened: told.reopened ?? [],
  };
}
