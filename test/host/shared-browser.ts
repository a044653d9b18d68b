import { type Browser, type BrowserContext, type BrowserContextOptions, chromium } from "playwright-core";
import { findBrowser } from "../../scripts/ensure-browser.mjs";

/**
 * Of two lists the browser takes the last: the first line is Playwright's own. The second is the address bar's drop-down
 * list, two pages of the browser's own that each new window would load, though nobody sees an address bar here.
 */
const WITHOUT = [
  "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch",
  "WebUIOmniboxPopup,WebUIOmniboxAimPopup",
].join(",");

let running: Promise<Browser> | null = null;

/**
 * One Chromium for all files that a worker runs, started for the first that needs it; it ends with the worker. Tests keep
 * apart by having contexts of their own.
 */
export async function sharedBrowser(): Promise<Browser> {
  running ??= launch();
  // One that did not start or has crashed fails its own test, and no other.
  const browser = await running.catch(() => null);
  if (browser === null || !browser.isConnected()) running = launch();
  return running;
}

/**
 * A context in which a widget's frame is cheap to work with. Its HTML stands in an attribute of the frame's element, and
 * Playwright reads all attributes for every step inside, 1.4 MB each time: once the frame has loaded, it goes. An address
 * that is a script without a value keeps the document as it is; only a frame of the same origin lets it run.
 */
export async function newContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  await context.addInitScript(() => {
    const loaded = ({ target }: Event) => {
      if (!(target instanceof HTMLIFrameElement) || !target.hasAttribute("srcdoc")) return;
      if (!target.sandbox.contains("allow-same-origin")) return;
      target.src = "javascript:void 0";
      target.removeAttribute("srcdoc");
    };
    document.addEventListener("load", loaded, true);
  });
  return context;
}

/**
 * A Chromium that gives a frame on another site a storage of its own there, as people's browsers do. The shared one refuses it
 * any. Whoever starts it closes it.
 */
export function browserWithPartitions(): Promise<Browser> {
  return launch(WITHOUT.replace("ThirdPartyStoragePartitioning,", ""));
}

async function launch(without = WITHOUT): Promise<Browser> {
  const executablePath = findBrowser();
  if (executablePath === null) throw new Error("No Chromium: run `node scripts/ensure-browser.mjs` for what to do");
  return chromium.launch({
    executablePath,
    timeout: 100_000,
    args: [
      "--no-sandbox",
      "--disable-dev-shm-usage",
      "--disable-gpu",
      `--disable-features=${without}`,
      // Names for servers of tests that are to have one.
      "--host-resolver-rules=MAP *.canvas.test 127.0.0.1",
    ],
  });
}
