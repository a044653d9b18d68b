import { callTool } from "../../host/call-tool.ts";
import { shellWords } from "../../words.ts";
import type { Store } from "../store.ts";
import type { EffectDeps } from "./effect-deps.ts";
import { noAnswer } from "./load.ts";

interface UnsavedText {
  readonly text: string;
  readonly title: string | null;
}

/** "Keep this text": what the server does not have becomes a canvas of its own. */
export async function keepText(deps: EffectDeps): Promise<void> {
  const { store, cache } = deps;
  const unsaved = unsavedTextOf(store);
  if (!unsaved) return;
  store.dispatch({ kind: "keeping", keeping: { kind: "working" } });
  const answer = await callTool(deps, "save_canvas", {
    save_key: deps.newKey(),
    content: unsaved.text,
    ...(unsaved.title === null ? {} : { title: unsaved.title }),
  });
  if (answer.ok && answer.reply.kind === "view") {
    const { view } = answer.reply;
    const before = store.state().canvas;
    if (before.phase === "ready") cache.dropPending(before.view.checkpoint.document.id, deps.widgetId);
    cache.remember(view);
    store.dispatch({ kind: "loaded", view, home: "server" });
    return;
  }
  const error = answer.ok ? null : noAnswer(answer.error);
  const why = error === null ? shellWords.answerLost : error.kind === "refused" ? error.message : error.why;
  store.dispatch({ kind: "keeping", keeping: { kind: "failed", why } });
  // An open canvas has no place of its own for this.
  if (store.state().canvas.phase !== "ready") return;
  const text = shellWords.keepFailed(why);
  store.dispatch({ kind: "said", notice: { id: text, tone: "warning", text } });
}

/** The text that only this widget has; null when there is none, or it is being kept already. */
function unsavedTextOf(store: Store): UnsavedText | null {
  const { canvas } = store.state();
  if (canvas.phase === "ready") {
    const { save, draft, view } = canvas;
    return save.kind === "failed" && save.gone ? { text: draft, title: view.checkpoint.document.title } : null;
  }
  if (canvas.phase !== "stopped" && canvas.phase !== "detached") return null;
  if (canvas.stream.kind !== "text" || canvas.keeping.kind === "working") return null;
  return { text: canvas.stream.text, title: canvas.stream.title };
}
