import { useEffect, useRef, useState } from "react";
import type { HostContext } from "../host/host-port.ts";
import { rightsOf } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { chooseLayout, type Layout } from "./choose-layout.ts";

export interface LayoutControls {
  readonly layout: Layout;
  /** The ways there are, in this order; one alone is no choice. */
  readonly offered: readonly Layout[];
  choose(layout: Layout): void;
  /** Editor, preview and a list fit beside each other. */
  readonly isWide: boolean;
  /** What is written is offered, and not put into the text: nobody may do more here. */
  readonly onlySuggests: boolean;
}

/** Under this, one view at a time. */
const WIDE = "(min-width: 900px)";

/** Read, write, or both side by side: as the person chose, here or the last time. */
export function useLayout(ready: Ready, host: HostContext, actions: WidgetActions): LayoutControls {
  const isWide = useMedia(WIDE);
  const [kept] = useState(() => actions.readLayout());
  const [chosen, setChosen] = useState<Layout | null>(null);
  const [wasEmpty] = useState(() => ready.draft === "" && ready.incoming === null);
  const fullscreen = host.displayMode === "fullscreen";
  const { canEdit, canSuggest } = rightsOf(ready.view);
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
  const offered: readonly Layout[] = locked
    ? ["read"]
    : fullscreen && isWide
      ? ["read", "write", "split"]
      : ["read", "write"];
  useLayoutKeys(layout, offered, ready.incoming === null, choose);
  return { layout, offered, choose, isWide, onlySuggests: !canEdit && canSuggest };
}

/** F2 goes from reading to writing and back, Shift-F2 to both side by side and back. */
function useLayoutKeys(
  layout: Layout,
  offered: readonly Layout[],
  isFree: boolean,
  choose: (layout: Layout) => void,
): void {
  const latest = useRef({ layout, offered, isFree, choose });
  latest.current = { layout, offered, isFree, choose };
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key !== "F2" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const now = latest.current;
      const wanted: Layout = event.shiftKey ? "split" : "write";
      if (!now.isFree || !now.offered.includes(wanted) || document.querySelector("dialog[open]") !== null) return;
      event.preventDefault();
      const isThere = event.shiftKey ? now.layout === "split" : now.layout !== "read";
      now.choose(isThere ? "read" : wanted);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function useMedia(query: string): boolean {
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
