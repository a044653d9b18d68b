import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { viteSingleFile } from "vite-plugin-singlefile";

/** Builds the widget: one HTML file with everything inside, for hosts that allow no other request. */
export default defineConfig({
  root: "src",
  plugins: [react(), viteSingleFile({ removeViteModuleLoader: true })],
  build: {
    outDir: "../dist",
    emptyOutDir: false,
    // Read and taken away by scripts/build.mjs.
    license: { fileName: "widget-licenses.json" },
    target: "es2022",
    rollupOptions: { input: "src/canvas-app.html" },
  },
});
