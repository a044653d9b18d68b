/** The process for long calls: `node heavy-worker.js FOLDER`, started by the server with a channel to it, ended when that closes. */
import { randomId } from "./server/actions/random-id.ts";
import type { FromWorker, ToWorker } from "./server/heavy/messages.ts";
import { serveCalls } from "./server/heavy/serve-calls.ts";
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
const store = await openSqliteStore({
  folder: process.argv[2] ?? "",
  now: () => new Date(),
  log: (message) => send({ kind: "log", message }),
  onWrite: () => send({ kind: "wrote" }),
});
const hear = serveCalls({ store, randomId, send });
process.on("message", (message: ToWorker) => void hear(message));
send({ kind: "ready" });
