import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** What can be used once, by its number and when it was made. */
export interface Single {
  readonly nonce: string;
  readonly madeAt: number;
}

/** Which links were used, for all who take them. */
export interface UsedLinks {
  /** True for exactly one caller a link, whatever process it is in. */
  take(link: Single): Promise<boolean>;
  /** Whether somebody has taken it. */
  has(link: Single): Promise<boolean>;
  /** Forgets links made before this time: they are too old to be used anyway. */
  clean(before: number): void;
}

/** For all processes of a data folder: one empty file each, in a folder of this name. */
export function usedLinksIn(dataFolder: string, name = "page-used"): UsedLinks {
  const folder = join(dataFolder, name);
  return {
    async take(link) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        closeSync(openSync(join(folder, nameOf(link)), "wx", 0o600));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw error;
      }
    },
    has: async (link) => existsSync(join(folder, nameOf(link))),
    clean(before) {
      for (const name of namesIn(folder)) {
        const link = singleOf(name);
        if (link !== null && link.madeAt < before) rmSync(join(folder, name), { force: true });
      }
    },
  };
}

/** The same for one process alone. Its links are few: they are kept until it ends. */
export function usedLinksHere(): UsedLinks {
  const used = new Set<string>();
  return {
    async take(link) {
      const name = nameOf(link);
      if (used.has(name)) return false;
      used.add(name);
      return true;
    },
    has: async (link) => used.has(nameOf(link)),
    clean() {},
  };
}

/** Short-lived notes that all machines on a store share. */
export interface SharedMarks {
  /** True for exactly one caller among all machines until the mark has ended. */
  claim(kind: string, key: string, until: Date): Promise<boolean>;
  has(kind: string, key: string): Promise<boolean>;
  /** Makes or prolongs it. */
  keep(kind: string, key: string, until: Date): Promise<void>;
  /** The keys of those that live, sorted. */
  list(kind: string): Promise<readonly string[]>;
}

/** The same for all machines on a store. `keptMs`: so long after a link was made its use is remembered. */
export function usedLinksOn(marks: SharedMarks, kind: string, keptMs: number): UsedLinks {
  return {
    take: (link) => marks.claim(kind, nameOf(link), new Date(link.madeAt + keptMs)),
    has: (link) => marks.has(kind, nameOf(link)),
    // A mark ends by itself.
    clean() {},
  };
}

export function nameOf({ nonce, madeAt }: Single): string {
  return `${madeAt}-${nonce}`;
}

/** The one of this name; null: it is none's. */
export function singleOf(name: string): Single | null {
  const [, madeAt, nonce] = /^(\d{1,16})-([\da-f]{32})$/.exec(name) ?? [];
  return madeAt === undefined || nonce === undefined ? null : { madeAt: Number(madeAt), nonce };
}

export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
