import type { Plugin } from "esbuild";

/** For esbuild: what Vite does with "?raw". The file is a text. */
export declare const rawText: Plugin;
