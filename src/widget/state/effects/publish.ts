import { buildFeedback, type Feedback } from "../../../core/feedback/build-feedback.ts";
import { shownCheckpoint } from "../shown-checkpoint.ts";
import type { Ready } from "../state.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

export interface Publisher {
  /** Tells the model all there is, when it differs from what was told. False: it does not know all of it by this way. */
  publish(): Promise<boolean>;
  /** Tells the model this instead: the canvas goes on elsewhere. */
  publishInstead(text: string): Promise<void>;
}

/** The one and only caller of `updateModelContext`: each call overwrites the last, so it always carries everything. */
export function createPublisher({ store, host }: EffectDeps): Publisher {
  let told: string | null = null;
  let queue: Promise<void> = Promise.resolve();

  const tell = (text: string): Promise<void> => {
    queue = queue.then(async () => {
      if (text === told || !host.abilities.modelContext) return;
      const answer = await host.updateModelContext(text);
      if (answer.ok) told = text;
      // The model still learns it: every tool result ends with the same text.
      else host.log("warning", `The model's context was not updated: ${answer.why}`);
    });
    return queue;
  };

  return {
    async publish() {
      const ready = readyOf(store);
      if (!ready?.touched || ready.superseded !== null) return false;
      const { text } = feedbackOf(ready);
      await tell(text);
      return told === text;
    },
    publishInstead: tell,
  };
}

/** All that is news to the model of the canvas on screen. */
export function feedbackOf(ready: Ready): Feedback {
  const checkpoint = shownCheckpoint(ready);
  // The version on screen may still be typed on: the number to name is of one that stays as the model knows it.
  const baseVersion = checkpoint.told.knownVersion || checkpoint.document.version;
  return buildFeedback({ checkpoint, baseVersion });
}
