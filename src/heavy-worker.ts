/** The process for long calls: started by the server with a channel to it, ended when that closes. */
import { randomId } from "./server/actions/random-id.ts";
import type { FromWorker, ToWorker, WorkerStart } from "./server/heavy/messages.ts";
import { serveCalls } from "./server/heavy/serve-calls.ts";
import { openStore } from "./server/storage/open-store.ts";

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
// Not among the arguments, which every user of the machine can read: the address may hold a password.
const { address, limits } = JSON.parse(process.env.WRITING_CANVAS_WORKER ?? "{}") as WorkerStart;
const store = await openStore(address, {
  now: () => new Date(),
  log: (message) => send({ kind: "log", message }),
  onWrite: () => send({ kind: "wrote" }),
  ...(limits.versions === undefined ? {} : { keepVersions: limits.versions }),
});
const hear = serveCalls({ store, limits, randomId, send });
process.on("message", (message: ToWorker) => void hear(message));
send({ kind: "ready" });
