import { defineConfig } from "vitest/config";

/** The fast tests: everything beside the code in src/, and the loops in test/loop. */
export default defineConfig({
  test: {
    include: ["src/**/*.test.{ts,tsx}", "test/loop/**/*.test.ts"],
    setupFiles: ["test/setup/seed.ts"],
    // Far more than any of them needs: a busy machine must not fail what is right.
    // Laws run on a fixed seed, so a fault fails every time; only a starved machine passes the second time, and is named.
    retry: 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    maxWorkers: 2,
  },
});
