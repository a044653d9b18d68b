import { defineConfig } from "vitest/config";

const each = {
  setupFiles: ["test/setup/seed.ts", "test/setup/patience.ts"],
  // Far more than any of them needs: a busy machine must not fail what is right.
  // Laws run on a fixed seed, so a fault fails every time; only a starved machine passes the second time, and is named.
  retry: 1,
  testTimeout: 300_000,
  hookTimeout: 300_000,
};

/** What draws has a window of its own, and modules that have seen no other. */
const DRAWING = "src/widget/!(state)/**/*.test.{ts,tsx}";

/** The fast tests: everything beside the code in src/ and scripts/, and the loops in test/loop. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          ...each,
          name: "plain",
          globalSetup: ["test/setup/shared-postgres.ts"],
          include: ["src/**/*.test.{ts,tsx}", "test/loop/**/*.test.ts", "test/setup/*.test.ts", "scripts/*.test.ts"],
          exclude: [DRAWING],
          // Modules are loaded once for many files: none of them keeps anything from one test to the next.
          isolate: false,
        },
      },
      { test: { ...each, name: "drawing", include: [DRAWING] } },
    ],
  },
});
