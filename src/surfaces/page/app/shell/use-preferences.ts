import { useEffect, useState, useSyncExternalStore } from "react";
import type { TextStorage } from "../../../../widget/state/text-storage.ts";
import { keepPreferences, type Preferences, readPreferences } from "./preferences.ts";

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
