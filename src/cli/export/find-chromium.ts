import { accessSync, constants, statSync } from "node:fs";
import { delimiter, posix, win32 } from "node:path";
import type { Surroundings } from "../surroundings.ts";

const NAMES = [
  "google-chrome-stable",
  "google-chrome",
  "chromium",
  "chromium-browser",
  "chrome",
  "microsoft-edge-stable",
  "microsoft-edge",
  "msedge",
  "brave-browser",
];
const MAC_APPLICATIONS = ["Google Chrome", "Chromium", "Microsoft Edge", "Brave Browser"];
const WINDOWS_PROGRAMS = [
  ["Google", "Chrome", "Application", "chrome.exe"],
  ["Microsoft", "Edge", "Application", "msedge.exe"],
  ["Chromium", "Application", "chrome.exe"],
  ["BraveSoftware", "Brave-Browser", "Application", "brave.exe"],
];

export type FoundChromium =
  | { readonly kind: "found"; readonly path: string }
  /** CHROME_PATH names what cannot be run. */
  | { readonly kind: "wrong"; readonly path: string }
  | { readonly kind: "none" };

/** The browser that prints: the one that CHROME_PATH names, or the first of Chrome, Chromium, Edge and Brave that is here. */
export function findChromium({ env, platform, home }: Pick<Surroundings, "env" | "platform" | "home">): FoundChromium {
  const told = env.CHROME_PATH;
  if (told) return isRunnable(told) ? { kind: "found", path: told } : { kind: "wrong", path: told };
  const path = candidates(env, platform, home).find(isRunnable);
  return path === undefined ? { kind: "none" } : { kind: "found", path };
}

function candidates(env: Surroundings["env"], platform: string, home: string): string[] {
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA].filter((root) => root !== undefined);
    return WINDOWS_PROGRAMS.flatMap((program) => roots.map((root) => win32.join(root, ...program)));
  }
  const folders = (env.PATH ?? "").split(delimiter).filter((folder) => folder.startsWith("/"));
  const onPath = NAMES.flatMap((name) => folders.map((folder) => posix.join(folder, name)));
  if (platform !== "darwin") return onPath;
  const applications = MAC_APPLICATIONS.flatMap((name) =>
    ["/Applications", posix.join(home, "Applications")].map((root) =>
      posix.join(root, `${name}.app`, "Contents", "MacOS", name),
    ),
  );
  return [...applications, ...onPath];
}

function isRunnable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
