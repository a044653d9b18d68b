/** Blocks stand in runs of this many, so that the browser can leave out whole runs that are off screen. */
const RUN_LENGTH = 32;
/** The last runs still change, and are on screen while text streams in. */
const OPEN_RUNS = 2;
/** Under this many runs a document is short, and leaving out parts of it gains nothing. */
const LONG_DOCUMENT_RUNS = 5;

export interface Runs {
  /** Puts a block's element before `next`, or at the end. */
  place(dom: Node, next: Node | null): void;
  /** To be called after an update, with the elements that were placed or patched and whether any were removed. */
  settle(changed: readonly Node[], hasFewer: boolean): void;
  destroy(): void;
}

/**
 * Groups top-level blocks. In a long document, finished runs are left out of layout while they are off screen. A run is
 * measured first and then keeps exactly that height, so the scrollbar does not move; another width measures them anew.
 */
export function createRuns(root: HTMLElement): Runs {
  const document = root.ownerDocument;
  const Observer = document.defaultView?.ResizeObserver;
  const settled = new Set<Element>();
  const waiting = new Set<Element>();
  let width = -1;

  const settleRun = (run: HTMLElement, height: number) => {
    waiting.delete(run);
    settled.add(run);
    run.style.setProperty("contain-intrinsic-block-size", `auto ${height}px`);
    run.dataset.settled = "";
  };
  const open = (run: HTMLElement) => {
    if (!settled.delete(run)) return;
    delete run.dataset.settled;
    run.style.removeProperty("contain-intrinsic-block-size");
  };
  const measure = (run: Element) => {
    if (waiting.has(run)) return;
    waiting.add(run);
    sizes?.observe(run);
  };
  const sizes = Observer
    ? new Observer((entries) => {
        for (const entry of entries) {
          if (entry.target === root) {
            const isOther = width >= 0 && Math.abs(entry.contentRect.width - width) > 0.5;
            width = entry.contentRect.width;
            if (isOther) for (const run of [...settled]) reopen(run as HTMLElement);
          } else {
            sizes?.unobserve(entry.target);
            if (waiting.has(entry.target)) settleRun(entry.target as HTMLElement, entry.contentRect.height);
          }
        }
      })
    : null;
  const reopen = (run: HTMLElement) => {
    open(run);
    measure(run);
  };
  const remove = (run: Element) => {
    settled.delete(run);
    waiting.delete(run);
    sizes?.unobserve(run);
    run.remove();
  };
  sizes?.observe(root);
  let considered = 0;

  return {
    place(dom, next) {
      const run = next?.parentNode;
      if (run) {
        run.insertBefore(dom, next);
        return;
      }
      let last = root.lastElementChild;
      if (!last || last.childElementCount >= RUN_LENGTH) {
        last = document.createElement("div");
        last.className = "preview-run";
        root.append(last);
      }
      last.append(dom);
    },
    settle(changed, hasFewer) {
      if (hasFewer) for (const run of [...root.children]) if (!run.hasChildNodes()) remove(run);
      for (const dom of changed) {
        const run = dom.parentElement;
        if (run && settled.has(run)) reopen(run);
      }
      const count = root.childElementCount;
      if (!sizes || count === considered) return;
      considered = count;
      if (count < LONG_DOCUMENT_RUNS) {
        for (const run of [...settled]) open(run as HTMLElement);
        return;
      }
      let index = 0;
      for (const run of root.children) {
        if (index++ >= count - OPEN_RUNS) break;
        if (!settled.has(run)) measure(run);
      }
    },
    destroy() {
      sizes?.disconnect();
    },
  };
}
