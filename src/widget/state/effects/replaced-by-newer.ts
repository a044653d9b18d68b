import { shellWords } from "../../words.ts";
import { isWrittenSince } from "../compare-views.ts";
import { isDirty } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { callLoad, showOlderStore } from "./load.ts";
import { rememberView } from "./remember-view.ts";
import type { Publisher } from "./tell-assistant.ts";
import { isTakenAway, loseAccess, unsavedIn } from "./unshared.ts";

export interface NewerCheck {
  /** Is the canvas newer than what is shown? Asked on show, on focus, on a press and before editing. The newer one is then shown. */
  check(): Promise<void>;
  /** What is shown is newer than the call of the model's that this widget stands for. */
  followed(version: number): void;
}

/** Older widgets of the same canvas follow to what is newer, say so, and never overwrite it. */
export function createNewerCheck(deps: EffectDeps, publisher: Publisher): NewerCheck {
  const { store, host } = deps;
  let checking: Promise<void> | null = null;

  /** Whether other widgets of this canvas may stand in the same conversation. */
  const isOneOfMany = (): boolean => host.context.displayModes.includes("inline") && store.state().board === null;

  const followed = (version: number): void => {
    const ready = readyOf(store);
    // Who works here goes on working here.
    if (!ready || isDirty(ready) || ready.superseded === version || !isOneOfMany()) return;
    store.dispatch({ kind: "superseded", version });
    const { title, id } = ready.view.checkpoint.document;
    // Only what this widget told the model can mislead it.
    if (ready.touched) void publisher.publishInstead(shellWords.supersededPublished(title, id, version));
  };

  const look = async (): Promise<void> => {
    const before = readyOf(store);
    if (before?.home !== "server" || before.outgoing || before.incoming) return;
    const { id } = before.view.checkpoint.document;
    const answer = await callLoad(deps, { id, key: before.view.key }, before.view.state, before.base);
    const now = readyOf(store);
    if (!now || now.view.checkpoint.document.id !== id) return;
    if (answer.kind === "unreachable") {
      host.log("info", `load_canvas: ${answer.why}`);
      return store.dispatch({ kind: "unsure", on: true });
    }
    if (answer.kind === "refused") {
      if (isTakenAway(now.view, answer.code)) return loseAccess(deps, now.view, unsavedIn(now));
      const notice = { id: "newer", tone: "warning", text: answer.message, until: "heard" } as const;
      return store.dispatch({ kind: "said", notice });
    }
    store.dispatch({ kind: "unsure", on: false });
    if (answer.kind === "unchanged" || now.outgoing || now.incoming) return;
    const { version, revision } = answer.view.checkpoint.document;
    if (answer.putBack) return showOlderStore(deps, answer.view);
    if (revision < now.view.checkpoint.document.revision) return;
    const byModel = isWrittenSince(now.view, answer.view);
    const isAtWork = isDirty(now);
    rememberView(deps, answer.view);
    store.dispatch({ kind: "loaded", view: answer.view, home: "server" });
    // Unsaved words are merged, here, where the person can see them.
    if (byModel && !isAtWork) followed(version);
  };

  return {
    check() {
      checking ??= look().finally(() => {
        checking = null;
      });
      return checking;
    },
    followed,
  };
}
