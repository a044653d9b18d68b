import { type BlockCard, type CodeParts, createBlockCard } from "./block-card.ts";
import { type BlockFrame, createBlockFrame } from "./block-frame.ts";
import type { BlockPort } from "./block-port.ts";
import { readTheme, watchTheme } from "./block-theme.ts";
import { type FocusGuard, guardFocus } from "./focus-guard.ts";

/** All interactive blocks of one preview. */
export interface CanvasBlocks {
  /** Makes an interactive block of a code block with this text. */
  dress(parts: CodeParts, html: string): BlockCard;
  /** Shows the sources of the blocks in which these ranges lie. */
  openSources(ranges: readonly Range[]): void;
  stop(): void;
}

const TICK_MS = 200;

/** Whatever they do is heard, watched and timed here, for as long as one of them runs. */
export function createCanvasBlocks(
  document: Document,
  port: BlockPort,
  scrollerOf: (element: Element) => Element,
): CanvasBlocks {
  const window = document.defaultView!;
  const cards = new Map<Element, BlockCard>();
  let frames: readonly BlockFrame[] = [];
  let running: { readonly guard: FocusGuard; stop(): void } | null = null;
  const now = () => window.performance.now();
  const after = (ms: number, run: () => void) => void window.setTimeout(run, ms);

  const isHeld = (frame: HTMLIFrameElement, from: number, to: number): boolean => {
    const pointer = running?.guard.pointer ?? null;
    if (pointer === null) return false;
    if (pointer.y > frame.getBoundingClientRect().bottom) return true;
    // Near the end of what is scrolled, a lower frame moves what is above it, too.
    const { scrollTop, scrollHeight, clientHeight } = scrollerOf(frame);
    return to < from && scrollTop > scrollHeight - (from - to) - clientHeight;
  };
  const listen = () => {
    const guard = guardFocus(document, () => frames, { now, after });
    const onMessage = (event: MessageEvent) => {
      for (const frame of frames) frame.heard(event);
    };
    const tick = () => {
      // Taken out of the page together with its text.
      for (const frame of frames) if (!frame.element.isConnected) remove(frame);
      guard.look();
      for (const frame of frames) frame.tick(now());
    };
    const dress = () => {
      const theme = readTheme(document);
      for (const frame of frames) frame.dress(theme);
    };
    const timer = window.setInterval(tick, TICK_MS);
    const stopTheme = watchTheme(document, dress);
    const stopPort = port.onChange(() => {
      for (const card of cards.values()) card.refresh();
    });
    window.addEventListener("message", onMessage);
    return {
      guard,
      stop() {
        guard.stop();
        stopTheme();
        stopPort();
        window.clearInterval(timer);
        window.removeEventListener("message", onMessage);
      },
    };
  };
  const remove = (frame: BlockFrame) => {
    frame.close();
    frames = frames.filter((one) => one !== frame);
    if (frames.length > 0) return;
    running?.stop();
    running = null;
  };

  return {
    dress(parts, html) {
      const card = createBlockCard(parts, html, {
        port,
        now,
        start(text, title, events) {
          const theme = readTheme(document);
          const frame = createBlockFrame({
            document,
            html: text,
            title,
            theme,
            events,
            now,
            after,
            isHeld,
            focused: (one, isIn) => running?.guard.moved(one, isIn),
          });
          frames = [...frames, frame];
          running ??= listen();
          return frame;
        },
        stopped: remove,
        pressed: () => running?.guard.pressed(parts.dom),
      });
      for (const dom of cards.keys()) if (!dom.isConnected) cards.delete(dom);
      cards.set(parts.dom, card);
      return card;
    },
    openSources(ranges) {
      for (const { startContainer } of ranges) {
        const dom = hiddenBlock(startContainer);
        if (dom !== null) cards.get(dom)?.openSource();
      }
    },
    stop() {
      for (const frame of frames) remove(frame);
    },
  };
}

/** Of a block that is off so many lines are shown before anybody opens it. */
export const SHOWN_LINES = 6;

/** The block that keeps a node of its source from being seen; null: none does. */
export function hiddenBlock(node: Node): HTMLElement | null {
  const line = node.parentElement?.closest(".preview-code-line") ?? null;
  const dom = line?.closest<HTMLElement>(".preview-block") ?? null;
  return dom !== null && isHidden(dom, line!) ? dom : null;
}

function isHidden(dom: HTMLElement, line: Element): boolean {
  if (dom.dataset.source === "open") return false;
  return dom.dataset.state === "running" || line.matches(`:nth-child(n + ${SHOWN_LINES + 1})`);
}
