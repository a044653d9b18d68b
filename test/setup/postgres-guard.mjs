/**
 * Outlives whoever started a PostgreSQL, however that ended: `postgres-guard FOLDER`. Each line of its input is the id of the
 * process that now runs, or 0. When the input ends, so does that process, and the folder is removed.
 */
import { rmSync } from "node:fs";

const [folder] = process.argv.slice(2);
const PATIENCE_MS = 5_000;
let pid = 0;
let rest = "";

function send(signal) {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (error.code === "ESRCH") return false;
    throw error;
  }
}

function endAll() {
  const until = Date.now() + PATIENCE_MS;
  if (pid !== 0) send("SIGQUIT");
  const look = () => {
    if (pid !== 0 && send(0)) {
      if (Date.now() > until) send("SIGKILL");
      setTimeout(look, 20);
    } else rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  look();
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => {});
process.stdin
  .setEncoding("utf8")
  .on("data", (chunk) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop();
    if (lines.length > 0) pid = Number(lines.at(-1));
  })
  .once("close", endAll);
