import { vi } from "vitest";
import type { EngineDriver, Frames, Spot } from "./engine-driver.ts";
import { type Box, findBox, findWords, type Target, textIn } from "./in-page.ts";

const SOON = { timeout: process.env.CI ? 45_000 : 20_000, interval: 50 };

/** A frame of a page in any engine, and what a person does there: by what they read, with a real pointer and real keys. */
export class EnginePage {
  constructor(
    readonly driver: EngineDriver,
    readonly frames: Frames = [],
  ) {}

  go(address: string): Promise<void> {
    return this.driver.go(address);
  }

  /** Runs a function that needs nothing but its arguments. */
  async evaluate<Args extends readonly unknown[], T>(
    run: (...args: Args) => T | Promise<T>,
    ...args: Args
  ): Promise<T> {
    return (await this.driver.evaluate(this.frames, `(${run})(...${JSON.stringify(args)})`)) as T;
  }

  /** Waits until this comes true. What it throws meanwhile (a frame that is not there yet) counts as not yet, and is named at the end. */
  async waitFor(what: string, look: () => Promise<boolean>): Promise<void> {
    const now = async (): Promise<void> => {
      const answer = await look().catch((error: unknown) => String(error));
      if (answer !== true) throw new Error(`${this.driver.name}: waited for this: ${what} (${answer})`);
    };
    await vi.waitFor(now, SOON);
  }

  /** What can be read here, or in a part of it. */
  text(within = "body"): Promise<string> {
    return this.evaluate(textIn, within);
  }

  reads(words: string, within = "body"): Promise<void> {
    return this.waitFor(`“${words}” can be read`, async () => (await this.text(within)).includes(words));
  }

  async isThere(target: Target): Promise<boolean> {
    return (await this.evaluate(findBox, target, false)) !== null;
  }

  sees(target: Target): Promise<void> {
    return this.waitFor(`${naming(target)} is there`, () => this.isThere(target));
  }

  seesNo(target: Target): Promise<void> {
    return this.waitFor(`${naming(target)} is gone`, async () => !(await this.isThere(target)));
  }

  /** Presses it in its middle, once it rests under the pointer, is not disabled and nothing lies over it. */
  async press(target: Target): Promise<void> {
    await this.pointAt(target);
    await this.driver.point(this.frames, "down", "up");
  }

  /** Selects these words as a person does, from their start to their end. */
  async selectWords(words: string, within: string): Promise<void> {
    const { x, y, width, height } = await this.resting(`“${words}” can be selected`, () =>
      this.evaluate(findWords, words, within),
    );
    const line = y + height / 2;
    await this.driver.point(
      this.frames,
      { x: x + 1, y: line },
      "down",
      { x: x + width / 2, y: line },
      { x: x + width - 1, y: line },
      "up",
    );
  }

  /** Takes one thing and lets it go over another, once `isOver` says that the other would take it. */
  async drag(from: Target, to: Target, isOver: () => Promise<boolean>): Promise<void> {
    const end = middleOf(await this.resting(`${naming(to)} is there`, () => this.evaluate(findBox, to, false)));
    const start = middleOf(await this.pointAt(from));
    await this.driver.point(this.frames, "down", { x: start.x + 20, y: start.y + 10 }, end);
    await this.waitFor(`${naming(to)} takes it`, isOver);
    await this.driver.point(this.frames, "up");
  }

  async wheel(over: Target, down: number): Promise<void> {
    await this.driver.wheel(
      this.frames,
      middleOf(await this.resting(`${naming(over)} is there`, () => this.evaluate(findBox, over, false))),
      down,
    );
  }

  /** What comes late may move it between a look and a press: it must still be there with the pointer on it. */
  private pointAt(target: Target): Promise<Box> {
    return this.resting(
      `${naming(target)} can be pressed`,
      () => this.evaluate(findBox, target, true),
      (box) => this.driver.point(this.frames, middleOf(box)),
    );
  }

  /** Where something is, once it has been twice in the same place; `between` the two looks this is done. */
  private async resting(
    what: string,
    find: () => Promise<Box | null>,
    between: (box: Box) => Promise<void> = async () => {},
  ): Promise<Box> {
    let last: Box | null = null;
    await this.waitFor(what, async () => {
      const before = last;
      last = await find();
      if (last !== null && JSON.stringify(before) === JSON.stringify(last)) return true;
      if (last !== null) await between(last);
      return false;
    });
    if (last === null) throw new Error("It was there a moment ago");
    return last;
  }
}

const middleOf = ({ x, y, width, height }: Box): Spot => ({ x: x + width / 2, y: y + Math.min(height / 2, 80) });

const naming = (target: Target): string => ("css" in target ? target.css : `“${target.name}”`);
