import type { Extension } from "@codemirror/state";
import { ViewPlugin } from "@codemirror/view";

/** After the end of a composition the editor reads the composed text within this time, on every platform. */
const READ_MS = 30;
/** Some browsers forget to say that a composition has ended: it is looked at this often. */
const LOOK_MS = 100;

/**
 * Tells when the person composes with an input method, and when what they composed is in the document: committed, taken
 * back, or left by going elsewhere. The mere start of one is none yet: on phones a caret in a word starts one.
 */
export function tellComposing(onComposing: (on: boolean) => void): Extension {
  return ViewPlugin.define(
    (view) => {
      let on = false;
      let looking: ReturnType<typeof setInterval> | undefined;
      let ending: ReturnType<typeof setTimeout> | undefined;
      const become = (next: boolean): void => {
        if (on === next) return;
        on = next;
        clearInterval(looking);
        if (on) looking = setInterval(look, LOOK_MS);
        onComposing(next);
      };
      const look = (): void => {
        if (view.compositionStarted) return;
        clearTimeout(ending);
        // Another may have begun by then: it goes on.
        ending = setTimeout(() => become(view.compositionStarted), READ_MS);
      };
      return {
        look,
        update() {
          if (view.composing) become(true);
        },
        destroy() {
          clearTimeout(ending);
          become(false);
        },
      };
    },
    {
      eventObservers: {
        compositionend() {
          this.look();
        },
      },
    },
  );
}

/** Runs what redraws the text: at once, or, the newest of each kind, when nothing is being composed any more. */
export interface Redraws {
  run(kind: "highlights" | "changes" | "inlays", redraw: () => void): void;
  setComposing(on: boolean): void;
  /** The editor goes: nothing is drawn any more. */
  stop(): void;
}

export function createRedraws(): Redraws {
  const waiting = new Map<string, () => void>();
  let composing = false;
  return {
    run(kind, redraw) {
      if (composing) waiting.set(kind, redraw);
      else redraw();
    },
    setComposing(on) {
      composing = on;
      if (on) return;
      const redraws = [...waiting.values()];
      waiting.clear();
      for (const redraw of redraws) redraw();
    },
    stop: () => waiting.clear(),
  };
}
