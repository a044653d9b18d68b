import { type RefObject, useLayoutEffect, useState } from "react";

/** Below this, columns side by side would be too thin to read: they become tabs. */
const NARROW = 640;

/** Whether an element is narrow, by its own width and not the window's. */
export function useNarrow(element: RefObject<HTMLElement | null>): boolean {
  const [narrow, setNarrow] = useState(false);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => setNarrow(current.clientWidth > 0 && current.clientWidth < NARROW);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return narrow;
}
