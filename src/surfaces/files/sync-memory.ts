import { createHash } from "node:crypto";
import { mkdir, open, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { MemoryPort, Remembered } from "./file-port.ts";

const seenSchema = z.object({ text: z.string(), hash: z.string() });
const rememberedSchema = z.object({
  seen: seenSchema.nullable(),
  pending: seenSchema.extend({ mark: z.string().optional() }).optional(),
});

/** A name for this path that any disk can hold. */
export function fileKey(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 24);
}

/**
 * What a file and its canvas last had in common, kept in the data folder. It is of this machine, as the file is, so it
 * does not stand in the store. One that cannot be read is none: then the file's text is taken whole, and nothing is lost.
 */
export function createSyncMemory(dataFolder: string, canvasId: string, path: string): MemoryPort {
  const folder = join(dataFolder, "files");
  const place = join(folder, `${fileKey(path)}-${canvasId}.json`);
  return {
    async load() {
      let text: string;
      try {
        text = await readFile(place, "utf8");
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === "ENOENT") return { seen: null };
        throw error;
      }
      return parse(text) ?? { seen: null };
    },
    async save(remembered) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const handle = await open(`${place}.new`, "w", 0o600);
      try {
        await handle.writeFile(JSON.stringify({ path, ...remembered }));
        await handle.sync();
      } finally {
        await handle.close();
      }
      await rename(`${place}.new`, place);
    },
  };
}

function parse(text: string): Remembered | null {
  try {
    const { seen, pending } = rememberedSchema.parse(JSON.parse(text));
    if (pending === undefined) return { seen };
    const { mark, ...begun } = pending;
    return { seen, pending: { ...begun, ...(mark === undefined ? {} : { mark }) } };
  } catch {
    return null;
  }
}
