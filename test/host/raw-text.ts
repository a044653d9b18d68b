import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

/** What Vite does with "?raw", for what is bundled without it: the file as a text. */
export const rawText: Plugin = {
  name: "raw-text",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, async ({ path, suffix }) =>
      suffix === "?raw" ? { contents: await readFile(path, "utf8"), loader: "text" } : undefined,
    );
  },
};
