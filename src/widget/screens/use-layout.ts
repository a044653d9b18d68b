import { useEffect, useState } from "react";
import type { OpenCanvas } from "../features/feature.ts";
import type { HostContext } from "../host/host-port.ts";
import type { KeyBinding } from "../ui/use-keymap.ts";
import { chooseLayout, type Layout } from "./choose-layout.ts";
import { NO_ID } from "./provisional-canvas.ts";

export interface LayoutControls {
  readonly layout: Layout;
  /** The ways there are, in this order; one alone is no choice. */
  readonly offered: readonly Layout[];
  choose(layout: Layout): void;
  readonly keys: readonly KeyBinding[];
  /** Editor, preview and a list fit beside each other. */
  readonly isWide: boolean;
  /** What is written is offered, and not put into the text: nobody may do more here. */
  readonly onlySuggests: boolean;
}

/** Under this, one view at a time. */
const WIDE = "(min-width: 900px)";

/** Read, write, or both side by side: as the person chose, here or the last time. */
export function useLayout({ ready, shown, rights, actions }: OpenCanvas, host: HostContext): LayoutControls {
  const isWide = useMedia(WIDE);
  const [kept] = useState(() => actions.readLayout());
  const [chosen, setChosen] = useState<Layout | null>(null);
  const [wasEmpty] = useState(() => ready.draft === "" && ready.incoming === null);
  const fullscreen = host.displayMode === "fullscreen";
  const { canEdit, canSuggest } = rights;
  const locked = !canEdit && !canSuggest;
  const layout = chooseLayout({
    fullscreen,
    isWide,
    locked,
    editing: ready.editing,
    incoming: ready.incoming !== null,
    wasEmpty,
    chosen,
    kept,
  });
  const choose = (next: Layout) => {
    if (fullscreen) {
      setChosen(next);
      actions.keepLayout(next);
    }
    if (next === "read") actions.stopEditing();
    else if (!ready.editing) void actions.startEditing();
  };
  // Who a text is written for may edit it, once it is there.
  const isNew = shown.document.id === NO_ID;
  const offered: readonly Layout[] =
    locked && !isNew ? ["read"] : fullscreen && isWide ? ["read", "write", "split"] : ["read", "write"];
  const keys = layoutKeys(layout, offered, ready.incoming === null, choose);
  return { layout, offered, choose, keys, isWide, onlySuggests: !canEdit && canSuggest };
}

/** F2 goes from reading to writing and back, Shift-F2 to both side by side and back. */
function layoutKeys(
  layout: Layout,
  offered: readonly Layout[],
  isFree: boolean,
  choose: (layout: Layout) => void,
): readonly KeyBinding[] {
  const run = (wanted: Layout, isThere: boolean) => (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFree || !offered.includes(wanted)) return false;
    if (document.querySelector("dialog[open]") !== null) return false;
    choose(isThere ? "read" : wanted);
    return true;
  };
  return [
    { key: "F2", shift: false, run: run("write", layout !== "read") },
    { key: "F2", shift: true, run: run("split", layout === "split") },
  ];
}

export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => window.matchMedia(query).matches);
  useEffect(() => {
    const list = window.matchMedia(query);
    const read = () => setMatches(list.matches);
    read();
    list.addEventListener("change", read);
    return () => list.removeEventListener("change", read);
  }, [query]);
  return matches;
}
