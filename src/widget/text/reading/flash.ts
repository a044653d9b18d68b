const FLASH_MS = 1400;

/** Lights an element up for a moment, so that the eye finds it; without a change in brightness where motion is unwanted. */
export function flash(element: HTMLElement): void {
  const lit = { backgroundColor: "var(--canvas-accent-ground)", boxShadow: "0 0 0 4px var(--canvas-accent-ground)" };
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  const away = { backgroundColor: "transparent", boxShadow: "0 0 0 4px transparent" };
  element.animate(isStill ? [lit, lit] : [lit, { ...lit, offset: 0.4 }, away], {
    duration: FLASH_MS,
    easing: "ease-out",
  });
}
