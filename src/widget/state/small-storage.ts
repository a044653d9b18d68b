import { memoryStorage, type TextStorage } from "./text-storage.ts";

/** A storage with room for so many characters, for tests. */
export function smallStorage(room: number): TextStorage {
  const memory = memoryStorage();
  const used = () => memory.names().reduce((sum, name) => sum + name.length + (memory.read(name)?.length ?? 0), 0);
  return {
    ...memory,
    kind: "browser",
    write(name, text) {
      const before = memory.read(name);
      memory.write(name, text);
      if (used() <= room) return true;
      if (before === null) memory.remove(name);
      else memory.write(name, before);
      return false;
    },
  };
}
