import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** The saver as one file that plain Node starts quickly; inside the project, so that it finds its packages. */
export async function bundleSaver(): Promise<string> {
  const outfile = `${root}node_modules/.cache/writing-canvas-faults/saver-${process.pid}.mjs`;
  await build({
    absWorkingDir: root,
    entryPoints: ["test/faults/saver.ts"],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "warning",
  });
  return outfile;
}

export interface Saver {
  readonly child: ChildProcess;
  /** The lines acknowledged so far. */
  readonly acknowledged: readonly string[];
  /** Resolves when that many are acknowledged, or the process has ended. */
  until(count: number): Promise<void>;
  /** Resolves when it has ended and all that it printed was read. */
  readonly ended: Promise<{ readonly code: number | null; readonly errors: string }>;
}

export function startSaver(bundle: string, args: readonly string[]): Saver {
  // Newer Nodes warn on stderr that their SQLite is new; anything else there is a failure.
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", bundle, ...args], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const acknowledged: string[] = [];
  let rest = "";
  let errors = "";
  let wake = () => {};
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    acknowledged.push(...lines);
    wake();
  });
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
    errors += chunk;
  });
  const ended = once(child, "close").then(([code]) => {
    wake();
    return { code: code as number | null, errors };
  });
  return {
    child,
    acknowledged,
    ended,
    until: async (count) => {
      const enough = new Promise<void>((resolve) => {
        wake = () => {
          if (acknowledged.length >= count) resolve();
        };
        wake();
      });
      await Promise.race([enough, ended]);
    },
  };
}
