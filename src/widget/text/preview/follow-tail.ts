import type { Mounted } from "./mounted.ts";

export interface TailFollower {
  /** To be called after the text grew: scrolls to its end, unless the reader has scrolled up to read. */
  onUpdate(): void;
  destroy(): void;
}

/** How near to the end still counts as being at it: about two lines. */
const NEAR_PX = 48;

/**
 * Keeps the end of a growing text in view. A reader who scrolls up is left alone until they come back to the end.
 * Content that grows by itself (a frame later, or by a picture) is followed too.
 */
export function followTail(scroller: HTMLElement): TailFollower {
  const Observer = scroller.ownerDocument.defaultView?.ResizeObserver;
  let isFollowing = true;
  let lastTop = scroller.scrollTop;
  const toEnd = () => {
    if (!isFollowing) return;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  };
  const onScroll = () => {
    const top = scroller.scrollTop;
    const left = scroller.scrollHeight - scroller.clientHeight - top;
    // Only a move up is the reader's wish: growth alone also leaves the end behind.
    if (top < lastTop - 1 && left > NEAR_PX) isFollowing = false;
    else if (left <= NEAR_PX) isFollowing = true;
    lastTop = top;
  };
  const growth = Observer ? new Observer(toEnd) : null;
  for (const child of scroller.children) growth?.observe(child);
  scroller.addEventListener("scroll", onScroll, { passive: true });
  return {
    onUpdate: toEnd,
    destroy() {
      growth?.disconnect();
      scroller.removeEventListener("scroll", onScroll);
    },
  };
}

/** The element at whose end the text ends: where the caret stands. Null after something that holds no text. */
export function tailElement(mounted: Mounted): Element | null {
  const { node } = mounted;
  switch (node.type) {
    case "paragraph":
    case "heading":
    case "summary":
    case "cell":
      return mounted.dom as Element;
    case "rule":
      return null;
    case "text":
      return mounted.dom.nodeType === 1 ? (mounted.dom as Element) : null;
    default: {
      const last = mounted.kids.at(-1);
      return last ? tailElement(last) : (mounted.host as Element);
    }
  }
}
