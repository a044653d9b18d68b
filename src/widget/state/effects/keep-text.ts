import type { EffectDeps } from "./effect-deps.ts";
import { callSave } from "./save-call.ts";

/** "Keep this text": what the server does not have becomes a canvas of its own. */
export async function keepText(deps: EffectDeps): Promise<void> {
  const { store, host } = deps;
  const { canvas } = store.state();
  if (canvas.phase !== "stopped" && canvas.phase !== "detached") return;
  if (canvas.stream.kind !== "text" || canvas.keeping.kind === "working") return;
  store.dispatch({ kind: "keeping", keeping: { kind: "working" } });
  const answer = await callSave(host, {
    save_key: deps.newKey(),
    content: canvas.stream.text,
    ...(canvas.stream.title === null ? {} : { title: canvas.stream.title }),
  });
  if (answer.kind === "saved") {
    deps.cache.remember(answer.view);
    store.dispatch({ kind: "loaded", view: answer.view, home: "server" });
    return;
  }
  const why = answer.kind === "refused" ? answer.message : answer.why;
  store.dispatch({ kind: "keeping", keeping: { kind: "failed", why } });
}
