import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

/** Git's clean merge, or null when git conflicts. `folder`: where the three texts may stand for a moment. */
export function gitMerge(folder: string, base: string, mine: string, theirs: string): string | null {
  const paths = { base: join(folder, "base"), mine: join(folder, "mine"), theirs: join(folder, "theirs") };
  writeFileSync(paths.base, base);
  writeFileSync(paths.mine, mine);
  writeFileSync(paths.theirs, theirs);
  try {
    return execFileSync("git", ["merge-file", "-p", paths.mine, paths.base, paths.theirs], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (error) {
    const status = (error as { status?: number | null }).status;
    if (typeof status === "number" && status > 0 && status < 128) return null;
    throw error;
  }
}
