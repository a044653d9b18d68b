import puppeteer, { type Frame, type KeyInput } from "puppeteer-core";
import { type EngineDriver, type Frames, type Spot, VIEW } from "./engine-driver.ts";

/** Firefox over WebDriver BiDi. */
export async function startFirefox(executablePath: string): Promise<EngineDriver> {
  const browser = await puppeteer.launch({
    browser: "firefox",
    executablePath,
    defaultViewport: VIEW,
    timeout: 100_000,
    extraPrefsFirefox: { "intl.accept_languages": "en-US" },
  });
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(error instanceof Error ? (error.stack ?? error.message) : `${error}`));

  const frameAt = async (frames: Frames): Promise<Frame> => {
    let frame = page.mainFrame();
    for (const selector of frames) {
      // The element of a widget's frame has the whole widget in an attribute, which would come along each time.
      const [only, ...others] = frame === page.mainFrame() ? [] : frame.childFrames();
      const inside = only && others.length === 0 ? only : await (await frame.$(selector))?.contentFrame();
      if (!inside) throw new Error(`There is no frame ${selector}`);
      frame = inside;
    }
    return frame;
  };
  /** Where a frame's own pixels begin on the whole page. */
  const cornerOf = async (frames: Frames): Promise<Spot> => {
    let corner: Spot = { x: 0, y: 0 };
    for (const [depth, selector] of frames.entries()) {
      const around = await frameAt(frames.slice(0, depth));
      const { x, y } = (await around.evaluate(
        `(({ x, y }) => ({ x, y }))(document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
      )) as Spot;
      corner = { x: corner.x + x, y: corner.y + y };
    }
    return corner;
  };
  /** By the page itself: it keeps openers out, and the driver then misses that another document has come in its place. */
  const leave = (how: (to: string) => void, to: string) =>
    page.evaluate(`window.isLeft = true; setTimeout(() => (${how})(${JSON.stringify(to)})); null`);
  return {
    name: "Firefox",
    takeProblems: () => problems.splice(0),
    async go(address) {
      await leave((to) => location.assign(to), address);
      // Another place of the same page is no new document; another address may lead on at once.
      const arrived = (to: string) =>
        (location.href.startsWith(to) || !("isLeft" in window)) && document.readyState === "complete";
      await page.waitForFunction(arrived, { timeout: 100_000 }, address.replace(/#.*$/, ""));
    },
    async reload() {
      await leave(() => location.reload(), "");
      const arrived = () => !("isLeft" in window) && document.readyState === "complete";
      await page.waitForFunction(arrived, { timeout: 100_000 });
    },
    evaluate: async (frames, expression) => (await frameAt(frames)).evaluate(expression),
    async point(frames, ...steps) {
      const corner = await cornerOf(frames);
      for (const step of steps)
        if (step === "down") await page.mouse.down();
        else if (step === "up") await page.mouse.up();
        else await page.mouse.move(corner.x + step.x, corner.y + step.y);
    },
    async wheel(frames, at, down) {
      const corner = await cornerOf(frames);
      await page.mouse.move(corner.x + at.x, corner.y + at.y);
      await page.mouse.wheel({ deltaY: down });
    },
    async chord(...keys) {
      for (const key of keys) await page.keyboard.down(key as KeyInput);
      for (const key of keys.toReversed()) await page.keyboard.up(key as KeyInput);
    },
    type: (text) => page.keyboard.type(text),
    close: () => browser.close(),
  };
}
