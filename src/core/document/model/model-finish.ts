import type { Status } from "../../records/canvas.ts";
import { ownBook } from "../books/books.ts";
import { amend, type Draft, logEvent, nextRevision } from "../draft.ts";
import { settleMadeSuggestions } from "../proposals/person-suggestions.ts";
import { cleanTitle } from "../title.ts";
import { type AskedComment, addModelComments, addressComments } from "./model-comments.ts";

/** What may ride along with any change by the model. */
export interface ModelExtras {
  readonly title?: string;
  readonly comments: readonly AskedComment[];
  readonly addresses: readonly string[];
  readonly status?: Status;
}

/** Title, comments, addressed marks and status of a model's call, on the text that is now in force. */
export function applyExtras(
  draft: Draft,
  extras: ModelExtras,
): { readonly draft: Draft; readonly notes: readonly string[] } {
  const made = settleMadeSuggestions(draft);
  const titled = applyTitle(made.draft, extras.title);
  const commented = addModelComments(titled.draft, extras.comments);
  const addressed = addressComments(commented.draft, extras.addresses);
  const status = applyStatus(addressed, extras.status);
  return { draft: status.draft, notes: [...made.notes, ...titled.notes, ...commented.notes, ...status.notes] };
}

interface Step {
  readonly draft: Draft;
  readonly notes: readonly string[];
}

function applyTitle(draft: Draft, given: string | undefined): Step {
  const title = given === undefined ? null : cleanTitle(given);
  const { document, titledBy } = draft.record;
  if (title === null || (title === document.title && document.titleGiven)) return { draft, notes: [] };
  if (titledBy === "person") {
    const notes =
      title === document.title ? [] : [`The person named this canvas "${document.title}"; that title stays.`];
    return { draft, notes };
  }
  const amended = amend(draft, { document: { ...document, title, titleGiven: true }, titledBy: "model" });
  return { draft: logEvent(amended, "renamed", { title }), notes: [] };
}

function applyStatus(draft: Draft, status: Status | undefined): Step {
  const { record } = draft;
  if (status === undefined || status === record.document.status) return { draft, notes: [] };
  const personSetIt = record.statusSet?.by === "person" && record.statusSet.revision > ownBook(draft).offeredRevision;
  if (personSetIt) {
    const notes = [`The person has set the status to ${record.document.status} meanwhile; that stays.`];
    return { draft, notes };
  }
  const amended = amend(draft, {
    document: { ...record.document, status },
    approval: null,
    statusSet: { by: "model", revision: nextRevision(draft) },
  });
  return { draft: logEvent(amended, "status", { from: record.document.status, to: status }), notes: [] };
}
