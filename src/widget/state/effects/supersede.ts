import { shellWords } from "../../words.ts";
import { isDirty } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { callLoad } from "./load-call.ts";
import type { Publisher } from "./publish.ts";
import { takePutBack } from "./put-back.ts";

export interface Supersession {
  /** Is the canvas newer than what is shown? Asked on show, on focus and before editing. */
  check(): Promise<void>;
  stepBack(version: number): void;
  /** "Edit here": this widget takes over at the newest state. */
  takeOver(): Promise<void>;
}

/** Older widgets of the same canvas step back, and never overwrite what is newer. */
export function createSupersession(deps: EffectDeps, publisher: Publisher): Supersession {
  const { store, host, cache } = deps;
  let checking: Promise<void> | null = null;

  /** A host that only ever gives the whole window shows no other widget that could be the newer one. */
  const standsAlone = (): boolean => !host.context.displayModes.includes("inline");

  const stepBack = (version: number): void => {
    const ready = readyOf(store);
    if (!ready || isDirty(ready) || ready.superseded === version || standsAlone()) return;
    store.dispatch({ kind: "superseded", version });
    const { title, id } = ready.view.checkpoint.document;
    // Only what this widget told the model can mislead it.
    if (ready.touched) void publisher.publishInstead(shellWords.supersededPublished(title, id, version));
  };

  const look = async (takeOver: boolean): Promise<void> => {
    const before = readyOf(store);
    if (before?.home !== "server" || before.outgoing || before.incoming) return;
    const { id } = before.view.checkpoint.document;
    const answer = await callLoad(host, { id, key: before.view.key }, takeOver ? null : before.view.state, before.base);
    if (answer.kind !== "view") {
      if (answer.kind === "unreachable") host.log("info", `load_canvas: ${answer.why}`);
      if (answer.kind === "refused" || takeOver) {
        const text = answer.kind === "refused" ? answer.message : shellWords.browserUnreachable;
        store.dispatch({ kind: "said", notice: { id: "newer", tone: "warning", text } });
      }
      return;
    }
    const now = readyOf(store);
    if (!now || now.view.checkpoint.document.id !== id || now.outgoing || now.incoming) return;
    const { version, revision } = answer.view.checkpoint.document;
    if (answer.putBack) return takePutBack(deps, answer.view);
    if (revision < now.view.checkpoint.document.revision) return;
    const byModel = answer.view.checkpoint.claudeContent !== now.view.checkpoint.claudeContent;
    // Opened from the board it stands for no call of the model's, so there is nothing to step back from.
    const standsForCall = store.state().board === null && !standsAlone();
    // Unsaved words are merged, here, where the person can see them.
    if (byModel && standsForCall && !takeOver && !isDirty(now) && !now.editing) {
      stepBack(version);
      return;
    }
    cache.remember(answer.view);
    store.dispatch({ kind: "loaded", view: answer.view, home: "server" });
  };

  return {
    check() {
      checking ??= look(false).finally(() => {
        checking = null;
      });
      return checking;
    },
    stepBack,
    async takeOver() {
      await look(true);
    },
  };
}
