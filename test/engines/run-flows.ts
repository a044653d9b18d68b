import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { EngineDesk } from "./engine-desk.ts";
import type { EngineDriver } from "./engine-driver.ts";
import { FLOWS } from "./flows.ts";

/** All rows in one session of one browser. Where it is not installed they are skipped, which `npm test` says in words. */
export function runFlows<Programs>(
  engine: string,
  programs: Programs | null,
  start: (programs: Programs) => Promise<EngineDriver>,
): void {
  describe.skipIf(programs === null)(engine, () => {
    let driver: EngineDriver | null = null;
    let desk: EngineDesk | null = null;
    beforeAll(async () => {
      if (programs === null) return;
      driver = await start(programs);
      desk = await EngineDesk.open(driver);
    });
    afterAll(async () => {
      await driver?.close();
      await desk?.close();
    });
    beforeEach(() => desk?.meetAgent());
    afterEach(() => expect(driver?.takeProblems()).toEqual([]));
    test.each(FLOWS)("%s", async (_, flow) => {
      if (desk === null) throw new Error(`${engine} did not start`);
      await flow(desk);
    });
  });
}
