import { defineConfig } from "vitest/config";

/** The built widget on the real page in Firefox and WebKitGTK: one browser each, side by side. */
export default defineConfig({
  test: {
    include: ["test/engines/**/*.test.ts"],
    globalSetup: ["test/host/bundle-page.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    // A browser on a loaded machine can fail for reasons of its own. scripts/test.mjs names every test that needed this.
    retry: 1,
  },
});
