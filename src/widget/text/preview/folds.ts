import type { Mounted } from "./mounted.ts";

/** The parts of a preview that can be folded: `<details>`, and HTML comments. Who closed one keeps it closed. */
export interface Folds {
  /** Whether any was ever drawn: else nothing has to be looked for. */
  readonly isUsed: boolean;
  /** Takes up a part that was drawn. `name` is what it is called: one of the same name opens as the last one was left. */
  add(mounted: Mounted, name: string, isOpen: boolean): void;
  /** The part is called otherwise now, or another one is drawn in its place, which then is as it was left. */
  rename(mounted: Mounted, name: string): void;
  set(mounted: Mounted, isOpen: boolean): void;
  /** The person pressed it. */
  toggle(mounted: Mounted): void;
  /**
   * Opens what hides a part of source [from, to) of a top-level block; not what lies inside it as a whole. Without `isJump`
   * a part that the person closed stays closed. Whether anything opened.
   */
  open(top: Mounted, from: number, to: number, isJump: boolean): boolean;
  /** What the person pressed, by name: open or closed. */
  pressed(): Readonly<Record<string, boolean>>;
  /** As they were pressed in an earlier life: those that are drawn, and those that are drawn later. */
  restore(pressed: Readonly<Record<string, boolean>>, drawn: readonly Mounted[]): void;
}

const FOLDED = "data-folded";

export function isFolded({ dom }: Mounted): boolean {
  const element = dom as Element;
  return element.localName === "details" ? !element.hasAttribute("open") : element.hasAttribute(FOLDED);
}

export function createFolds(): Folds {
  const names = new WeakMap<Mounted, string>();
  /** How each was left last, and which of them the person pressed. */
  const states = new Map<string, boolean>();
  const byHand = new Set<string>();
  const nameOf = (mounted: Mounted) => names.get(mounted) ?? "";
  let isUsed = false;
  const set = (mounted: Mounted, isOpen: boolean) => {
    const dom = mounted.dom as HTMLElement;
    states.set(nameOf(mounted), isOpen);
    if (dom.localName === "details") {
      dom.toggleAttribute("open", isOpen);
      return;
    }
    dom.toggleAttribute(FOLDED, !isOpen);
    dom.querySelector(":scope > button")?.setAttribute("aria-expanded", String(isOpen));
  };
  const open = (mounted: Mounted, from: number, to: number, isJump: boolean): boolean => {
    const { node } = mounted;
    let hasOpened = false;
    if (isFolded(mounted) && hides(mounted, from, to)) {
      if (!isJump && byHand.has(nameOf(mounted))) return false;
      set(mounted, true);
      hasOpened = true;
    }
    if ("value" in node) return hasOpened;
    const { kids } = mounted;
    for (let index = firstEndingAfter(kids, from); index < kids.length && kids[index]!.node.from < to; index++) {
      if (kids[index]!.dom.nodeType === 1 && open(kids[index]!, from, to, isJump)) hasOpened = true;
    }
    return hasOpened;
  };
  return {
    get isUsed() {
      return isUsed;
    },
    add(mounted, name, isOpen) {
      isUsed = true;
      names.set(mounted, name);
      set(mounted, (byHand.has(name) ? states.get(name) : undefined) ?? isOpen);
    },
    rename(mounted, name) {
      if (nameOf(mounted) === name) return;
      names.set(mounted, name);
      set(mounted, states.get(name) ?? !isFolded(mounted));
    },
    set,
    toggle(mounted) {
      const isOpen = isFolded(mounted);
      byHand.add(nameOf(mounted));
      set(mounted, isOpen);
    },
    open: (top, from, to, isJump) => isUsed && open(top, from, to, isJump),
    pressed: () => Object.fromEntries([...byHand].map((name) => [name, states.get(name) ?? false])),
    restore(pressed, drawn) {
      for (const [name, isOpen] of Object.entries(pressed)) {
        if (byHand.has(name)) continue;
        byHand.add(name);
        states.set(name, isOpen);
        for (const mounted of drawn) if (nameOf(mounted) === name) set(mounted, isOpen);
      }
    },
  };
}

function hides({ node, kids }: Mounted, from: number, to: number): boolean {
  if (to <= node.from || from >= node.to) return false;
  if (node.type !== "details") return from >= node.from || to <= node.to;
  if (from <= node.from && to >= node.to) return false;
  const first = kids[0]?.node;
  return first?.type !== "summary" || to > first.to;
}

function firstEndingAfter(kids: readonly Mounted[], offset: number): number {
  let low = 0;
  let high = kids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (kids[middle]!.node.to <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Opens every part of the text that is folded while the page is printed. Gives the way to stop. */
export function openWhilePrinting(root: HTMLElement, window: Window): () => void {
  let opened: HTMLElement[] = [];
  const onBefore = () => {
    opened = [...root.querySelectorAll<HTMLElement>("details:not([open])")];
    for (const dom of opened) dom.setAttribute("open", "");
  };
  const onAfter = () => {
    for (const dom of opened) dom.removeAttribute("open");
    opened = [];
  };
  window.addEventListener("beforeprint", onBefore);
  window.addEventListener("afterprint", onAfter);
  return () => {
    window.removeEventListener("beforeprint", onBefore);
    window.removeEventListener("afterprint", onAfter);
  };
}
