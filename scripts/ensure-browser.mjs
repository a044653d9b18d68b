/** Finds a Chromium for the browser tests, and installs the system's own where that is possible. */
import { fileURLToPath } from "node:url";
import { canInstall, findProgram, install, isRunnable } from "./system-programs.mjs";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome", "msedge"];
const PLACES = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
  "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
];

/** The path of a Chromium on this machine, or null. CHROME_PATH comes first. */
export function findBrowser() {
  const told = process.env.CHROME_PATH;
  if (told) return isRunnable(told) ? told : null;
  return findProgram(NAMES, PLACES);
}

/** The browser's path, or null after saying in words what is missing and what to do. */
export function ensureBrowser() {
  // What makes the certificate of a test's own proxy.
  if (findProgram(["openssl"]) === null && canInstall()) install(["openssl"]);
  const found = findBrowser();
  if (found) return found;
  if (process.env.CHROME_PATH) {
    console.error(
      `CHROME_PATH is ${process.env.CHROME_PATH}, which is not a program that can be run. Correct it, or unset it to let the tests look for Chromium.`,
    );
    return null;
  }
  if (canInstall()) {
    console.log("No Chromium found. Installing the system's own.");
    install(["chromium"]);
    const installed = findBrowser();
    if (installed) return installed;
  }
  console.error(
    [
      "The browser tests need Chromium or Chrome, and none was found.",
      canInstall()
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
