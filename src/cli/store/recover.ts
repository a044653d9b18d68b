import { existsSync, mkdirSync, rmdirSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { findSqlEngine } from "../../server/storage/sqlite/engine/adapter.ts";
import { recoverFile } from "../../server/storage/sqlite/recovery/recover-file.ts";
import { lossWords, takenWords } from "../../server/storage/sqlite/recovery/recovery-report.ts";
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import { CommandError, DONE, FAILED, type Invocation, type Surroundings } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { typedFor } from "../typed-command.ts";
import { fileError, placeOf } from "./backup.ts";

/** All that can be read of a store's file, damaged or not, as a new store. Exit code 1 when there is no canvas in it. */
export async function recover(invocation: Invocation): Promise<number> {
  const { folder, uid, stdout, stderr, now } = invocation.surroundings;
  const path = resolve(folder, invocation.positionals[0] ?? "");
  assertFile(path);
  const asked = invocation.options.into;
  const { file, made } =
    typeof asked === "string" ? askedPlace(await placeOf(resolve(folder, asked), uid, true)) : freePlace(path);
  const engine = await findSqlEngine();
  try {
    const report = await recoverFile({ path, into: file, engine, now: now() });
    const { canvases, binned, versions, losses } = report;
    const missing = lossWords(losses);
    if (invocation.options.json) {
      stdout.write(printableJson({ file, canvases, binned, versions, missing, losses }));
    } else {
      stdout.write(`${printable(file)}\n`);
      for (const line of [takenWords(report), ...(missing.length === 0 ? ["Nothing is missing."] : missing)]) {
        stderr.write(`${printable(line)}\n`);
      }
      stderr.write(`${printable(path)} was left as it is. ${howToUse(file, invocation.surroundings)}\n`);
    }
    return canvases + binned > 0 ? DONE : FAILED;
  } catch (error) {
    if (made !== null) rmdirSync(made);
    throw fileError(error, file);
  }
}

function assertFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found) throw new CommandError(`${path} does not exist. Name a store's file, such as ${STORE_FILE}.`);
  if (found.isDirectory())
    throw new CommandError(`${path} is a folder. Name the file in it: ${join(path, STORE_FILE)}`);
  if (!found.isFile()) throw new CommandError(`${path} is a device or a pipe. Name a store's file.`);
}

interface Place {
  readonly file: string;
  /** The folder that was made for it. */
  readonly made: string | null;
}

function askedPlace(asked: string): Place {
  const file = statSync(asked, { throwIfNoEntry: false })?.isDirectory() ? join(asked, STORE_FILE) : asked;
  if (existsSync(file)) {
    throw new CommandError(`${file} is already there and was left as it is. Choose another name with --into NEW.`);
  }
  if (!existsSync(dirname(file))) {
    throw new CommandError(`${file} cannot be written: there is no folder ${dirname(file)}. Make it first.`);
  }
  return { file, made: null };
}

/** A folder of its own, so that `--data` can name it. */
function freePlace(path: string): Place {
  for (let n = 1; ; n++) {
    const made = join(dirname(path), n === 1 ? "recovered" : `recovered-${n}`);
    try {
      mkdirSync(made, { mode: 0o700 });
      return { file: join(made, STORE_FILE), made };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw fileError(error, made);
    }
  }
}

function howToUse(file: string, surroundings: Surroundings): string {
  const folder = printable(dirname(file));
  return basename(file) === STORE_FILE
    ? `To use what was recovered: --data '${folder}' (or WRITING_CANVAS_DATA), for example: ${typedFor(surroundings, dirname(file))("list")}`
    : `To use what was recovered, put ${printable(file)} into a folder as ${STORE_FILE}, and name that folder with --data DIR or WRITING_CANVAS_DATA.`;
}
