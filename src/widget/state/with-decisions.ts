import { checkpointFor } from "../../core/document/books.ts";
import { decideProposals } from "../../core/document/decide-proposals.ts";
import { beginDraft } from "../../core/document/draft.ts";
import type { Book, CanvasRecord, Checkpoint, ProposalDecision } from "../../core/document/records.ts";
import { movedAnchors } from "./shown-checkpoint.ts";
import type { Ready } from "./state.ts";

/** What the person decided on suggestions and conflicts, done as a server does it. */
export function withDecisions(
  ready: Ready,
  shown: Checkpoint,
  decisions: readonly ProposalDecision[],
  now: string,
): Checkpoint {
  if (decisions.length === 0) return shown;
  const by = { kind: "person" as const };
  const record: CanvasRecord = {
    ...shown,
    books: [bookOf(shown)],
    proposals: movedAnchors(ready.view.checkpoint.proposals, ready),
    owner: "",
    widgetKey: "",
    head: { by, openedAt: now, sealed: false },
    meta: {},
  };
  const moment = { by, now, sealOpenedBefore: "", randomId: () => "" };
  const decided = decideProposals(beginDraft(record, new Map(), moment), decisions);
  if (!decided.ok) return shown;
  const { claudeContent, told, ...rest } = checkpointFor(decided.draft.record);
  const { document, comments, proposals, protections } = rest;
  return { ...shown, document, comments, proposals, protections, claudeContent, told: { ...shown.told, ...told } };
}

/** What the model behind this widget knows, as the server's rules want it. */
function bookOf({ claudeContent, told, document }: Checkpoint): Book {
  const { client, seen, offered, knownVersion } = told;
  const offer = { by: "message", shows: "part", review: 0, call: 0, at: "", isSure: false } as const;
  return {
    client: client ?? "",
    baseline: claudeContent,
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
