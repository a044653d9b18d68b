import { defineConfig } from "vitest/config";

/** The slow tests against the built program (faults, package, interop, ahp, copilot): choose with `--dir test/faults`. */
export default defineConfig({
  test: {
    include: ["**/*.test.ts"],
    setupFiles: ["test/setup/seed.ts", "test/setup/patience.ts"],
    // Processes, sockets and disks fail for reasons of their own; scripts/test.mjs names every test that needed this.
    retry: 2,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
