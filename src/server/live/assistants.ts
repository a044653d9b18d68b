import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { LOCAL_OWNER } from "../access/identity.ts";

/**
 * Which programs of assistants are connected to a server on this data folder, whichever process serves them. Each owner's are
 * told to nobody else.
 */
export interface Assistants {
  /** One of this owner's has called this process. `lasts`: it is at the other end of stdio, and stays until the process ends. */
  heard(owner: string, client: string | undefined, lasts: boolean): void;
  /** The names of this owner's as they gave them, each once; empty: one without a name. */
  connected(owner: string): Promise<readonly string[]>;
  /** This process serves nobody any more. */
  close(): Promise<void>;
}

/** Over HTTP nobody says goodbye: so long after its last call a program counts as connected. */
const CALLED_MS = 30 * 60_000;
/** A process that was killed leaves its note behind, and its number may be given to another. */
const LASTS_MS = 24 * 60 * 60_000;
const FOLDER = "assistants";
const MOST_HEARD = 5_000;

interface Heard {
  /** Left out in notes of before there were several. */
  readonly owner?: string;
  readonly client: string;
  /** An ISO time. */
  readonly until: string;
}

/** Notes in a folder beside the store, one file a process. They are only shown: that one cannot be written ends nothing. */
export function createAssistants(options: {
  readonly folder: string;
  readonly pid: number;
  readonly now: () => Date;
  readonly log: (line: string) => void;
  readonly isAlive?: (pid: number) => boolean;
}): Assistants {
  const { pid, now, log, isAlive = isRunning } = options;
  const folder = join(options.folder, FOLDER);
  const own = join(folder, `${pid}.json`);
  const heard = new Map<string, Heard>();
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  const attempt = (work: () => Promise<unknown>): Promise<void> => {
    writing = writing.then(work).then(
      () => undefined,
      (error: unknown) => log(`That an assistant is connected could not be noted: ${String(error)}`),
    );
    return writing;
  };
  const write = async (): Promise<void> => {
    if (isClosed) return;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    // Whole or not at all: others read it at any moment.
    await writeFile(`${own}.new`, JSON.stringify([...heard.values()]), { mode: 0o600 });
    await rename(`${own}.new`, own);
  };
  return {
    heard(owner, client = "", lasts) {
      const life = lasts ? LASTS_MS : CALLED_MS;
      const time = now().getTime();
      const key = JSON.stringify([owner, client]);
      const before = heard.get(key);
      // Not at each call: half of its time is soon enough.
      if (before !== undefined && Date.parse(before.until) > time + life / 2) return;
      if (heard.size >= MOST_HEARD) forgetEnded(heard, now().toISOString());
      heard.set(key, {
        ...(owner === LOCAL_OWNER ? {} : { owner }),
        client,
        until: new Date(time + life).toISOString(),
      });
      void attempt(write);
    },
    async connected(owner) {
      await writing;
      const files = await filesIn(folder);
      const notes = await Promise.all(
        files.map(async (name) => (isAlive(Number.parseInt(name, 10)) ? readNote(join(folder, name)) : [])),
      );
      const time = now().toISOString();
      const names = notes
        .flat()
        .flatMap((note) => (note.until > time && (note.owner ?? LOCAL_OWNER) === owner ? [note.client] : []));
      return [...new Set(names)].sort();
    },
    async close() {
      isClosed = true;
      if (heard.size > 0) await attempt(() => rm(own, { force: true }));
    },
  };
}

/** Whoever makes up names by the thousand only makes others be noted again. */
function forgetEnded(heard: Map<string, Heard>, time: string): void {
  for (const [key, { until }] of heard) if (until <= time) heard.delete(key);
  if (heard.size >= MOST_HEARD) heard.clear();
}

async function filesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => /^\d+\.json$/.test(name));
  } catch (error) {
    // Nobody was ever connected.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** What a note says; one that is gone by now, or that is none of ours, says nothing. */
async function readNote(path: string): Promise<readonly Heard[]> {
  try {
    const value: unknown = JSON.parse(await readFile(path, "utf8"));
    return Array.isArray(value) ? value.filter(isHeard) : [];
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function isHeard(value: unknown): value is Heard {
  if (typeof value !== "object" || value === null) return false;
  const { owner, client, until } = value as Partial<Heard>;
  const isOwned = owner === undefined || typeof owner === "string";
  return isOwned && typeof client === "string" && typeof until === "string";
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, and somebody else's.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
