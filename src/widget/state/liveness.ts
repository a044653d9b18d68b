/** Tells widgets that live from those that are gone, so that nobody's unsaved text is taken from under their hands. */
export interface Liveness {
  /** null: this browser cannot say. */
  isAlive(widgetId: string): Promise<boolean | null>;
}

const nameOf = (widgetId: string): string => `canvas-widget:${widgetId}`;

/** A lock that the browser itself gives back when the page goes, however it goes. */
export function holdLife(widgetId: string, locks: LockManager | undefined): Liveness {
  if (!locks) return { isAlive: async () => null };
  // Held until the page is gone; where locks are forbidden, nobody can be asked either.
  locks.request(nameOf(widgetId), { mode: "shared" }, () => new Promise(() => {})).catch(() => undefined);
  return {
    async isAlive(other) {
      try {
        const { held = [] } = await locks.query();
        return held.some((lock) => lock.name === nameOf(other));
      } catch {
        return null;
      }
    },
  };
}
