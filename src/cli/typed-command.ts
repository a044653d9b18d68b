import { realpathSync } from "node:fs";
import { posix, win32 } from "node:path";
import type { TypedCommand } from "../protocol/names.ts";
import { dataFolder } from "./data-folder.ts";
import type { Invocation, Surroundings } from "./surroundings.ts";

type Program = Pick<Surroundings, "script" | "version" | "platform" | "env" | "isInside">;

/**
 * How this program was come by: `path`, its name is found on the PATH; `once`, a package runner fetched it, and fetches it
 * again; `file`, it is run by its file, in a clone or in somebody's node_modules.
 */
function howCalled({ script, platform, env, isInside }: Program): "path" | "once" | "file" {
  if (isInside || /[\\/]_npx[\\/]|[\\/]dlx[\\/-]|[\\/]bunx-/.test(script)) return "once";
  return isOnPath(script, platform, env) ? "path" : "file";
}

/** What a person types before a command, in any folder of this machine, to run this very program again. */
export function ownProgram(program: Program): string {
  switch (howCalled(program)) {
    case "path":
      return "writing-canvas";
    case "once":
      return `npx -y writing-canvas@${program.version}`;
    case "file":
      return `node ${quoteWord(program.script, program.platform)}`;
  }
}

/** Commands that work on no data folder. */
export const WITHOUT_DATA: ReadonlySet<string> = new Set(["recover", "uninstall"]);

/** How the commands that this invocation speaks of are typed: on the same data folder, where one was named. */
export function typedIn(invocation: Invocation): TypedCommand {
  const { surroundings, options } = invocation;
  return typedFor(surroundings, typeof options.data === "string" ? dataFolder(invocation) : null);
}

/** The same on a folder of one's own; null: on the one that is used when nothing is said. */
export function typedFor(program: Program, data: string | null): TypedCommand {
  const own = ownProgram(program);
  return (command) => {
    const [name = ""] = command.split(" ", 1);
    const folder = data === null || WITHOUT_DATA.has(name) ? "" : ` --data ${quoteWord(data, program.platform)}`;
    return `${own} ${command}${folder}`;
  };
}

/** For readers who may be anywhere: a file is named from the folder that it came in. */
export function typedElsewhere(program: Program): TypedCommand {
  return howCalled(program) === "file" ? (command) => `node dist/index.js ${command}` : typedFor(program, null);
}

/** How a host starts this program, on a data folder where one is given. Hosts often see another PATH than a terminal. */
export function hostCommand(
  program: Program & Pick<Surroundings, "node">,
  { data, isShared = false }: { readonly data: string | null; readonly isShared?: boolean },
): { readonly command: string; readonly args: readonly string[] } {
  const { script, node, version } = program;
  const folder = data === null ? [] : ["--data", data];
  // A file that others read too cannot name a path of this machine, where the package has a name that they can use.
  const isNamed = howCalled(program) === "once" || (isShared && /[\\/]node_modules[\\/]/.test(script));
  // By this very version: what a host runs changes when the person says so, not when somebody publishes.
  if (isNamed) return { command: "npx", args: ["-y", `writing-canvas@${version}`, ...folder] };
  return { command: node, args: [script, ...folder] };
}

/** How to get the newest version of this program. */
export function updateWords(program: Program): string {
  const isPackage = /[\\/]node_modules[\\/]/.test(program.script);
  if (!isPackage) return "Update this one: git pull in its folder, then npm start.";
  return howCalled(program) === "once"
    ? "Update this one: npx -y writing-canvas@latest."
    : "Update this one: npm install -g writing-canvas@latest.";
}

/** One word of a command line, as the platform's own shells read it. */
export function quoteWord(word: string, platform: string): string {
  if (platform === "win32") return /^[\w.:\\/@=+-]+$/.test(word) ? word : `"${word}"`;
  return /^[\w./@:=+,-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** Whether the bare name runs this file. Folders that npm puts on the PATH of what it runs are on nobody else's. */
function isOnPath(script: string, platform: string, env: Program["env"]): boolean {
  const { join, delimiter, dirname } = platform === "win32" ? win32 : posix;
  const folders = (env.PATH ?? env.Path ?? "").split(delimiter).filter((folder) => folder !== "");
  return folders
    .filter((folder) => !/[\\/]node_modules[\\/]\.bin[\\/]?$/.test(folder))
    .some((folder) =>
      platform === "win32"
        ? // There npm puts a small program beside the folder of its packages.
          join(folder, "node_modules", "writing-canvas", "dist") === dirname(script)
        : realPath(join(folder, "writing-canvas")) === script,
    );
}

function realPath(path: string): string | null {
  try {
    return realpathSync(path);
  } catch {
    // Nothing is there, or nothing that this user may see: a shell finds nothing either.
    return null;
  }
}
