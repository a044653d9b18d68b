import { type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";

/** An element that keeps its life while its place on screen changes. */
export function useRoamingHost(): HTMLElement {
  const [host] = useState(() => {
    const element = document.createElement("div");
    element.className = "roaming";
    return element;
  });
  return host;
}

/** Renders into the host wherever it stands, or nowhere: what is inside is never made anew. */
export function Roaming({ host, children }: { readonly host: HTMLElement; readonly children: ReactNode }) {
  return createPortal(children, host);
}

/** The place where the host stands now. */
export function RoamingPlace({ host }: { readonly host: HTMLElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.append(host);
    return () => host.remove();
  }, [host]);
  return <div className="roaming-place" ref={place} />;
}
