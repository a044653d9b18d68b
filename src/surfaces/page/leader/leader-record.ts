import { randomBytes } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const port = z.number().int().min(1).max(65_535);
const leaderRecord = z.object({
  pid: z.number().int(),
  port,
  sandboxPort: port,
  storeId: z.string(),
  version: z.string(),
});

/** Who serves, or last served, the page of a data folder. A hint: only the leader's own proof counts. */
export type LeaderRecord = Readonly<z.infer<typeof leaderRecord>>;

const fileIn = (folder: string) => join(folder, "page.json");

/** Null when there is none, or it cannot be read as one: then nothing is remembered. */
export async function readLeaderRecord(folder: string): Promise<LeaderRecord | null> {
  let text: string;
  try {
    text = await readFile(fileIn(folder), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
  try {
    return leaderRecord.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** Whole or not at all, for the person's eyes only. */
export async function writeLeaderRecord(folder: string, record: LeaderRecord): Promise<void> {
  const fresh = `${fileIn(folder)}.${randomBytes(6).toString("hex")}`;
  try {
    await writeFile(fresh, `${JSON.stringify(record)}\n`, { mode: 0o600, flag: "wx" });
    await rename(fresh, fileIn(folder));
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
