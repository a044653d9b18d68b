import { personOf } from "../people/person-of.ts";
import type { Book } from "../records/books.ts";
import type { Author, CanvasRecord, Status } from "../records/canvas.ts";
import type { Change } from "../records/history.ts";
import { beginDraft, finishDraft, type Moment, sealHead } from "./draft.ts";
import { cleanTitle, titleFromContent } from "./title.ts";

/** A new canvas at v1, open, with nothing told. A model that makes it knows its text; one that a person makes, no model knows yet. */
export function createCanvas(
  input: {
    readonly id: string;
    readonly content: string;
    readonly title?: string;
    readonly status?: Status;
    readonly owner: string;
    readonly widgetKey: string;
  },
  moment: Moment,
): Change {
  const { by, now } = moment;
  const given = input.title === undefined ? null : cleanTitle(input.title);
  const status = input.status ?? "draft";
  const person = personOf(by);
  const record: CanvasRecord = {
    document: {
      id: input.id,
      title: given ?? titleFromContent(input.content),
      titleGiven: given !== null,
      content: input.content,
      status,
      createdAt: now,
      updatedAt: now,
      version: 1,
      revision: 1,
      lastEditor: by.kind,
    },
    comments: [],
    proposals: [],
    protections: [],
    books: by.kind === "model" ? [firstBook(by, input.content)] : [],
    approval: null,
    settings: { suggestOnly: false },
    owner: input.owner,
    widgetKey: input.widgetKey,
    head: { by, openedAt: now, sealed: false, contentRevision: 1, contentAt: now },
    ...(given === null ? {} : { titledBy: by.kind }),
    ...(given === null || person === null ? {} : { namedBy: person }),
    statusSet: { by: by.kind, revision: 1 },
    meta: {},
  };
  return { record, sealed: [], events: [{ kind: "created", by, at: now, version: 1, payload: {} }] };
}

/**
 * A draft from a text that only a widget had: a write that was stopped, or a canvas that the store lost. Nobody has shown who
 * they are, so it is not the person's doing: they say so by working on it. No model is taken to know it, either.
 */
export function keepCanvas(
  { title, ...input }: Omit<Parameters<typeof createCanvas>[0], "status">,
  { by: { client }, ...moment }: Moment,
): Change {
  const by = { kind: "model" as const, ...(client === undefined ? {} : { client }) };
  const made = createCanvas({ ...input, ...(title === undefined ? {} : { title }) }, { ...moment, by });
  const events = made.events.map((event) => ({ ...event, payload: { ...event.payload, kept: true } }));
  const record: CanvasRecord = { ...made.record, books: [], meta: { ...made.record.meta, kept: true } };
  // Sealed: its number stands for this text, whoever goes on with it.
  const sealed = sealHead({ ...beginDraft(record, new Map(), { ...moment, by }), events }, "kept");
  return finishDraft(sealed, record) ?? made;
}

function firstBook({ client = "", subject }: Author, content: string): Book {
  return {
    client,
    ...(subject === undefined ? {} : { subject }),
    baseline: content,
    submitted: content,
    writtenVersion: 1,
    shownVersion: 1,
    knownVersion: 1,
    provenVersion: 0,
    offeredRevision: 1,
    seenReview: 0,
    seen: [],
    offers: [],
    others: [],
    heard: [],
    reopened: [],
  };
}
