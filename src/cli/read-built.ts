import { readFile } from "node:fs/promises";
import { CommandError } from "./surroundings.ts";

/** What the build made, read at each call so that a new build shows without a restart: the first of the files that exists. */
export async function readBuilt(what: "widget" | "page", files: readonly string[]): Promise<string> {
  for (const file of files) {
    try {
      return await readFile(file, "utf8");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  throw new CommandError(`The ${what} is not built: no ${files.join(" and no ")}. Run npm run build.`);
}
