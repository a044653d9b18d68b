import { buildFeedback } from "../../../core/feedback/build-feedback.ts";
import { shownCheckpoint } from "../shown-checkpoint.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";

export interface Publisher {
  /** Tells the model all there is, when it differs from what was told. */
  publish(): Promise<void>;
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
      if (!ready?.touched || ready.superseded !== null) return;
      const checkpoint = shownCheckpoint(ready);
      // The version on screen may still be typed on: the number to name is of one that stays as the model knows it.
      const baseVersion = checkpoint.told.offeredVersion ?? checkpoint.document.version;
      await tell(buildFeedback({ checkpoint, baseVersion }).text);
    },
    publishInstead: tell,
  };
}
