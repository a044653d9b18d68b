/** Tells widgets that live from those that are gone, so that nobody's unsaved text is taken from under their hands. */
export interface Liveness {
  /** null: this browser cannot say. */
  isAlive(widgetId: string): Promise<boolean | null>;
}

/**
 * Names one life of a widget. A host shows the same call again on reload, and in a second tab at the same time: two lives
 * that must not write over each other's unsaved text.
 */
export function lifeOf(toolCallId: string | undefined, random: string): string {
  return toolCallId === undefined ? random : `${toolCallId}.${random}`;
}

/** Whether two lives are of one call: most likely one page before and after a reload. */
export function isSameCall(a: string, b: string): boolean {
  const call = (life: string): string => life.slice(0, Math.max(0, life.lastIndexOf(".")));
  return a === b || (call(a) !== "" && call(a) === call(b));
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
