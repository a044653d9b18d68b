import type { EffectDeps } from "./effect-deps.ts";

/** Long enough to be read twice. */
const SHOWN_MS = 8_000;

/** Takes away what needs nothing of the person, after a while. Warnings, errors and what is marked so stay until they are dismissed. */
export function fadeNotices({ store, clock }: EffectDeps): () => void {
  const timers = new Map<string, () => void>();
  const unsubscribe = store.subscribe(() => {
    const fading = store.state().notices.filter((notice) => notice.tone === "info" && !notice.stays);
    for (const { id } of fading) {
      if (timers.has(id)) continue;
      const dismiss = () => {
        timers.delete(id);
        store.dispatch({ kind: "dismissed", id });
      };
      timers.set(id, clock.after(SHOWN_MS, dismiss));
    }
  });
  return () => {
    unsubscribe();
    for (const cancel of timers.values()) cancel();
  };
}
