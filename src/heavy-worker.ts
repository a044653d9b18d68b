/** The process for long calls: started by the server with a channel to it, ended when that closes. */
import { randomId } from "./server/actions/random-id.ts";
import type { FromWorker, ToWorker } from "./server/heavy/messages.ts";
import { serveCalls } from "./server/heavy/serve-calls.ts";
import { openStore, type StoreAddress } from "./server/storage/open-store.ts";

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
// Not among the arguments, which every user of the machine can read: it may hold a password.
const address = JSON.parse(process.env.WRITING_CANVAS_WORKER ?? "null") as StoreAddress;
const store = await openStore(address, {
  now: () => new Date(),
  log: (message) => send({ kind: "log", message }),
  onWrite: () => send({ kind: "wrote" }),
});
const hear = serveCalls({ store, randomId, send });
process.on("message", (message: ToWorker) => void hear(message));
send({ kind: "ready" });
