import { accessSync, constants, statSync } from "node:fs";
import { join } from "node:path";
import { inspectStore, readDamageNotice } from "../../server/storage/sqlite/inspect.ts";
import { STORE_FILE } from "../../server/storage/sqlite/store.ts";
import type { Surroundings } from "../surroundings.ts";
import { sizeInWords } from "../terminal/printable.ts";
import { typedFor, updateWords } from "../typed-command.ts";
import { attention, type Finding, ok, problem } from "./finding.ts";

/** The data folder: whose it is, who may read it, and whether the store in it is sound. */
export async function checkStore(folder: string, surroundings: Surroundings): Promise<readonly Finding[]> {
  const found = statSync(folder, { throwIfNoEntry: false });
  if (!found) return [ok("data folder", `${folder} is not there yet: it is made when it is first needed`)];
  if (!found.isDirectory()) {
    return [problem("data folder", `${folder} is no folder`, "Move it away, or choose another with --data DIR.")];
  }
  return [folderFinding(folder, found, surroundings), ...(await storeFindings(join(folder, STORE_FILE), surroundings))];
}

function folderFinding(
  folder: string,
  { mode, uid }: { mode: number; uid: number },
  surroundings: Surroundings,
): Finding {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      "data folder",
      `${folder} cannot be written`,
      "Give yourself the right to write it, or choose another with --data DIR.",
    );
  }
  const isPosix = surroundings.platform !== "win32";
  if (isPosix && surroundings.uid !== null && uid !== surroundings.uid) {
    return attention(
      "data folder",
      `${folder} belongs to another user`,
      "Run as its owner, or choose another with --data DIR.",
    );
  }
  if (isPosix && (mode & 0o077) !== 0) {
    return attention("data folder", `${folder} can be read by others`, `Close it: chmod 700 '${folder}'`);
  }
  return ok("data folder", folder);
}

async function storeFindings(path: string, surroundings: Surroundings): Promise<readonly Finding[]> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || found.size === 0) return [ok("store", "no canvases yet")];
  const condition = await inspectStore(path);
  const notice = await readDamageNotice(path, typedFor(surroundings, null));
  const earlier =
    notice === null ? [] : [attention("store", notice, "Keep the damaged file until you have what you need from it.")];
  return [conditionFinding(path, found.size, condition, updateWords(surroundings)), ...earlier];
}

function conditionFinding(
  path: string,
  bytes: number,
  condition: Awaited<ReturnType<typeof inspectStore>>,
  update: string,
): Finding {
  switch (condition.kind) {
    case "sound": {
      const { canvases, binned, isOlder } = condition;
      const bin = binned === 0 ? "" : `, ${binned} in the bin`;
      const older = isOlder ? "; it is brought up to date when it is next opened" : "";
      return ok(
        "store",
        `sound: ${canvases} ${canvases === 1 ? "canvas" : "canvases"}${bin}, ${sizeInWords(bytes)}${older}`,
      );
    }
    case "newer":
      return problem("store", `${path} was written by a newer writing-canvas`, update);
    case "foreign":
      return problem("store", `${path} is a database of another program`, "Choose another folder with --data DIR.");
    case "damaged":
      return problem(
        "store",
        `${path} is damaged (${condition.reason})`,
        "The next start puts what can be read into a new file, and keeps this one beside it.",
      );
    case "unreadable":
      return problem(
        "store",
        `${path} cannot be read (${condition.reason})`,
        "Check its owner and rights, and that nothing else holds it.",
      );
  }
}
