import { mkdir, unlink } from "node:fs/promises";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { fileKey } from "./sync-memory.ts";

export type Claim =
  | { readonly kind: "ours"; readonly release: () => Promise<void> }
  /** Another process keeps this file in step already. */
  | { readonly kind: "taken" };

/** Longer names of sockets are cut off by some systems. */
const LONGEST_SOCKET = 100;
const TRIES = 3;

/**
 * One process a file and data folder. The claim is a socket that is listened on: it ends with the process, however that
 * ends. Where there are no such sockets two processes may both hold the file, which their checks of its hash survive.
 */
export async function claimFile(dataFolder: string, path: string, platform: string): Promise<Claim> {
  const key = fileKey(`${dataFolder}\n${path}`);
  const folder = join(dataFolder, "files");
  const isPipe = platform === "win32";
  const address = isPipe ? `\\\\.\\pipe\\writing-canvas-${key}` : join(folder, `${key.slice(0, 10)}.s`);
  const unclaimed: Claim = { kind: "ours", release: async () => {} };
  if (!isPipe && Buffer.byteLength(address) > LONGEST_SOCKET) return unclaimed;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const server = createServer((socket) => socket.destroy());
    const failure = await listen(server, address);
    if (failure === null) return { kind: "ours", release: () => close(server) };
    if (failure.code !== "EADDRINUSE" && failure.code !== "EEXIST") return unclaimed;
    if (await answers(address)) return { kind: "taken" };
    // Left over by a process that was killed.
    if (!isPipe) await unlink(address).catch(() => undefined);
  }
  return unclaimed;
}

function listen(server: Server, address: string): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    server.once("error", resolve);
    server.listen(address, () => resolve(null));
  });
}

function answers(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
