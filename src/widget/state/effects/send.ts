import { shellWords } from "../../words.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import type { Publisher } from "./publish.ts";

/** Send: save, publish, then a short message that names canvas and version. Refused, the person gets the words to copy. */
export async function sendToAssistant(deps: EffectDeps, autosave: Autosave, publisher: Publisher): Promise<void> {
  const { store, host } = deps;
  if (readyOf(store)?.sending.kind === "working") return;
  store.dispatch({ kind: "sending", sending: { kind: "working" } });
  const flushed = await autosave.flush();
  if (!flushed.ok) {
    store.dispatch({ kind: "sending", sending: { kind: "none" } });
    store.dispatch({
      kind: "said",
      notice: { id: "send", tone: "error", text: shellWords.sendNotSaved(flushed.why) },
    });
    return;
  }
  await publisher.publish();
  const ready = readyOf(store);
  if (!ready) return;
  const { id, version } = ready.view.checkpoint.document;
  const text = shellWords.prompt(id, version);
  if (!host.abilities.message) {
    store.dispatch({ kind: "sending", sending: { kind: "prompt", text, refused: null } });
    return;
  }
  const answer = await host.sendMessage(text);
  if (!answer.ok) {
    store.dispatch({ kind: "sending", sending: { kind: "prompt", text, refused: answer.why } });
    return;
  }
  store.dispatch({ kind: "sending", sending: { kind: "none" } });
  await markSent(autosave);
}

/** The model has been told: the version that it was told of is sealed. */
export async function markSent(autosave: Autosave): Promise<void> {
  await autosave.flush({ sent: true });
}
