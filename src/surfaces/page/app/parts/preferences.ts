import { useEffect, useState, useSyncExternalStore } from "react";
import type { TextStorage } from "../../../../widget/state/text-storage.ts";

export type Theme = "system" | "light" | "dark";
export type ListView = "list" | "board";
/** Whose canvases are listed. */
export type Whose = "all" | "own" | "shared";

export interface Preferences {
  readonly theme: Theme;
  readonly view: ListView;
  /** Heeded only where somebody is signed in. */
  readonly whose: Whose;
  /** Shortcuts of a single letter. */
  readonly keys: boolean;
}

const NAME = "canvas:page-preferences";
const DEFAULTS: Preferences = { theme: "system", view: "list", whose: "all", keys: true };

export function readPreferences(storage: TextStorage): Preferences {
  try {
    const kept = JSON.parse(storage.read(NAME) ?? "{}") as Partial<Preferences> | null;
    return {
      theme: kept?.theme === "light" || kept?.theme === "dark" ? kept.theme : DEFAULTS.theme,
      view: kept?.view === "board" ? "board" : DEFAULTS.view,
      whose: kept?.whose === "own" || kept?.whose === "shared" ? kept.whose : DEFAULTS.whose,
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

const dark = () => matchMedia("(prefers-color-scheme: dark)");
const subscribeDark = (listener: () => void) => {
  const query = dark();
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
};

/** The person's choices for this page, with the theme that follows from them, worn by the document. */
export function usePreferences(storage: TextStorage) {
  const [preferences, setPreferences] = useState(() => readPreferences(storage));
  const systemIsDark = useSyncExternalStore(subscribeDark, () => dark().matches);
  const theme: "light" | "dark" =
    preferences.theme === "system" ? (systemIsDark ? "dark" : "light") : preferences.theme;
  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);
  const prefer = (change: Partial<Preferences>): void => {
    const next = { ...preferences, ...change };
    keepPreferences(storage, next);
    setPreferences(next);
  };
  return { preferences, prefer, theme };
}
