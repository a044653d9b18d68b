import { readFile } from "node:fs/promises";

/** For esbuild: what Vite does with "?raw". The file is a text. */
export const rawText = {
  name: "raw-text",
  setup(build) {
    build.onLoad({ filter: /\.js$/ }, async ({ path, suffix }) =>
      suffix === "?raw" ? { contents: await readFile(path, "utf8"), loader: "text" } : undefined,
    );
  },
};
