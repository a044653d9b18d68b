import type { Outgoing } from "../state.ts";

type Work = Pick<Outgoing, "base" | "content" | "local" | "suggest">;

export interface SaveKeys {
  /** The key of the save of this work: the same as when it was last asked for, so that it is saved once, whoever sends it. */
  keyOf(work: Work): string;
}

export function createSaveKeys(newKey: () => string): SaveKeys {
  let last: { readonly work: Work; readonly key: string } | null = null;
  return {
    keyOf(work) {
      if (last === null || !isSame(last.work, work)) last = { work, key: newKey() };
      return last.key;
    },
  };
}

/** A save of this work and of nothing else. */
export function plainSave(work: Work, keys: SaveKeys): Outgoing {
  return { ...work, saveKey: keys.keyOf(work), status: null, sent: false, seal: false, withBase: false };
}

function isSame(a: Work, b: Work): boolean {
  return (
    a.base.revision === b.base.revision &&
    a.local === b.local &&
    a.suggest === b.suggest &&
    a.content === b.content &&
    a.base.content === b.base.content
  );
}
