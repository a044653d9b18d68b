import type { Moment } from "./draft.ts";
import type { Book, CanvasRecord, Change, Status } from "./records.ts";
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
      lastEditor: by.kind === "person" ? "user" : "claude",
    },
    comments: [],
    proposals: [],
    protections: [],
    books: by.kind === "model" ? [firstBook(by.client ?? "", input.content)] : [],
    approval: null,
    settings: { suggestOnly: false },
    owner: input.owner,
    widgetKey: input.widgetKey,
    head: { by, openedAt: now, sealed: false, contentRevision: 1, contentAt: now },
    ...(given === null ? {} : { titledBy: by.kind }),
    statusSet: { by: by.kind, revision: 1 },
    meta: {},
  };
  return { record, sealed: [], events: [{ kind: "created", by, at: now, version: 1, payload: {} }] };
}

function firstBook(client: string, content: string): Book {
  return {
    client,
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
