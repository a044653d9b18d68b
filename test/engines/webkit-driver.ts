import { type ChildProcess, spawn } from "node:child_process";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { type Actions, Builder, By, Key, Origin, type WebDriver } from "selenium-webdriver";
import type { WebKitPrograms } from "../../scripts/ensure-engines.mjs";
import { type EngineDriver, type Frames, type Spot, VIEW } from "./engine-driver.ts";

/** By the names of `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  Control: Key.CONTROL,
  Shift: Key.SHIFT,
  Alt: Key.ALT,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Tab: Key.TAB,
  Backspace: Key.BACK_SPACE,
  Home: Key.HOME,
  End: Key.END,
  ArrowUp: Key.ARROW_UP,
  ArrowDown: Key.ARROW_DOWN,
  ArrowLeft: Key.ARROW_LEFT,
  ArrowRight: Key.ARROW_RIGHT,
};
/** In whole pixels: the driver takes no others. */
const sum = (one: Spot, other: Spot): Spot => ({ x: Math.round(one.x + other.x), y: Math.round(one.y + other.y) });

/** What its types leave out. */
type Wheel = Actions & {
  scroll(x: number, y: number, right: number, down: number, origin: Origin, duration: number): Actions;
};

const keyOf = (name: string): string => KEYS[name] ?? name;

/** WebKitGTK's own small browser, on a screen that nobody sees. */
export async function startWebKit(programs: WebKitPrograms): Promise<EngineDriver> {
  const started: ChildProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const child of started.reverse()) await end(child);
  };
  try {
    const screen = spawn(
      programs.screen,
      ["-displayfd", "3", "-screen", "0", `${VIEW.width + 100}x${VIEW.height + 200}x24`, "-nolisten", "tcp"],
      { stdio: ["ignore", "ignore", "ignore", "pipe"] },
    );
    started.push(screen);
    const display = `:${await firstLine(screen, screen.stdio[3] as Readable)}`;
    const port = await freePort();
    const driver = spawn(programs.driver, [`--port=${port}`], {
      env: { ...process.env, DISPLAY: display, LANGUAGE: "en_US", LIBGL_ALWAYS_SOFTWARE: "1", NO_AT_BRIDGE: "1" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    started.push(driver);
    const problems = problemsOf(driver);
    await answering(driver, port);
    const web = await new Builder()
      .usingServer(`http://127.0.0.1:${port}/`)
      .withCapabilities({
        browserName: "MiniBrowser",
        "webkitgtk:browserOptions": {
          binary: programs.browser,
          args: ["--automation", "--enable-write-console-messages-to-stdout=true"],
        },
      })
      .build();
    await web.manage().setTimeouts({ script: 100_000, pageLoad: 100_000 });
    await fitWindow(web);
    return driverOf(web, problems, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

function driverOf(web: WebDriver, problems: string[], stop: () => Promise<void>): EngineDriver {
  let chosen: { readonly frames: string; readonly corner: Spot; readonly size: string } | null = null;
  const sizeNow = () => web.executeScript<string>("return [innerWidth, innerHeight].join()");
  /** To choose a frame takes the focus from where it is: only when another is meant. */
  const enter = async (frames: Frames): Promise<void> => {
    if (chosen?.frames === frames.join("\n")) return;
    chosen = null;
    await web.switchTo().defaultContent();
    let corner: Spot = { x: 0, y: 0 };
    for (const selector of frames) {
      const frame = await web.findElement(By.css(selector));
      const box = await web.executeScript<Spot>("return arguments[0].getBoundingClientRect()", frame);
      corner = { x: corner.x + box.x, y: corner.y + box.y };
      await web.switchTo().frame(frame);
    }
    chosen = { frames: frames.join("\n"), corner, size: await sizeNow() };
  };
  const inside = async <T>(frames: Frames, act: () => Promise<T>): Promise<T> => {
    await enter(frames);
    try {
      return await act();
    } catch (error) {
      // The frame may be gone, and another in its place.
      chosen = null;
      throw error;
    }
  };
  /** Where a frame's own pixels begin on the whole page: the driver's are those. A frame that moves has another size then. */
  const cornerOf = async (frames: Frames): Promise<Spot> => {
    if ((await sizeNow()) !== chosen?.size) {
      chosen = null;
      await enter(frames);
    }
    return chosen?.corner ?? { x: 0, y: 0 };
  };
  return {
    name: "WebKitGTK",
    takeProblems: () => problems.splice(0),
    async go(address) {
      chosen = null;
      await web.get(address);
    },
    async reload() {
      chosen = null;
      await web.navigate().refresh();
    },
    evaluate: (frames, expression) => inside(frames, () => web.executeScript(`return ${expression}`)),
    point: (frames, ...steps) =>
      inside(frames, async () => {
        const corner = await cornerOf(frames);
        const actions = web.actions({ async: true });
        for (const step of steps)
          if (step === "down") actions.press();
          else if (step === "up") actions.release();
          else actions.move({ ...sum(corner, step), duration: 0, origin: Origin.VIEWPORT });
        await actions.perform();
      }),
    wheel: (frames, at, down) =>
      inside(frames, async () => {
        const { x, y } = sum(await cornerOf(frames), at);
        await (web.actions({ async: true }) as Wheel).scroll(x, y, 0, down, Origin.VIEWPORT, 0).perform();
      }),
    async chord(...keys) {
      const actions = web.actions({ async: true });
      for (const key of keys) actions.keyDown(keyOf(key));
      for (const key of keys.toReversed()) actions.keyUp(keyOf(key));
      await actions.perform();
    },
    type: (text) => web.actions({ async: true }).sendKeys(text).perform(),
    async close() {
      await web.quit();
      await stop();
    },
  };
}

/** The window has bars of its own around the page. */
async function fitWindow(web: WebDriver): Promise<void> {
  const sizeOf = () => web.executeScript<[number, number]>(() => [innerWidth, innerHeight]);
  await web
    .manage()
    .window()
    .setRect({ x: 0, y: 0, ...VIEW });
  const [width, height] = await sizeOf();
  await web
    .manage()
    .window()
    .setRect({ x: 0, y: 0, width: 2 * VIEW.width - width, height: 2 * VIEW.height - height });
}

/** The browser writes its console to the driver's output. */
function problemsOf(driver: ChildProcess): string[] {
  const problems: string[] = [];
  let rest = "";
  const read = (chunk: Buffer): void => {
    const lines = (rest + chunk).split("\n");
    rest = lines.pop() ?? "";
    problems.push(...lines.filter((line) => /^CONSOLE \w+ ERROR/.test(line)));
  };
  driver.stdout?.on("data", read);
  driver.stderr?.on("data", read);
  return problems;
}

function firstLine(child: ChildProcess, from: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    from.on("data", (chunk: Buffer) => {
      said += chunk;
      if (said.includes("\n")) resolve(said.trim());
    });
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${child.spawnfile} ended with ${code} before it was ready`)));
  });
}

async function answering(driver: ChildProcess, port: number): Promise<void> {
  while (driver.exitCode === null) {
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${driver.spawnfile} ended with ${driver.exitCode} before it answered`);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("The system gave no port");
  return address.port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill();
  await gone;
}
