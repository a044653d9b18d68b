import { posix, resolve, win32 } from "node:path";
import type { Invocation, Surroundings } from "./surroundings.ts";

/** Where the data lives: as asked, or the platform's place for an application's data. */
export function dataFolder({ surroundings, options }: Pick<Invocation, "surroundings" | "options">): string {
  const asked = typeof options.data === "string" ? options.data : surroundings.env.WRITING_CANVAS_DATA;
  return asked ? resolve(surroundings.folder, asked) : defaultFolder(surroundings);
}

/** The folder that was asked for, by option or environment; null: the platform's own place. */
export function namedFolder(invocation: Pick<Invocation, "surroundings" | "options">): string | null {
  const isNamed =
    typeof invocation.options.data === "string" || Boolean(invocation.surroundings.env.WRITING_CANVAS_DATA);
  return isNamed ? dataFolder(invocation) : null;
}

function defaultFolder({ platform, env, home }: Surroundings): string {
  if (platform === "win32") {
    return win32.join(env.LOCALAPPDATA || win32.join(home, "AppData", "Local"), "writing-canvas");
  }
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "writing-canvas");
  // The XDG specification: a relative path is to be ignored.
  const xdg = env.XDG_DATA_HOME;
  return posix.join(xdg?.startsWith("/") ? xdg : posix.join(home, ".local", "share"), "writing-canvas");
}
