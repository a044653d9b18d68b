/** What a test needs of a browser, whatever drives it: the rest of a person's hand is made of these (`engine-page.ts`). */
export interface EngineDriver {
  /** As people call it. */
  readonly name: string;
  /** What the browser wrote as errors since it was last asked: its console's, and exceptions that nobody caught. */
  takeProblems(): string[];
  go(address: string): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression in the frame that these selectors lead to; of a promise what it brings. */
  evaluate(frames: Frames, expression: string): Promise<unknown>;
  /** In the frame's own pixels. What has the focus keeps it, until a press moves it. */
  point(frames: Frames, ...steps: readonly PointerStep[]): Promise<void>;
  /** Turns the wheel with the pointer there. */
  wheel(frames: Frames, at: Spot, down: number): Promise<void>;
  /** As fingers do it: keys go down in this order and up in the other. Names are those of `KeyboardEvent.key`. */
  chord(...keys: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  close(): Promise<void>;
}

/** Each selector finds a frame inside the one before; none is the page itself. */
export type Frames = readonly string[];
export interface Spot {
  readonly x: number;
  readonly y: number;
}
export type PointerStep = Spot | "down" | "up";

/** The page's size in every engine: wide enough for the editor beside the preview. */
export const VIEW = { width: 1300, height: 800 };
