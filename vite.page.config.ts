import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

/** Builds the page: one HTML file with everything inside, like the widget. */
export default defineConfig({
  root: "src/surfaces/page/app",
  plugins: [react(), viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    outDir: "../../../../dist",
    emptyOutDir: false,
    // Read and taken away by scripts/build.mjs.
    license: { fileName: "page-licenses.json" },
    target: "es2022",
    // The first that know :dir(); for older ones it would be made a list of languages, which says nothing of a text.
    cssTarget: ["chrome120", "firefox121", "safari16.4"],
    rollupOptions: { input: "src/surfaces/page/app/page.html" },
  },
});
