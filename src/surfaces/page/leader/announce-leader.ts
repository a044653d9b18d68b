import type { LeaderRecord } from "./leader-record.ts";
import type { PageManagerPorts } from "./manager-ports.ts";
import { isNewer } from "./version-order.ts";

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
