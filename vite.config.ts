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
    // The first that know :dir(); for older ones it would be made a list of languages, which says nothing of a text.
    cssTarget: ["chrome120", "firefox121", "safari16.4"],
    rollupOptions: {
      input: "src/canvas-app.html",
      // Its modules only define: what the widget does not use of them goes.
      treeshake: { moduleSideEffects: (id) => !id.includes("node_modules/@modelcontextprotocol/") },
    },
  },
});
