import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { nameOf, namesIn, type SharedMarks, type Single, singleOf } from "./used-links.ts";

/** Which link each panel was given last, for all who give them: whoever opens it anew may be another process by then. */
export interface PanelLinks {
  /** Those that this panel was given before and that may not be used yet. From now on it is `next`. */
  replace(panel: string, next: Single | null): Promise<readonly Single[]>;
  /** Forgets links made before this time: they are too old to be used anyway. */
  clean(before: number): void;
}

/** For all processes of a data folder: one small file each. */
export function panelLinksIn(dataFolder: string): PanelLinks {
  const folder = join(dataFolder, "page-panels");
  const read = (name: string): Single | null => {
    try {
      return singleOf(readFileSync(join(folder, name), "utf8"));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
      throw error;
    }
  };
  return {
    async replace(panel, next) {
      const name = markOf(panel);
      const file = join(folder, name);
      const before = read(name);
      if (next === null) rmSync(file, { force: true });
      else {
        mkdirSync(folder, { recursive: true, mode: 0o700 });
        // Whole or not at all: whoever reads half of it would leave the link as good as it was.
        writeFileSync(`${file}.${next.nonce}`, nameOf(next), { mode: 0o600, flag: "wx" });
        renameSync(`${file}.${next.nonce}`, file);
      }
      return before === null ? [] : [before];
    },
    clean(before) {
      for (const name of namesIn(folder)) {
        const link = read(name);
        if (link !== null && link.madeAt < before) rmSync(join(folder, name), { force: true });
      }
    },
  };
}

/** The same for one process alone. */
export function panelLinksHere(): PanelLinks {
  const last = new Map<string, Single>();
  return {
    async replace(panel, next) {
      const before = last.get(panel);
      if (next === null) last.delete(panel);
      else last.set(panel, next);
      return before === undefined ? [] : [before];
    },
    clean(before) {
      for (const [panel, link] of last) if (link.madeAt < before) last.delete(panel);
    },
  };
}

/** The same for all machines on a store. `keptMs`: so long after a link was made it is remembered. */
export function panelLinksOn(marks: SharedMarks, kind: string, keptMs: number): PanelLinks {
  return {
    async replace(panel, next) {
      const ofPanel = `${kind} ${markOf(panel)}`;
      const before = await marks.list(ofPanel);
      if (next !== null) await marks.keep(ofPanel, nameOf(next), new Date(next.madeAt + keptMs));
      return before.flatMap((name) => singleOf(name) ?? []);
    },
    // A mark ends by itself.
    clean() {},
  };
}

/** Its name may be long, and somebody else chose it. */
function markOf(panel: string): string {
  return createHash("sha256").update(panel).digest("hex").slice(0, 32);
}
