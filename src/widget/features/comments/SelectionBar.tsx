import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Popover, type PopoverProps } from "../../ui/Popover.tsx";
import { commentWords as words } from "../../words.ts";

interface SelectionBarProps {
  readonly boxOf: PopoverProps["boxOf"];
  /** Whether Tab moves from the text into it; where Tab has a meaning of its own only F10 does. */
  readonly takesTab: boolean;
  /** Puts the focus back into the text, with its selection. */
  readonly onLeave: () => void;
  readonly children: ReactNode;
}

/** What can be done with the selected text. F10 leads into it, the arrows and Tab through it, Escape back. */
export function SelectionBar({ boxOf, takesTab, onLeave, children }: SelectionBarProps) {
  const tools = useRef<HTMLDivElement>(null);
  const buttons = () => [...(tools.current?.querySelectorAll("button") ?? [])];
  const isInside = () => tools.current?.contains(document.activeElement) === true;
  const enter = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const bar = tools.current;
    if (event.defaultPrevented || bar === null || bar.closest("[hidden]") || isOpenDialog()) return;
    if (!isEntry(event, takesTab) || bar.contains(document.activeElement)) return;
    event.preventDefault();
    event.stopPropagation();
    bar.querySelector("button")?.focus({ preventScroll: true });
  });
  useEffect(() => {
    // Before the editor and the preview: to them these keys mean other things.
    document.addEventListener("keydown", enter, true);
    return () => document.removeEventListener("keydown", enter, true);
  }, []);
  const press = (event: KeyboardEvent) => {
    const all = buttons();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (at < 0) return;
    const next = nextPlace(event, at, all.length);
    // Where Tab led in, it leads on: whoever goes through the page by it is not held here.
    if (next === null || (next === "text" && event.key === "Tab" && takesTab)) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === "text") onLeave();
    else all[next]?.focus();
  };
  return (
    <Popover look="tools" side="end" label={words.tools} boxOf={boxOf}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys serve the buttons inside */}
      <div
        className="selection-tools"
        data-keeps-selection=""
        ref={tools}
        onKeyDown={press}
        // What is opened from here gives the focus back to where it was: to the text.
        onClickCapture={() => isInside() && onLeave()}
      >
        {children}
      </div>
    </Popover>
  );
}

function isEntry(event: globalThis.KeyboardEvent, takesTab: boolean): boolean {
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey;
  if (event.key === "F10") return isPlain;
  const active = document.activeElement;
  const isInText = active === null || active === document.body || active.closest("[data-sheet]") !== null;
  return event.key === "Tab" && isPlain && !event.altKey && takesTab && isInText;
}

/** What covers the page has the keys. */
function isOpenDialog(): boolean {
  return document.querySelector("dialog[open]") !== null;
}

/** Where a key leads from the button `at` of `count`; null: it means nothing here. */
export function nextPlace(
  event: { readonly key: string; readonly shiftKey: boolean },
  at: number,
  count: number,
): number | "text" | null {
  const last = count - 1;
  switch (event.key) {
    case "Escape":
      return "text";
    case "Tab":
      return at === (event.shiftKey ? 0 : last) ? "text" : at + (event.shiftKey ? -1 : 1);
    case "ArrowRight":
    case "ArrowDown":
      return at === last ? 0 : at + 1;
    case "ArrowLeft":
    case "ArrowUp":
      return at === 0 ? last : at - 1;
    case "Home":
      return 0;
    case "End":
      return last;
    default:
      return null;
  }
}
