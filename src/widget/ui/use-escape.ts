import { useEffect, useEffectEvent } from "react";

/**
 * An element with `data-takes-escape` has Escape to itself while it is on screen. The number that popovers give it says which
 * of them lies on top: the one opened last.
 */
const TAKING = "[data-takes-escape]:not([hidden])";

const orderOf = (element: Element) => Number((element as HTMLElement).dataset.takesEscape);

/** The value of `data-takes-escape` for what opens now: it lies on top of all that is open. */
export function nextToTakeEscape(): string {
  return String(1 + Math.max(0, ...[...document.querySelectorAll(TAKING)].map(orderOf)));
}

/** Whether what was opened later covers it, with what is inside: another popover, or a dialog in which it does not stand. */
export function isAbove(target: Element, element: HTMLElement | null): boolean {
  const other = target.closest(TAKING);
  if (other !== null && element !== null && orderOf(other) > orderOf(element)) return true;
  const dialog = target.closest("dialog[open]");
  return dialog !== null && !dialog.contains(element);
}

/** Whether the next Escape is for this one: nothing lies on top of it. */
export function isTopmost(element: HTMLElement | null): boolean {
  if (element === null || element.hidden) return false;
  return ![...document.querySelectorAll(`${TAKING}, dialog[open]`)].some((other) => isAbove(other, element));
}

/** Calls back for an Escape that nothing else on screen wants: one press, one answer. */
export function useEscape(isOn: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented || event.isComposing) return;
    if (document.querySelector(`dialog[open], ${TAKING}`) !== null) return;
    event.preventDefault();
    onEscape();
  });
  useEffect(() => {
    if (!isOn) return;
    // Behind everybody who listens on the page itself.
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, [isOn]);
}
