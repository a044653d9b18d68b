import { homedir } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../package.json";
import type { Surroundings } from "./cli/surroundings.ts";

/**
 * What commands and doors may know of the process in which they run. `entry` is the URL of the module that it was started
 * with: what was built lies beside it; in development, where that is TypeScript, in dist/ of the clone.
 */
export function thisProcess(entry: string): Omit<Surroundings, "args" | "workerFile" | "onStop"> {
  const isDevelopment = extname(entry) === ".ts";
  const built = (name: string): string => fileURLToPath(new URL(isDevelopment ? `../dist/${name}` : name, entry));
  return {
    env: process.env,
    platform: process.platform,
    pid: process.pid,
    uid: process.getuid?.() ?? null,
    home: homedir(),
    folder: process.cwd(),
    stdin: process.stdin,
    stdout: process.stdout,
    stderr: process.stderr,
    version,
    node: process.execPath,
    nodeVersion: process.version,
    // Hosts and terminals cannot run TypeScript.
    script: isDevelopment ? built("index.js") : fileURLToPath(entry),
    widgetFiles: [built("canvas-app.html")],
    pageFiles: [built("page.html")],
    copilotExtension: built("copilot-extension"),
    now: () => new Date(),
  };
}

/** Hosts show stderr as a log: Node's remark that its SQLite is new says nothing to them. */
export function hushNode(): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    if (name === "ExperimentalWarning" && message.includes("SQLite")) return;
    process.stderr.write(`writing-canvas: ${name}: ${message}\n`);
  });
}
