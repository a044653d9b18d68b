export type Layout = "read" | "write" | "split";

export const LAYOUTS: readonly Layout[] = ["read", "write", "split"];

interface Circumstances {
  readonly fullscreen: boolean;
  /** Two views fit beside each other. */
  readonly isWide: boolean;
  /** Nobody may change the text. */
  readonly locked: boolean;
  /** The person pressed Edit, Write or Split, and not yet Done or Read. */
  readonly editing: boolean;
  /** The model writes this canvas at this moment. */
  readonly incoming: boolean;
  /** There was nothing to read when it was opened. */
  readonly wasEmpty: boolean;
  /** Since this canvas was opened. */
  readonly chosen: Layout | null;
  /** In an earlier life of the widget. */
  readonly kept: Layout | null;
}

/** How the text stands on screen: first to be read, then as the person last chose, where there is room for it. */
export function chooseLayout(now: Circumstances): Layout {
  if (now.locked || (now.incoming && !now.editing)) return "read";
  if (!now.fullscreen) return now.editing ? "write" : "read";
  const kept = now.isWide ? now.kept : null;
  const wanted = now.chosen ?? kept ?? "read";
  // Whoever was editing, or has nothing to read, goes on to write.
  const isWriting = now.editing || (now.wasEmpty && now.chosen === null);
  const layout = wanted === "read" && isWriting ? (now.kept === "write" ? "write" : "split") : wanted;
  return layout === "split" && !now.isWide ? "write" : layout;
}
