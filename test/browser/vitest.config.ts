import { defineConfig } from "vitest/config";

/** The built widget in real Chromium, in a host made of others' parts. One browser for all files of a worker. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/host/bundle-page.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // One more than the cores of the machine that CI has: a test waits for about a third of its time.
    maxWorkers: 3,
    isolate: false,
    // A browser on a loaded machine can fail for reasons of its own. scripts/test.mjs names every test that needed this.
    retry: 2,
  },
});
