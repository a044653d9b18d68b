/**
 * Finds Firefox, and WebKitGTK with what drives it, for the tests of other engines than Chromium; installs the system's own
 * where that is possible. What is missing is said in words, and its tests are skipped: not every system has both.
 */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { canInstall, findProgram, install, isRunnable } from "./system-programs.mjs";

const FIREFOX_PLACES = [
  "/Applications/Firefox.app/Contents/MacOS/firefox",
  "C:\\Program Files\\Mozilla Firefox\\firefox.exe",
];

/** The path of a Firefox on this machine, or null. FIREFOX_PATH comes first. */
export function findFirefox() {
  const told = process.env.FIREFOX_PATH;
  if (told) return isRunnable(told) ? told : null;
  return findProgram(["firefox-esr", "firefox"], FIREFOX_PLACES);
}

/** The programs that run WebKitGTK without a screen, or null when one of them is missing. */
export function findWebKit() {
  const driver = findProgram(["WebKitWebDriver"]);
  const screen = findProgram(["Xvfb"]);
  const browser = findMiniBrowser();
  return driver && screen && browser ? { driver, screen, browser } : null;
}

/** It is no command: it stands beside the library, in a folder that is named after its version. */
function findMiniBrowser() {
  const roots = ["/usr/lib", "/usr/libexec", "/usr/lib64"].filter(existsSync);
  const architectures = roots.flatMap((root) => foldersOf(root).filter((folder) => folder.endsWith("-linux-gnu")));
  const versions = [...architectures, ...roots].flatMap((root) =>
    foldersOf(root).filter((folder) => /webkit2?gtk-[\d.]+$/.test(folder)),
  );
  return versions.map((folder) => join(folder, "MiniBrowser")).find(isRunnable) ?? null;
}

function foldersOf(root) {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(root, entry.name));
}

const ENGINES = [
  { name: "Firefox", find: findFirefox, packages: ["firefox-esr"] },
  { name: "WebKitGTK", find: findWebKit, packages: ["webkit2gtk-driver", "xvfb"] },
];

/** Installs what is missing and can be; says in words what is missing then. True when both are there. */
function ensureEngines() {
  const missing = () => ENGINES.filter(({ find }) => find() === null);
  const wanted = missing();
  if (wanted.length === 0) return true;
  if (canInstall()) {
    console.log(`No ${wanted.map(({ name }) => name).join(" and no ")} found. Installing the system's own.`);
    const isDone = install(wanted.flatMap(({ packages }) => packages));
    // One that this system does not have must not keep the other from being installed.
    if (!isDone && wanted.length > 1) for (const { packages } of wanted) install(packages);
  }
  const lacking = missing();
  for (const { name, packages } of lacking)
    console.log(
      [
        `${name} is not there: its tests are skipped.`,
        canInstall()
          ? "Installing it with apt-get failed: its words are above."
          : "It is installed for you only on Debian, as root.",
        `To run them, install it (Debian: apt-get install ${packages.join(" ")}${name === "Firefox" ? "; elsewhere: any Firefox, or FIREFOX_PATH set to its program" : ""}).`,
      ].join(" "),
    );
  return lacking.length === 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!ensureEngines()) process.exit(1);
  const { browser } = findWebKit();
  console.log(`Firefox: ${findFirefox()}\nWebKitGTK: ${browser}`);
}
