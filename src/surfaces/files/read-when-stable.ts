import type { Disk } from "./decide-sync.ts";
import type { FilePort } from "./file-port.ts";

/** A file that says the same after this time is taken to be finished. */
const REST_MS = 150;
/** Emptied or gone is how many editors begin to save: that must last longer to be believed. */
const LONG_REST_MS = 1_000;
/** A file that is written to without end is looked at again at the next tick. */
const MOST_LOOKS = 20;

/** The file once it rests, or null while it keeps changing. What is known already (`isKnown`) needs no rest. */
export async function readWhenStable(
  file: Pick<FilePort, "read">,
  isKnown: (disk: Disk) => boolean,
  pause: (ms: number) => Promise<void>,
): Promise<Disk | null> {
  let disk = await file.read();
  for (let look = 0; look < MOST_LOOKS; look += 1) {
    if (isKnown(disk)) return disk;
    await pause(isHollow(disk) ? LONG_REST_MS : REST_MS);
    const again = await file.read();
    if (isSame(disk, again)) return again;
    disk = again;
  }
  return null;
}

function isHollow(disk: Disk): boolean {
  return disk.kind === "missing" || (disk.kind === "text" && disk.text.trim() === "");
}

function isSame(a: Disk, b: Disk): boolean {
  if (a.kind === "text") return b.kind === "text" && a.hash === b.hash;
  if (a.kind === "trouble") return b.kind === "trouble" && a.trouble.message === b.trouble.message;
  return b.kind === "missing";
}
