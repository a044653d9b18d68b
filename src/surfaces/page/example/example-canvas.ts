import { openBook } from "../../../core/document/books/books.ts";
import { createCanvas } from "../../../core/document/create-canvas.ts";
import { beginDraft, type Draft, type Moment, recordAfter } from "../../../core/document/draft.ts";
import { applyModelEdit } from "../../../core/document/model/apply-model-edit.ts";
import { applyPersonSave } from "../../../core/document/person/apply-person-save.ts";
import { showToModel } from "../../../core/document/review/tell-model.ts";
import type { Change } from "../../../core/records/history.ts";
import type { Result } from "../../../core/records/refusal.ts";
import { type ActionDeps, momentOf, personCall } from "../../../server/actions/call.ts";
import { createFirst } from "../../../server/actions/writing/create-once.ts";
import { EXAMPLE_COMMENT, EXAMPLE_PROTECTED, EXAMPLE_SUGGESTION, EXAMPLE_TEXT } from "./example-text.ts";

/**
 * The canvas of the first visit, which explains the product by being one: a task list to tick, a suggestion to decide, a
 * comment to answer, a protected line. Made by the same operations as any other, and all of it told: nothing waits to be
 * sent until the person does something.
 */
export function exampleCanvas(given: {
  readonly id: string;
  readonly owner: string;
  readonly widgetKey: string;
  readonly moment: Moment;
}): Change {
  const { moment, ...named } = given;
  const model: Moment = { ...moment, by: { kind: "model" } };
  const person: Moment = { ...moment, by: { kind: "person" } };
  const created = createCanvas({ ...named, content: EXAMPLE_TEXT }, model);
  const suggested = drafted(
    applyModelEdit(
      created.record,
      new Map(),
      { edits: [EXAMPLE_SUGGESTION], mode: "suggest", comments: [EXAMPLE_COMMENT], addresses: [] },
      model,
    ),
  );
  const offset = EXAMPLE_TEXT.indexOf(EXAMPLE_PROTECTED);
  const id = moment.randomId(8);
  const protect = { op: "add" as const, id, offset, length: EXAMPLE_PROTECTED.length, quotedText: EXAMPLE_PROTECTED };
  const kept = drafted(
    applyPersonSave(
      suggested.record,
      suggested.texts,
      {
        baseRevision: suggested.record.document.revision,
        comments: [],
        decisions: [],
        protect: [protect],
        sent: false,
      },
      person,
    ),
  );
  const shown = showToModel(openBook(beginDraft(kept.record, kept.texts, model))).draft;
  const told = openBook(beginDraft(shown.record, shown.texts, model));
  const drafts = [suggested, kept, shown];
  return {
    record: recordAfter(told, created.record),
    sealed: drafts.flatMap(({ sealed }) => sealed),
    events: [...created.events, ...drafts.flatMap(({ events }) => events)],
  };
}

function drafted(result: Result<{ readonly draft: Draft }>): Draft {
  if (!result.ok) throw new Error(`The example canvas cannot be made: ${result.error.message}`);
  return result.draft;
}

/** Where nobody ever had a canvas, the first visitor finds one that explains itself. */
export async function createExampleOnce(deps: ActionDeps & { readonly owner: string }): Promise<void> {
  const call = personCall(deps, "page");
  const moment = momentOf(call);
  await createFirst(call, (given) => exampleCanvas({ ...given, moment }));
}
