import { lstat, readdir, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { InteractionRecord } from "../../protocol/interactions.ts";
import type { Call } from "../../server/actions/call.ts";
import { describeError } from "../../server/observe/describe-error.ts";
import { folderNameOf } from "./agent-folder.ts";
import type { Agents } from "./agents.ts";
import {
  LinkError,
  openFolder,
  recordFileName,
  recordFileText,
  UNFINISHED,
  writeAgain,
  writeOnce,
} from "./record-file.ts";
import { type InteractionWatch, watchInteractions } from "./watch-interactions.ts";

/** How often it is noted up to when all is written. What is written twice because of it is there already. */
const NOTED_EVERY_MS = 60_000;
/** Older ones were left by a process that was killed. */
const LEFT_MS = 10 * 60_000;

/**
 * Writes what people do with the canvases of one person as files, one each: below the owner's name, and below that of every
 * agent whose program works on the canvas. An export of the log: what was done while nobody wrote is written at the next start,
 * the first time all that the log has. Several processes may write to one folder. What fails is logged and tried again.
 */
export function exportRecords({
  call,
  agents,
  root,
}: {
  readonly call: Call;
  readonly agents: Agents;
  /** The folder that "agents" is in. */
  readonly root: string;
}): InteractionWatch {
  const { clock, log, store } = call.deps;
  const names = [call.who.owner, ...agents.keys()];
  const stateName = `.export-${folderNameOf(store.storeId)}.json`;
  let watch: InteractionWatch | null = null;
  let notedAt = Number.NEGATIVE_INFINITY;
  let caughtUp: string | null = null;
  let hasWritten = false;
  let isStopped = false;

  const write = async (agent: string, record: InteractionRecord): Promise<void> => {
    const folder = await openFolder(root, [...folderOf(agent), "interactions"]);
    await writeOnce(folder, recordFileName(record), recordFileText(record));
    hasWritten = true;
  };
  const note = async (): Promise<void> => {
    const through = caughtUp;
    if (through === null) return;
    caughtUp = null;
    try {
      for (const name of names) await noteThrough(root, name, stateName, through);
    } catch (error) {
      // All the more is looked through at the next start.
      log(`Up to when interactions are written was not noted: ${describeError(error, { frames: false })}`);
    }
  };
  const begin = async (): Promise<void> => {
    const now = clock().toISOString();
    const before = await Promise.all(names.map((name) => readThrough(root, name, stateName)));
    await Promise.all(names.map((name) => removeLeft(root, name, clock())));
    if (isStopped) return;
    watch = watchInteractions({
      call,
      // What a wrong clock noted tells nothing.
      from: before.map((through) => (through > now ? "" : through)).toSorted()[0] ?? "",
      tell: async ({ record, clients }) => {
        await write(call.who.owner, record);
        for (const [name, client] of agents) if (clients.includes(client)) await write(name, record);
      },
      onCaughtUp: async (at) => {
        // Until something is written, what was noted before says enough.
        if (!hasWritten) return;
        caughtUp = at;
        const now = clock().getTime();
        if (now - notedAt < NOTED_EVERY_MS) return;
        notedAt = now;
        await note();
      },
      inWords: (error) =>
        `Interactions are not written to ${root}: ${whatToDo(error)} They are kept with their canvases, and written as soon as that works.`,
    });
  };
  const begun = begin();
  return {
    stop: async () => {
      isStopped = true;
      await begun;
      await watch?.stop();
      await note();
    },
  };
}

function folderOf(agent: string): readonly string[] {
  return ["agents", folderNameOf(agent), "canvas"];
}

const stateForm = z.object({ through: z.iso.datetime() });

/** Up to when all is written of an agent (ISO); "": nobody knows. */
async function readThrough(root: string, agent: string, name: string): Promise<string> {
  try {
    return stateForm.parse(JSON.parse(await readFile(join(root, ...folderOf(agent), name), "utf8"))).through;
  } catch {
    // Whatever it was, all is looked through, and what is there already stays.
    return "";
  }
}

async function noteThrough(root: string, agent: string, name: string, through: string): Promise<void> {
  await writeAgain(await openFolder(root, folderOf(agent)), name, `${JSON.stringify({ through })}\n`);
}

/** Takes away what a process that was killed had not finished. Others may be writing. */
async function removeLeft(root: string, agent: string, now: Date): Promise<void> {
  for (const folder of [join(root, ...folderOf(agent)), join(root, ...folderOf(agent), "interactions")]) {
    const names = await readdir(folder).catch(() => []);
    for (const name of names.filter((each) => UNFINISHED.test(each))) {
      const path = join(folder, name);
      const found = await lstat(path).catch(() => null);
      const isLeft = found?.isFile() === true && now.getTime() - found.mtimeMs > LEFT_MS;
      // Another process may have done it just before.
      if (isLeft) await unlink(path).catch(() => undefined);
    }
  }
}

function whatToDo(error: unknown): string {
  const words = describeError(error, { frames: false });
  if (error instanceof LinkError)
    return `${words}. Put a folder in its place, or choose another with --interactions DIR.`;
  switch ((error as NodeJS.ErrnoException | null)?.code) {
    case "ENOSPC":
    case "EDQUOT":
      return `the disk is full (${words}). Free some space.`;
    case "EACCES":
    case "EPERM":
    case "EROFS":
      return `${words}. Let this user write there, or choose another folder with --interactions DIR.`;
    default:
      return `${words}. Check the folder, or choose another with --interactions DIR.`;
  }
}
