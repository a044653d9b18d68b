import { fileURLToPath } from "node:url";
import { build } from "esbuild";

export const PAGE_BUNDLE = fileURLToPath(new URL("../../test-results/host/page.js", import.meta.url));

/** Bundles the host page once for all tests (vitest's globalSetup). */
export default async function bundlePage(): Promise<void> {
  await build({
    entryPoints: [fileURLToPath(new URL("page.tsx", import.meta.url))],
    outfile: PAGE_BUNDLE,
    bundle: true,
    format: "iife",
    minify: true,
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "warning",
  });
}
