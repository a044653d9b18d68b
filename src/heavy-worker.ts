/** The process for long calls: `node heavy-worker.js FOLDER LIMITS`, started by the server with a channel to it, ended when that closes. */
import { randomId } from "./server/actions/random-id.ts";
import type { FromWorker, ToWorker } from "./server/heavy/messages.ts";
import { type ServeOptions, serveCalls } from "./server/heavy/serve-calls.ts";
import { openSqliteStore } from "./server/storage/sqlite/store.ts";

process.removeAllListeners("warning");
process.on("warning", ({ name, message }) => {
  if (name === "ExperimentalWarning" && message.includes("SQLite")) return;
  process.stderr.write(`writing-canvas: ${name}: ${message}\n`);
});
// Both reach the whole group of processes: the server finishes what is under way, and then lets this one go.
process.on("SIGINT", () => undefined);
process.on("SIGTERM", () => undefined);
process.once("disconnect", () => process.exit(0));

const send = (message: FromWorker): void => {
  if (process.connected) process.send?.(message);
};
const limits: ServeOptions["limits"] = JSON.parse(process.argv[3] ?? "{}");
const store = await openSqliteStore({
  folder: process.argv[2] ?? "",
  now: () => new Date(),
  log: (message) => send({ kind: "log", message }),
  onWrite: () => send({ kind: "wrote" }),
  ...(limits.versions === undefined ? {} : { keepVersions: limits.versions }),
});
const hear = serveCalls({ store, limits, randomId, send });
process.on("message", (message: ToWorker) => void hear(message));
send({ kind: "ready" });
