import { checkInteraction } from "../../../core/interactions/check-interaction.ts";
import type { Json } from "../../../core/records/interactions.ts";
import { MAX_INTERACTIONS_A_SAVE } from "../../../protocol/limits.ts";
import { interactWords } from "../../words.ts";
import { rightsOf } from "../rights.ts";
import { waitingChanges } from "../unsaved-changes.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

/** What the person did in a block. */
export interface BlockDone {
  readonly action: string;
  readonly element?: string;
  /** Left out: none. */
  readonly data?: Json;
  /** What the block is called. */
  readonly block?: string;
}

export type Interacting = { readonly ok: true } | { readonly ok: false; readonly why: string };

/** Saves it at once, as everything that the person does; until that is done it is kept in the browser. */
export function interact({ store, newKey }: EffectDeps, autosave: Autosave, done: BlockDone): Interacting {
  const ready = readyOf(store);
  if (ready === null) return { ok: false, why: interactWords.notOpen };
  const { status } = ready.view.checkpoint.document;
  if (!rightsOf(ready.view).canComment)
    return { ok: false, why: status === "archived" ? interactWords.archived : interactWords.readOnly };
  const wrong = checkInteraction(done);
  if (wrong !== null) return { ok: false, why: wrong.message };
  if (waitingChanges(ready).interactions.length >= MAX_INTERACTIONS_A_SAVE)
    return { ok: false, why: interactWords.tooManyWaiting };
  const { data, ...rest } = done;
  const interaction = { ...rest, id: newKey(), ...(data === undefined ? {} : { data: JSON.stringify(data) }) };
  store.dispatch({ kind: "interacted", interaction });
  void autosave.flush();
  return { ok: true };
}
