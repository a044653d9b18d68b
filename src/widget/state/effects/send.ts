import { mapPosition } from "../../../core/diff/position-map.ts";
import { changesBetween } from "../../../core/diff/text-changes.ts";
import type { CanvasDocument } from "../../../core/document/records.ts";
import { askAbout } from "../../../core/feedback/ask-about.ts";
import { shellWords } from "../../words.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { feedbackOf, type Publisher } from "./publish.ts";

/** Send: save, publish, then a short message that names canvas and version. */
export function sendToAssistant(deps: EffectDeps, autosave: Autosave, publisher: Publisher): Promise<void> {
  return sendMessage(deps, autosave, publisher, ({ id, version }) => shellWords.prompt(id, version));
}

/** Asks about one passage. The draft may have grown while it was saved: the passage is followed to where it stands. */
export function askAssistant(
  deps: EffectDeps,
  autosave: Autosave,
  publisher: Publisher,
  passage: { readonly from: number; readonly to: number },
  wish: string,
): Promise<void> {
  const before = readyOf(deps.store)?.draft ?? "";
  return sendMessage(deps, autosave, publisher, ({ id, version, content }) => {
    const changes = changesBetween(before, content);
    const from = mapPosition(changes, passage.from, 1);
    const to = Math.max(from, mapPosition(changes, passage.to, -1));
    return askAbout({ canvasId: id, version, content, from, to, wish });
  });
}

/** Saves and publishes first, so that the message speaks of what the model can read. Refused, the person gets the words to copy. */
async function sendMessage(
  deps: EffectDeps,
  autosave: Autosave,
  publisher: Publisher,
  wordsFor: (document: CanvasDocument) => string,
): Promise<void> {
  const { store, host } = deps;
  if (readyOf(store)?.sending.kind === "working") return;
  store.dispatch({ kind: "sending", sending: { kind: "working" } });
  const flushed = await autosave.flush({ suggest: true, seal: true });
  if (!flushed.ok) {
    store.dispatch({ kind: "sending", sending: { kind: "none" } });
    store.dispatch({
      kind: "said",
      notice: { id: "send", tone: "error", text: shellWords.sendNotSaved(flushed.why) },
    });
    return;
  }
  const isTold = await publisher.publish();
  const ready = readyOf(store);
  if (!ready) return;
  const words = wordsFor(ready.view.checkpoint.document);
  // With no server to ask and no context to read, these words are all that the model gets.
  const isOnlyWay = ready.home === "browser" && !isTold;
  const text = isOnlyWay ? `${words}\n\n${feedbackOf(ready).text}` : words;
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
