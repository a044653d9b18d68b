import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { backupStore } from "../../server/storage/sqlite/backup-store.ts";
import { findSqlEngine } from "../../server/storage/sqlite/engine/adapter.ts";
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import { foreignLinkWords, ownFolderPath, ownPath } from "../../surfaces/files/own-path.ts";
import { ownFolder } from "../asked-store.ts";
import { assertStore } from "../open-store.ts";
import { CommandError, DONE, type Invocation } from "../surroundings.ts";
import { printable, printableJson, sizeInWords } from "../terminal/printable.ts";

/** A copy of the store in one file, of one moment, while hosts use it. */
export async function backup(invocation: Invocation): Promise<number> {
  const { folder, pid, uid, stdout, stderr } = invocation.surroundings;
  const force = invocation.options.force === true;
  const path = join(ownFolder(invocation, "`backup`"), STORE_FILE);
  const file = await placeOf(resolve(folder, invocation.positionals[0] ?? ""), uid, force);
  assertStore(invocation);
  assertPlace(file, force, path);
  const engine = await findSqlEngine();
  const made = await backupStore({ path, into: file, force, pid, engine }).catch((error: unknown) => {
    throw fileError(error, file);
  });
  if (invocation.options.json) stdout.write(printableJson({ file, ...made }));
  else {
    const { canvases, versions, bytes } = made;
    stdout.write(`${printable(file)}\n`);
    stderr.write(
      `${canvases} ${canvases === 1 ? "canvas" : "canvases"}, ${versions} older ${versions === 1 ? "version" : "versions"}, ${sizeInWords(bytes)}; checked, and sound. To use it, put it into a folder as ${STORE_FILE} and name that folder with --data DIR.\n`,
    );
  }
  return DONE;
}

/** Where the name leads: through links of the user's own alone. Without `force` it must be free, whatever it is. */
export async function placeOf(named: string, uid: number | null, force: boolean): Promise<string> {
  const own = await (force ? ownPath(named, uid) : ownFolderPath(named, uid));
  if (own.ok) return own.path;
  throw new CommandError(foreignLinkWords(own.link));
}

/** Throws where a file cannot be put, or must not: over another one, or over the store in `path`. */
export function assertPlace(file: string, force: boolean, path: string): void {
  const there = statSync(file, { throwIfNoEntry: false });
  const store = statSync(path, { throwIfNoEntry: false });
  if (there === undefined) {
    if (statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) return;
    throw new CommandError(`${file} cannot be written: there is no folder ${dirname(file)}. Make it first.`);
  }
  if (there.isDirectory()) throw new CommandError(`${file} is a folder. Name a file in it.`);
  if (there.ino === store?.ino && there.dev === store.dev) {
    throw new CommandError(`${file} is the store itself. Choose another name.`);
  }
  if (!there.isFile()) throw new CommandError(`${file} is a device or a pipe. Choose another name.`);
  if (!force) {
    throw new CommandError(
      `${file} is already there and was left as it is. Choose another name, or replace it with --force.`,
    );
  }
}

/** What the file system says of the new file, in words; anything else is as it was. */
export function fileError(error: unknown, file: string): unknown {
  if (!(error instanceof Error) || !("syscall" in error)) return error;
  if ((error as NodeJS.ErrnoException).code === "EEXIST") {
    return new CommandError(`${file} is already there and was left as it is. Choose another name.`);
  }
  return new CommandError(`${file} cannot be written: ${error.message}. Choose another place.`);
}
