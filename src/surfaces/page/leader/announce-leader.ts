import type { LeaderRecord } from "./leader-record.ts";
import type { PageManagerPorts } from "./manager-ports.ts";

const PATIENCE_MS = 2_000;

/**
 * Says in page.json that this process serves the page, so that others follow it. A newer program that serves it is left
 * there: others of its kind shall find it. That it cannot be written is logged: the page is served all the same.
 */
export async function announceLeader(
  ports: Pick<PageManagerPorts, "readRecord" | "writeRecord" | "ask" | "log">,
  self: LeaderRecord,
): Promise<void> {
  try {
    const record = await ports.readRecord();
    if (record !== null && record.port !== self.port && isNewer(record.version, self.version)) {
      const other = await ports.ask({ port: record.port, hold: false, patienceMs: PATIENCE_MS });
      if (other.kind === "leader") return;
    }
    await ports.writeRecord(self);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    ports.log(`page.json could not be written (${why}): other servers will not find this page.`);
  }
}

/** Whether `a` comes after `b`, by their numbers; what stands behind a hyphen does not count. */
export function isNewer(a: string, b: string): boolean {
  const [left, right] = [numbersOf(a), numbersOf(b)];
  for (let place = 0; place < Math.max(left.length, right.length); place += 1) {
    const difference = (left[place] ?? 0) - (right[place] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function numbersOf(version: string): number[] {
  return (version.split(/[-+]/, 1)[0] ?? "").split(".").map((part) => Number.parseInt(part, 10) || 0);
}
