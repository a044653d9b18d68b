import { lookup } from "node:dns/promises";
import type { Surroundings } from "./surroundings.ts";

/**
 * Whether links must lead to the address that everybody knows. Most browsers find names under `localhost` by themselves;
 * Safari asks the system, and macOS knows none of them unless somebody told it.
 */
export async function needsPlainLinks({ platform }: Pick<Surroundings, "platform">, name: string): Promise<boolean> {
  if (platform !== "darwin") return false;
  try {
    const { address } = await lookup(name);
    return address !== "127.0.0.1" && address !== "::1";
  } catch {
    // There is no such name for the system.
    return true;
  }
}
