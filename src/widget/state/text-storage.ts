/** Named texts that may outlive the page. No call throws. */
export interface TextStorage {
  /** "memory": the browser gives this frame no storage, so nothing outlives it. */
  readonly kind: "browser" | "memory";
  read(name: string): string | null;
  /** False when it could not be kept (full, or gone). */
  write(name: string, text: string): boolean;
  remove(name: string): void;
  names(): readonly string[];
}

const PROBE = "canvas:probe";

/** The browser's storage where it works, memory where it does not: merely reading `localStorage` throws in a sandbox. */
export function openStorage(open: () => Storage): TextStorage {
  try {
    const storage = open();
    storage.setItem(PROBE, "1");
    storage.removeItem(PROBE);
    return guard(storage);
  } catch (error) {
    // A full storage still gives back what it holds; a forbidden one gives nothing.
    return isFull(error) ? guard(open()) : memoryStorage();
  }
}

function isFull(error: unknown): boolean {
  return error instanceof DOMException && /quota/i.test(error.name);
}

function guard(storage: Storage): TextStorage {
  const attempt = <T>(call: () => T, otherwise: T): T => {
    try {
      return call();
    } catch {
      // Storage can be taken away while the page is open; the answer says so, and the caller tells the person.
      return otherwise;
    }
  };
  return {
    kind: "browser",
    read: (name) => attempt(() => storage.getItem(name), null),
    write: (name, text) =>
      attempt(() => {
        storage.setItem(name, text);
        return true;
      }, false),
    remove: (name) => attempt(() => storage.removeItem(name), undefined),
    names: () =>
      attempt(
        () => Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((name) => name !== null),
        [],
      ),
  };
}

export function memoryStorage(): TextStorage {
  const texts = new Map<string, string>();
  return {
    kind: "memory",
    read: (name) => texts.get(name) ?? null,
    write(name, text) {
      texts.set(name, text);
      return true;
    },
    remove: (name) => void texts.delete(name),
    names: () => [...texts.keys()],
  };
}
