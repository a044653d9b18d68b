/** A view that can say and set which place of the source stands at its upper border. */
export interface Scroller {
  topOffset(): number;
  scrollTo(offset: number): void;
}
export type Pane = "editor" | "preview";

export interface ScrollEdges {
  readonly atStart: boolean;
  readonly atEnd: boolean;
}

/**
 * Keeps two views at the same place of the source. Only the view that the person last touched leads, and before the
 * first touch none does; what the other one's scrolling says is never followed, so the two cannot drive each other.
 */
export function createScrollSync(options: {
  readonly scroller: (pane: Pane) => Scroller | null;
  /** Runs the callback before the next frame; returns a way to call it off. */
  readonly schedule: (callback: () => void) => () => void;
}) {
  let leader: Pane | null = null;
  let cancel: (() => void) | null = null;
  let edges: ScrollEdges = { atStart: true, atEnd: false };
  const follow = () => {
    cancel = null;
    if (leader === null) return;
    const leading = options.scroller(leader);
    const following = options.scroller(leader === "editor" ? "preview" : "editor");
    if (leading === null || following === null) return;
    if (edges.atStart) following.scrollTo(0);
    else if (edges.atEnd) following.scrollTo(Number.MAX_SAFE_INTEGER);
    else following.scrollTo(leading.topOffset());
  };
  return {
    /** The person touched, pointed at or focused this pane. */
    lead(pane: Pane): void {
      leader = pane;
    },
    /** Somebody else puts both views in their places: neither leads until it is touched again. */
    rest(): void {
      leader = null;
    },
    scrolled(pane: Pane, now: ScrollEdges): void {
      if (pane !== leader) return;
      edges = now;
      cancel ??= options.schedule(follow);
    },
    stop(): void {
      cancel?.();
      cancel = null;
    },
  };
}

export function edgesOf(element: Pick<Element, "scrollTop" | "scrollHeight" | "clientHeight">): ScrollEdges {
  const { scrollTop, scrollHeight, clientHeight } = element;
  return { atStart: scrollTop <= 1, atEnd: scrollTop > 1 && scrollTop + clientHeight >= scrollHeight - 2 };
}
