import type { Moment } from "./draft.ts";
import type { CanvasRecord, Change, Status } from "./records.ts";
import { cleanTitle, titleFromContent } from "./title.ts";

/** A new canvas at v1, open, with nothing told. Whoever writes it, the model knows this text: it is the baseline. */
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
    claudeContent: input.content,
    approval: null,
    settings: { suggestOnly: false },
    told: { offeredRevision: 0, seenRevision: 0, marks: [] },
    owner: input.owner,
    widgetKey: input.widgetKey,
    head: { by, openedAt: now, sealed: false, contentRevision: 1 },
    ...(given === null ? {} : { titledBy: by.kind }),
    statusSet: { by: by.kind, revision: 1 },
    meta: {},
  };
  return { record, sealed: [], events: [{ kind: "created", by, at: now, version: 1, payload: {} }] };
}
