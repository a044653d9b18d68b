import { useEffect, useRef } from "react";

/**
 * A list that opens beside the text takes the focus, Escape inside it closes it, and what opened it gets the focus back.
 * Give the result to the element around the list.
 */
export function usePanelFocus(open: string | null, onClose: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (open === null) {
      const opener = before.current;
      before.current = null;
      if (opener instanceof HTMLElement && document.activeElement === document.body) opener.focus();
      return;
    }
    if (!panel.current?.contains(document.activeElement)) before.current = document.activeElement;
    panel.current?.focus({ preventScroll: true });
  }, [open]);
  return {
    ref: panel,
    tabIndex: -1,
    onKeyDown(event: { readonly key: string; readonly defaultPrevented: boolean; stopPropagation(): void }) {
      if (event.key !== "Escape" || event.defaultPrevented) return;
      event.stopPropagation();
      onClose();
    },
  };
}
