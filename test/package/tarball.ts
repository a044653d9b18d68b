import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export function runProgram(
  command: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Ran {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", env: { ...env, NO_COLOR: "1" } });
  if (done.error) throw done.error;
  return done;
}

export interface Tarball {
  readonly folder: string;
  readonly path: string;
  readonly files: readonly string[];
  readonly size: number;
}

/** Packs dist/ as it is built: the steps before this one built it. */
export function packTarball(): Tarball {
  const folder = mkdtempSync(join(tmpdir(), "canvas-package-"));
  const packed = runProgram("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", folder], ROOT);
  if (packed.status !== 0) throw new Error(`npm pack failed: ${packed.stderr}`);
  const report: unknown = JSON.parse(packed.stdout);
  // npm answers with a list, or by name, depending on its version.
  const [one] = Array.isArray(report) ? report : Object.values(report as object);
  const { filename, files, size } = one as { filename: string; files: { path: string }[]; size: number };
  return { folder, path: join(folder, filename), files: files.map(({ path }) => path).sort(), size };
}

/**
 * Installs it as a user's npm does, install scripts blocked. The reason when the registry cannot be reached; throws on all
 * else, and when npm warns that something does not fit or is missing.
 */
export function installTarball({ folder, path }: Tarball): string | null {
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "empty", version: "1.0.0", private: true }));
  const args = ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline", path];
  const installed = runProgram("npm", args, folder);
  const unfit = /^npm warn .*(?:peer|ERESOLVE|EBADENGINE).*$/im.exec(installed.stderr);
  if (unfit) throw new Error(`npm install warned: ${unfit[0]}`);
  if (installed.status === 0) return null;
  const offline =
    /\b(ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|ECONNREFUSED|ENOTCACHED|ERR_SOCKET_TIMEOUT|E50\d|E429)\b/.exec(
      installed.stderr,
    );
  if (offline) return `The registry cannot be reached (${offline[0]}).`;
  throw new Error(`npm install failed: ${installed.stderr}`);
}
