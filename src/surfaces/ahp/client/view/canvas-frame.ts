/** Why a frame was taken down, or never came up: the words for it are in `viewWords.ended`. */
export type FrameEnd = "left" | "flood" | "silent" | "inside";

export interface FrameEvents {
  /** Something that the frame's own window posted. */
  posted(data: unknown): void;
  /** It is there to be seen; said again and again. */
  shown(): void;
  /** What it is to show could not be had. */
  failed(why: string): void;
  ended(why: FrameEnd): void;
  /** The person pressed a link to somewhere else. */
  link(href: string): void;
}

/** How it looks from outside. */
export interface FrameLook {
  readonly title: string;
  readonly scheme: "light" | "dark";
}

/** A frame in which a canvas is shown, whichever way. */
export interface CanvasFrame {
  readonly element: HTMLIFrameElement;
  /** Into the window of the canvas; kept until it listens. */
  post(data: unknown): void;
  dress(look: FrameLook): void;
  focus(): void;
  /** It is gone, and says nothing more. */
  close(): void;
}

export interface FrameClock {
  now(): number;
  after(ms: number, run: () => void): void;
}

/** Messages that wait for somebody to listen; of too many the oldest are dropped. */
export function createMailbox(deliver: (data: unknown) => void): { post(data: unknown): void; open(): void } {
  let waiting: unknown[] | null = [];
  return {
    post(data) {
      if (waiting === null) deliver(data);
      else if (waiting.push(data) > MOST_WAITING) waiting.shift();
    },
    open() {
      const kept = waiting ?? [];
      waiting = null;
      for (const data of kept) deliver(data);
    },
  };
}

const MOST_WAITING = 200;
