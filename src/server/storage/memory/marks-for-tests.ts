import type { Marks } from "../ports.ts";

/** Marks that forget everything with the process: machines of a test share one. */
export function createMemoryMarks(now: () => Date = () => new Date()): Marks {
  const kinds = new Map<string, Map<string, number>>();
  const livingOf = (kind: string): Map<string, number> => {
    const marks = kinds.get(kind) ?? new Map<string, number>();
    kinds.set(kind, marks);
    for (const [key, until] of marks) if (until <= now().getTime()) marks.delete(key);
    return marks;
  };
  return {
    async claim(kind, key, until) {
      const marks = livingOf(kind);
      if (marks.has(key)) return false;
      marks.set(key, until.getTime());
      return true;
    },
    has: async (kind, key) => livingOf(kind).has(key),
    async keep(kind, key, until) {
      livingOf(kind).set(key, until.getTime());
    },
    list: async (kind) => [...livingOf(kind).keys()].sort(),
  };
}
