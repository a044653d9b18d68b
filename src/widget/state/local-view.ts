import { decideProposals } from "../../core/document/decide-proposals.ts";
import { beginDraft } from "../../core/document/draft.ts";
import type { CanvasRecord, Checkpoint } from "../../core/document/records.ts";
import type { CanvasView } from "../../protocol/widget-tools.ts";
import { movedAnchors, shownCheckpoint, waitingChanges } from "./shown-checkpoint.ts";
import type { Ready, StatusWish, Stream } from "./state.ts";

/** The canvas after a save that no server takes part in: the same rules, kept by the browser alone. */
export function localView(
  ready: Ready,
  extras: { readonly status?: StatusWish; readonly sent?: boolean },
  now: string,
): CanvasView {
  const shown = withDecisions(ready, shownCheckpoint(ready), now);
  const before = ready.view.checkpoint.document;
  const textChanged = before.content !== shown.document.content;
  const revision = before.revision + 1;
  // The model's version is sealed by being the model's: the person's first change opens the next one.
  const version = textChanged && before.lastEditor === "claude" ? before.version + 1 : before.version;
  const status = extras.status?.to ?? before.status;
  const approval =
    extras.status?.to === "approved"
      ? {
          revision,
          version,
          at: now,
          by: { kind: "person" as const, client: "widget" },
          ...(extras.status.note === undefined ? {} : { note: extras.status.note }),
        }
      : shown.approval;
  return {
    ...ready.view,
    state: `browser-${revision}`,
    checkpoint: {
      ...shown,
      document: {
        ...shown.document,
        status,
        version,
        revision,
        updatedAt: now,
        lastEditor: textChanged ? "user" : before.lastEditor,
      },
      approval,
      told: extras.sent ? { ...shown.told, offeredRevision: revision } : shown.told,
    },
  };
}

/** What the person decided on suggestions and conflicts, done as a server does it. */
function withDecisions(ready: Ready, shown: Checkpoint, now: string): Checkpoint {
  const { decisions } = waitingChanges(ready);
  if (decisions.length === 0) return shown;
  const by = { kind: "person" as const };
  const record: CanvasRecord = {
    ...shown,
    proposals: movedAnchors(ready.view.checkpoint.proposals, ready),
    owner: "",
    widgetKey: "",
    head: { by, openedAt: now, sealed: false },
    meta: {},
  };
  const moment = { by, now, sealOpenedBefore: "", randomId: () => "" };
  const decided = decideProposals(beginDraft(record, new Map(), moment), decisions);
  if (!decided.ok) return shown;
  const { document, comments, proposals, protections, claudeContent } = decided.draft.record;
  return { ...shown, document, comments, proposals, protections, claudeContent };
}

/** A canvas made of nothing but a call and its result, for a host that hands over no more. */
export function viewOfCall(
  stream: Extract<Stream, { kind: "text" }>,
  result: { readonly canvasId: string; readonly version: number; readonly title: string },
  now: string,
): CanvasView {
  return {
    storeId: "",
    owner: "",
    key: "",
    state: "",
    checkpoint: {
      document: {
        id: result.canvasId,
        title: result.title,
        titleGiven: true,
        content: stream.text,
        status: "draft",
        createdAt: now,
        updatedAt: now,
        version: result.version,
        revision: 0,
        lastEditor: "claude",
      },
      comments: [],
      proposals: [],
      protections: [],
      claudeContent: stream.text,
      approval: null,
      settings: { suggestOnly: false },
      told: { offeredRevision: 0, seenRevision: 0, marks: [], offeredVersion: result.version },
    },
  };
}
