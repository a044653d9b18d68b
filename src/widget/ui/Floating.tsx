import { type ReactNode, useEffectEvent, useLayoutEffect, useRef } from "react";
import { type Box, placeFloating } from "./place-floating.ts";

export interface FloatingProps {
  /** Where its text stands now, in the window; null: not on screen. */
  boxOf(): Box | null;
  readonly side: "start" | "end";
  readonly className: string;
  readonly label?: string;
  readonly role?: "dialog" | "group";
  readonly children: ReactNode;
  onPointerEnter?(): void;
  onPointerLeave?(): void;
}

/** Keeps its children beside their text while the page scrolls, resizes and changes. */
export function Floating(props: FloatingProps) {
  const { side, className, label, role = "group", children } = props;
  const element = useRef<HTMLDivElement>(null);
  const place = useEffectEvent(() => {
    const box = props.boxOf();
    const self = element.current;
    if (self === null) return;
    self.hidden = box === null;
    if (box === null) return;
    const size = { width: self.offsetWidth, height: self.offsetHeight };
    const at = placeFloating(box, size, { width: innerWidth, height: innerHeight }, side);
    self.style.left = `${at.left}px`;
    self.style.top = `${at.top}px`;
  });
  useLayoutEffect(() => place());
  useLayoutEffect(() => {
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(place);
    };
    addEventListener("scroll", soon, { capture: true, passive: true });
    addEventListener("resize", soon);
    const observer = new ResizeObserver(soon);
    observer.observe(element.current!);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", soon, { capture: true });
      removeEventListener("resize", soon);
      observer.disconnect();
    };
  }, []);
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a dialog or a group, both of which take a name
    <div
      ref={element}
      className={className}
      data-side={side}
      role={role}
      aria-label={label}
      onPointerEnter={() => props.onPointerEnter?.()}
      onPointerLeave={() => props.onPointerLeave?.()}
    >
      {children}
    </div>
  );
}
