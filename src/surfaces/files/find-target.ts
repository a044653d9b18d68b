import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { type Trouble, troubleOf } from "./trouble.ts";

/** A file to be opened, by its real path, and the folder that it must stay in. */
export interface Target {
  readonly path: string;
  readonly root: string;
  readonly exists: boolean;
}

/**
 * Where the named file really lies. Links are followed once, here; one that leads out of `folder` (by default the file's
 * own) is refused, and so is what is no file.
 */
export async function findTarget(given: {
  readonly file: string;
  readonly folder?: string;
  readonly cwd: string;
}): Promise<Target | Trouble> {
  const named = resolve(given.cwd, given.file);
  const folder = given.folder === undefined ? dirname(named) : resolve(given.cwd, given.folder);
  let root: string;
  try {
    root = await realpath(folder);
    if (!(await stat(root)).isDirectory()) {
      return { code: "not_a_file", message: `cannot be opened: ${folder} is not a folder` };
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return { code: "missing", message: `cannot be opened: there is no folder ${folder}` };
    }
    return troubleOf(error, "be opened");
  }
  try {
    const path = await trueName(await realpath(named));
    return isInside(root, path) ? { path, root, exists: true } : leadsOut(path, root);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "ELOOP") return { code: "link", message: "is a link that leads to itself" };
    if (code !== "ENOENT") return troubleOf(error, "be opened");
    return findMissing(named, root);
  }
}

async function findMissing(named: string, root: string): Promise<Target | Trouble> {
  try {
    const link = await lstat(named);
    if (link.isSymbolicLink()) return { code: "link", message: "is a link to a file that does not exist" };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return troubleOf(error, "be opened");
  }
  try {
    const path = join(await realpath(dirname(named)), basename(named));
    return isInside(root, path) ? { path, root, exists: false } : leadsOut(path, root);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") return troubleOf(error, "be opened");
    return { code: "missing", message: `cannot be opened: there is no folder ${dirname(named)}` };
  }
}

function leadsOut(path: string, root: string): Trouble {
  const message = `lies at ${path}, outside of ${root}. Name the folder that may be written to behind it: open FILE FOLDER`;
  return { code: "link", message };
}

/** Whether `path` lies below `root`; both are real paths. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

/** Where the disk does not tell PLAN.md from plan.md, the name as the folder has it: else one file would have two canvases. */
async function trueName(path: string): Promise<string> {
  const name = basename(path);
  const folder = dirname(path);
  const names = await readdir(folder).catch(() => [name]);
  if (names.includes(name)) return path;
  const wanted = folded(name);
  const own = await stat(path);
  for (const other of names.filter((each) => folded(each) === wanted)) {
    const found = await stat(join(folder, other));
    if (found.ino === own.ino && found.dev === own.dev) return join(folder, other);
  }
  return path;
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}
