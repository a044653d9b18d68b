import { memoryStorage, openStorage, type TextStorage } from "../../../../widget/state/text-storage.ts";

const NAME = "canvas:page-session";

/** The right to use this page: made from a link, for this browser's own key. */
export interface Session {
  /** "memory": nothing is kept here, so the right ends with the tab. */
  readonly kept: "browser" | "memory";
  read(): string | null;
  keep(token: string): void;
  drop(): void;
  /** Another tab of this browser got in, or was shut out. */
  subscribe(listener: () => void): () => void;
}

/** `only`: of the panel of this canvas. The whole page's own is another's, and neither takes the other's place. */
export function openSession(
  storage: TextStorage = openStorage(() => window.localStorage),
  only: string | null = null,
): Session {
  const name = only === null ? NAME : `${NAME}:${only}`;
  return {
    kept: storage.kind,
    read: () => storage.read(name),
    keep: (token) => void storage.write(name, token),
    drop: () => storage.remove(name),
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === name || event.key === null) listener();
      };
      window.addEventListener("storage", onStorage);
      return () => window.removeEventListener("storage", onStorage);
    },
  };
}

/** For addresses that others may have on another day: whoever has this one then finds nothing. */
export function passingSession(): Session {
  return openSession(memoryStorage());
}

/** Whether a text of this name is the right to use the page, which goes nowhere else. */
export function isOfSession(name: string): boolean {
  return name === NAME || name.startsWith(`${NAME}:`);
}

/** What a page of before left at this address. */
export function sessionOfBefore(storage: TextStorage): string | null {
  return storage.read(NAME);
}
