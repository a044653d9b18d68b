import type { Change } from "../../records/history.ts";
import { createCanvas } from "../create-canvas.ts";
import { amend, beginDraft, finishDraft, type Moment } from "../draft.ts";
import { showToModel } from "../review/tell-model.ts";
import { applyExtras, type ModelExtras } from "./apply-extras.ts";

/** What every new canvas is given. */
interface NewCanvas {
  readonly id: string;
  readonly owner: string;
  readonly widgetKey: string;
}

/**
 * A new canvas, as the model that makes it is shown it. Throws on a quote that is not in its text: `checkQuotes` comes first.
 */
export function newByModel(
  given: NewCanvas,
  { comments, addresses, ...fields }: ModelExtras & { readonly content: string },
  moment: Moment,
): { readonly change: Change; readonly notes: readonly string[]; readonly news: string } {
  const change = createCanvas({ ...fields, ...given }, moment);
  // Comments and all, it is one revision: the first.
  const unborn = { ...change.record, document: { ...change.record.document, revision: 0 } };
  const draft = amend({ ...beginDraft(unborn, new Map(), moment), events: change.events }, {});
  const extras = applyExtras(draft, { comments, addresses });
  const { draft: told, feedback } = showToModel(extras.draft);
  return { change: finishDraft(told, change.record) ?? change, notes: extras.notes, news: feedback.text };
}
