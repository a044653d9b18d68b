/**
 * Markdown files as they really changed: the published versions of long-lived packages, brought by npm into a folder that
 * is gone afterwards. Nothing of them is kept.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";

/** Packages whose readmes, changes and pages were edited by hand for years. */
const PACKAGES = [
  "marked",
  "commander",
  "chokidar",
  "execa",
  "yargs",
  "mocha",
  "express",
  "dotenv",
  "date-fns",
  "prettier",
  "ws",
  "axios",
  "got",
  "fastify",
];
const VERSIONS_EACH = 24;
const LONGEST_FILE = 120_000;
/** Of packages with hundreds of pages only those that changed most. */
const FILES_EACH = 8;

/** One file through the versions in which it changed, the oldest first. */
export interface History {
  readonly name: string;
  readonly texts: readonly string[];
}

/** Null: npm cannot reach its registry, or is not there. */
export async function bringHistories(folder: string): Promise<readonly History[] | null> {
  const histories: History[] = [];
  for (const name of PACKAGES) {
    const versions = versionsOf(name);
    if (versions === null) return null;
    const files = new Map<string, string[]>();
    for (const unpacked of await bring(folder, name, versions)) {
      for (const path of markdownIn(unpacked)) {
        const text = readFileSync(join(unpacked, path), "utf8");
        const texts = files.get(path) ?? [];
        if (text.length <= LONGEST_FILE && texts.at(-1) !== text) texts.push(text);
        files.set(path, texts);
      }
    }
    const changed = [...files].filter(([, texts]) => texts.length > 1).sort((a, b) => b[1].length - a[1].length);
    for (const [path, texts] of changed.slice(0, FILES_EACH)) histories.push({ name: `${name} ${path}`, texts });
  }
  return histories;
}

/** Releases spread over the package's life, the oldest first. */
function versionsOf(name: string): readonly string[] | null {
  let all: unknown;
  try {
    const said = execFileSync("npm", ["view", name, "versions", "--json"], { stdio: ["ignore", "pipe", "ignore"] });
    all = JSON.parse(said.toString());
  } catch {
    return null;
  }
  const releases = (all as string[]).filter((version) => /^\d+\.\d+\.\d+$/.test(version));
  const step = Math.max(1, releases.length / VERSIONS_EACH);
  return Array.from({ length: Math.min(VERSIONS_EACH, releases.length) }, (_, i) => releases[Math.floor(i * step)]!);
}

/** The folders of the unpacked versions, without those that are no longer to be had. */
async function bring(folder: string, name: string, versions: readonly string[]): Promise<string[]> {
  const run = promisify(execFile);
  const place = join(folder, name);
  mkdirSync(place);
  const specs = versions.map((version) => `${name}@${version}`);
  await run("npm", ["pack", ...specs, "--silent", "--pack-destination", place]);
  const folders: string[] = [];
  for (const version of versions) {
    const archive = join(place, `${name}-${version}.tgz`);
    if (!existsSync(archive)) continue;
    const unpacked = join(place, version);
    mkdirSync(unpacked);
    await run("tar", ["-xzf", archive, "-C", unpacked, "--strip-components=1"]);
    folders.push(unpacked);
  }
  return folders;
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.(md|markdown)$/i.test(path) && !path.includes("node_modules"))
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative(".", path));
}
