import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Runtime, Talk } from "./start-runtime.ts";

const PROGRAM = fileURLToPath(new URL("provider.mjs", import.meta.url));

/** The built canvas, as a process of its own that provides it to this session. Killed, it has no time to say goodbye. */
export interface Provider {
  readonly kill: () => Promise<void>;
}

/** Once the session has its canvas. */
export async function startProvider(runtime: Runtime, { session }: Talk, data: string): Promise<Provider> {
  const asked = JSON.stringify({ ...runtime.address, sessionId: session.sessionId, data });
  const child = spawn(process.execPath, [PROGRAM, asked], {
    env: { ...process.env, WRITING_CANVAS_PAGE_PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said += chunk;
  });
  await Promise.race([
    once(child.stdout, "data"),
    ended.then(() => Promise.reject(new Error(`The provider ended: ${said}`))),
  ]);
  return {
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}
