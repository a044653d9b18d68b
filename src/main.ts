#!/usr/bin/env node
import { homedir } from "node:os";
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { version } from "../package.json";
import { run } from "./cli/run.ts";

// `list | head` closes the pipe early; over stdio a gone host is seen by the command as well.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});

// Hosts show stderr as a log: Node's remark that its SQLite is new says nothing to them.
process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => {
  if (name === "ExperimentalWarning" && message.includes("SQLite")) return;
  process.stderr.write(`writing-canvas: ${name}: ${message}\n`);
});

/** Hosts and terminals cannot run TypeScript, nor browsers: in development they are told of what was built from it. */
const isDevelopment = extname(import.meta.url) === ".ts";

/** Beside the bundle; in development in dist/ of the clone. */
function builtFiles(name: string): string[] {
  return [fileURLToPath(new URL(isDevelopment ? `../dist/${name}` : name, import.meta.url))];
}

const exitCode = await run({
  args: process.argv.slice(2),
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
  script: fileURLToPath(isDevelopment ? new URL("../dist/index.js", import.meta.url) : import.meta.url),
  widgetFiles: builtFiles("canvas-app.html"),
  pageFiles: builtFiles("page.html"),
  // In development it is TypeScript, as this is.
  workerFile: fileURLToPath(new URL(`heavy-worker${extname(import.meta.url)}`, import.meta.url)),
  now: () => new Date(),
  onStop: (stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  },
});
// An open stdin or a kept-alive connection must not hold the process; what was written is flushed first.
process.stdout.write("", () => process.exit(exitCode));
