#!/usr/bin/env node
import { extname } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "./cli/run.ts";
import { hushNode, thisProcess } from "./this-process.ts";

// `list | head` closes the pipe early; over stdio a gone host is seen by the command as well.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
hushNode();

const exitCode = await run({
  ...thisProcess(import.meta.url),
  args: process.argv.slice(2),
  // In development it is TypeScript, as this is.
  workerFile: fileURLToPath(new URL(`heavy-worker${extname(import.meta.url)}`, import.meta.url)),
  onStop: (stop) => {
    process.once("SIGINT", stop);
    process.once("SIGTERM", stop);
  },
});
// An open stdin or a kept-alive connection must not hold the process; what was written is flushed first.
process.stdout.write("", () => process.exit(exitCode));
