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
    rollupOptions: { input: "src/surfaces/page/app/page.html" },
  },
});
