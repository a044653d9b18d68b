import type { CanvasView } from "../../../protocol/canvas-view.ts";
import type { ErrorCode } from "../../../protocol/errors.ts";
import { personName } from "../../people/who.ts";
import { ownWords } from "../own-words.ts";
import { standingIn } from "../rights.ts";
import type { Ready } from "../state.ts";
import { waitingChanges } from "../unsaved-changes.ts";
import type { EffectDeps } from "./effect-deps.ts";

/** Whether the refusal says that somebody else's canvas is not there for this person any more. */
export function isTakenAway(view: CanvasView, code: ErrorCode): boolean {
  return standingIn(view) !== "owner" && (code === "unknown_canvas" || code === "deleted_canvas");
}

/** The text goes from the screen and from this browser; what they wrote themselves (`words`) they can take with them. */
export function loseAccess({ store, cache }: EffectDeps, view: CanvasView, words: string): void {
  const { id, title } = view.checkpoint.document;
  const owner = view.access === undefined ? "" : personName(view.access.owner);
  cache.forget(id);
  store.dispatch({ kind: "unshared", id, title, owner, words });
}

/** What the person wrote here and no server has. */
export function unsavedIn(ready: Ready): string {
  return ownWords({ base: ready.base.content, draft: ready.draft, local: waitingChanges(ready) });
}

/** The same of earlier lives of the widget, as this browser keeps it. */
export function unsavedKept({ cache }: EffectDeps, view: CanvasView): string {
  const all = cache.findPending(view.checkpoint.document.id, view).map(({ record }) => record);
  return all
    .map(({ base, content, local }) => ownWords({ base: base.content, draft: content, local }))
    .filter((words) => words !== "")
    .join("\n\n");
}
