import type { TextStorage } from "../../../../widget/state/text-storage.ts";

export type Theme = "system" | "light" | "dark";
export type ListView = "list" | "board";

export interface Preferences {
  readonly theme: Theme;
  readonly view: ListView;
  /** Shortcuts of a single letter. */
  readonly keys: boolean;
}

const NAME = "canvas:page-preferences";
const DEFAULTS: Preferences = { theme: "system", view: "list", keys: true };

export function readPreferences(storage: TextStorage): Preferences {
  try {
    const kept = JSON.parse(storage.read(NAME) ?? "{}") as Partial<Preferences> | null;
    return {
      theme: kept?.theme === "light" || kept?.theme === "dark" ? kept.theme : DEFAULTS.theme,
      view: kept?.view === "board" ? "board" : DEFAULTS.view,
      keys: kept?.keys !== false,
    };
  } catch {
    // Somebody else's text under our name: as if nothing were there.
    return DEFAULTS;
  }
}

export function keepPreferences(storage: TextStorage, preferences: Preferences): void {
  storage.write(NAME, JSON.stringify(preferences));
}
