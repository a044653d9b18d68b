import { openStorage, type TextStorage } from "../../../../widget/state/text-storage.ts";

const NAME = "canvas:page-session";

/** The right to use this page: made from a link, kept in the storage of the page's own origin. */
export interface Session {
  /** "memory": this browser keeps nothing, so the right ends with the tab. */
  readonly kept: "browser" | "memory";
  read(): string | null;
  keep(token: string): void;
  drop(): void;
  /** Another tab of this browser got in, or was shut out. */
  subscribe(listener: () => void): () => void;
}

export function openSession(storage: TextStorage = openStorage(() => window.localStorage)): Session {
  return {
    kept: storage.kind,
    read: () => storage.read(NAME),
    keep: (token) => void storage.write(NAME, token),
    drop: () => storage.remove(NAME),
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === NAME || event.key === null) listener();
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
  };
}
