import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** An element that stays the same one while its place on screen changes. */
export function useMovableHost(): HTMLElement {
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.className = "movable-portal";
    return element;
  });
  return host;
}

/** Renders into the host wherever it is in the document, or while it is in none: what is inside is never mounted again. */
export function MovablePortal({ host, children }: { readonly host: HTMLElement; readonly children: ReactNode }) {
  return createPortal(children, host);
}

/** Where the host is now. */
export function MovablePortalPlace({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(host);
    return () => host.remove();
  }, [host]);
  return <div className="movable-portal-place" ref={place} />;
}
