import { defineConfig } from "vitest/config";

/** The built widget in real Chromium, in a host made of others' parts. Two files at once, and one browser for all files of a worker. */
export default defineConfig({
  test: {
    include: ["test/browser/**/*.test.ts"],
    globalSetup: ["test/host/bundle-page.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    isolate: false,
    // A browser on a loaded machine can fail for reasons of its own. scripts/test.mjs names every test that needed this.
    retry: 2,
  },
});
