const GAP = 4;
const EDGE = 8;

/** Puts a floating element below its anchor, or above where there is more room, always inside the window. */
export function placeBelow(floating: HTMLElement, anchor: HTMLElement): void {
  const place = anchor.getBoundingClientRect();
  const width = floating.offsetWidth;
  const height = floating.offsetHeight;
  const rightToLeft = getComputedStyle(anchor).direction === "rtl";
  // A control in the far half opens towards the near one.
  const wantsEnd = place.left + place.width / 2 > innerWidth / 2;
  const left = wantsEnd || rightToLeft ? place.right - width : place.left;
  const below = innerHeight - place.bottom - GAP - EDGE;
  const above = place.top - GAP - EDGE;
  const opensUp = height > below && above > below;
  const top = opensUp ? place.top - GAP - Math.min(height, above) : place.bottom + GAP;
  floating.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  floating.style.top = `${Math.max(EDGE, top)}px`;
  floating.style.maxHeight = `${Math.max(96, opensUp ? above : below)}px`;
}
