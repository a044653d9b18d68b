import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { CommandError, type Surroundings } from "../surroundings.ts";
import { findChromium } from "./find-chromium.ts";

const LIMIT_MS = 120_000;
const KEPT_WORDS = 600;

/**
 * Prints one HTML page by the browser of this machine. The page lies in a folder that only this user can read, no name is
 * resolved and nothing is fetched, and the folder is removed whatever happens.
 */
export async function printPdf(html: string, surroundings: Surroundings): Promise<Buffer> {
  const browser = chosenBrowser(surroundings);
  const folder = await mkdtemp(join(await workFolder(browser, surroundings), "writing-canvas-"));
  try {
    const page = join(folder, "page.html");
    const pdf = join(folder, "page.pdf");
    await writeFile(page, html, { mode: 0o600 });
    const said = await runBrowser(browser, surroundings.onStop, [
      ...options(folder),
      // The sandbox of Chromium refuses root, as in containers; everybody else keeps it.
      ...(surroundings.uid === 0 ? ["--no-sandbox"] : []),
      `--print-to-pdf=${pdf}`,
      pathToFileURL(page).href,
    ]);
    try {
      return await readFile(pdf);
    } catch {
      throw new CommandError(`${browser} made no PDF. ${said.slice(-KEPT_WORDS) || "It said nothing."}`);
    }
  } finally {
    // A browser that is just ending may still write into its profile.
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

function chosenBrowser(surroundings: Surroundings): string {
  const found = findChromium(surroundings);
  if (found.kind === "found") return found.path;
  if (found.kind === "wrong") {
    throw new CommandError(
      `CHROME_PATH is ${found.path}, which is not a program that can be run. Correct it, or unset it to let this look for a browser.`,
    );
  }
  throw new CommandError(
    "A PDF is printed by Chrome, Chromium or Edge, and none of them is on this machine. Install one (on Debian and Ubuntu: apt install chromium), or name it in CHROME_PATH. `--format html` makes a page that any browser prints.",
  );
}

function options(folder: string): string[] {
  return [
    "--headless",
    `--user-data-dir=${join(folder, "profile")}`,
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--disable-component-update",
    "--disable-background-networking",
    "--disable-breakpad",
    // Nothing is to be fetched: no name is found, and addresses go to a proxy that is not there.
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=127.0.0.1:9",
    "--generate-pdf-document-outline",
    "--no-pdf-header-footer",
  ];
}

/** A Chromium in a snap sees neither /tmp nor hidden folders of the home: only its own. */
async function workFolder(browser: string, { home, env }: Surroundings): Promise<string> {
  const usual = env.TMPDIR || tmpdir();
  const own = join(home, "snap", "chromium", "common");
  const isSnap = browser.startsWith("/snap/") || browser.endsWith("/chromium-browser");
  if (!isSnap) return usual;
  try {
    return (await stat(own)).isDirectory() ? own : usual;
  } catch {
    return usual;
  }
}

/** What it said on stderr, once it has ended. */
function runBrowser(browser: string, onStop: Surroundings["onStop"], args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let isStopped = false;
    const child = spawn(browser, args, {
      stdio: ["ignore", "ignore", "pipe"],
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    // Ctrl+C ends the browser; its folder is removed before the command ends.
    onStop(() => {
      isStopped = true;
      child.kill("SIGKILL");
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      said = (said + chunk).slice(-10 * KEPT_WORDS);
    });
    child.once("error", (error) => reject(new CommandError(`${browser} cannot be started: ${error.message}.`)));
    child.once("close", (_code, signal) => {
      if (isStopped) reject(new CommandError("Stopped. No PDF was made."));
      else if (signal === null) resolve(said);
      else
        reject(new CommandError(`${browser} was ended (${signal}) before it had printed. ${said.slice(-KEPT_WORDS)}`));
    });
  });
}
