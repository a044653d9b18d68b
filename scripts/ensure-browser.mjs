/** Finds a Chromium for the browser tests, and installs the system's own where that is possible. */
import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

function runnable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The path of a Chromium on this machine, or null. CHROME_PATH comes first. */
export function findBrowser() {
  const told = process.env.CHROME_PATH;
  if (told) return runnable(told) ? told : null;
  const folders = (process.env.PATH ?? "").split(delimiter).filter(Boolean);
  const ending = process.platform === "win32" ? ".exe" : "";
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name + ending)));
  return [...candidates, ...PLACES].find(runnable) ?? null;
}

function apt(args) {
  console.log(`$ apt-get ${args.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync("apt-get", args, { stdio: "inherit", env }).status === 0;
}

/** The browser's path, or null after saying in words what is missing and what to do. */
export function ensureBrowser() {
  const found = findBrowser();
  if (found) return found;
  if (process.env.CHROME_PATH) {
    console.error(
      `CHROME_PATH is ${process.env.CHROME_PATH}, which is not a program that can be run. Correct it, or unset it to let the tests look for Chromium.`,
    );
    return null;
  }
  const canInstall = existsSync("/etc/debian_version") && process.getuid?.() === 0;
  if (canInstall) {
    console.log("No Chromium found. Installing the system's own.");
    // An out-of-date package list is no reason to stop: the install says whether it was enough.
    if (!apt(["update"])) console.log("apt-get update failed; trying to install from the lists that are there.");
    apt(["install", "-y", "--no-install-recommends", "chromium"]);
    const installed = findBrowser();
    if (installed) return installed;
  }
  console.error(
    [
      "The browser tests need Chromium or Chrome, and none was found.",
      canInstall
        ? "Installing it with apt-get failed: its words are above."
        : "It is installed for you only on Debian and Ubuntu, as root.",
      "Install it (Debian: apt-get install chromium; macOS: brew install --cask chromium), or set CHROME_PATH to its program, and run the tests again.",
    ].join("\n"),
  );
  return null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const path = ensureBrowser();
  if (path === null) process.exit(1);
  console.log(path);
}
