import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/** Which links were used, for all processes of a data folder: one empty file each. */
export interface UsedLinks {
  /** True for exactly one caller a link, whatever process it is in. */
  take(link: { readonly nonce: string; readonly madeAt: number }): boolean;
  /** Whether somebody has taken it. */
  has(link: { readonly nonce: string; readonly madeAt: number }): boolean;
  /** Forgets links made before this time: they are too old to be used anyway. */
  clean(before: number): void;
}

export function usedLinksIn(dataFolder: string): UsedLinks {
  const folder = join(dataFolder, "page-used");
  return {
    take({ nonce, madeAt }) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      try {
        closeSync(openSync(join(folder, `${madeAt}-${nonce}`), "wx", 0o600));
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
        throw error;
      }
    },
    has: ({ nonce, madeAt }) => existsSync(join(folder, `${madeAt}-${nonce}`)),
    clean(before) {
      for (const name of namesIn(folder)) {
        const madeAt = /^(\d{1,16})-[\da-f]{32}$/.exec(name)?.[1];
        if (madeAt !== undefined && Number(madeAt) < before) rmSync(join(folder, name), { force: true });
      }
    },
  };
}

/** The same for one process alone. Its links are few: they are kept until it ends. */
export function usedLinksHere(): UsedLinks {
  const used = new Set<string>();
  return {
    take({ nonce, madeAt }) {
      const link = `${madeAt}-${nonce}`;
      if (used.has(link)) return false;
      used.add(link);
      return true;
    },
    has: ({ nonce, madeAt }) => used.has(`${madeAt}-${nonce}`),
    clean() {},
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}
