export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Which edge of its place it keeps to; nearer: that of the half of the window in which its place is. */
export type Side = "start" | "end" | "nearer";

interface Placement {
  readonly left: number;
  readonly top: number;
  /** How high it may be at most without covering its place. */
  readonly room: number;
}

const EDGE = 8;

/**
 * Where something of this size stands beside its place: below it, above where there is more room, always inside the window.
 * `gap`: between the two. What `shrinks` is never higher than its room; anything else rather covers its place.
 */
export function placeBeside(
  place: Box,
  size: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
  { side, gap, shrinks = false }: { readonly side: Side; readonly gap: number; readonly shrinks?: boolean },
): Placement {
  const isFar = (place.left + place.right) / 2 > window.width / 2;
  const wanted = side === "start" || (side === "nearer" && !isFar) ? place.left : place.right - size.width;
  const left = Math.max(EDGE, Math.min(wanted, window.width - size.width - EDGE));
  const below = window.height - EDGE - place.bottom - gap;
  const above = place.top - gap - EDGE;
  const goesUp = size.height > below && (shrinks ? above > below : above >= size.height);
  const room = goesUp ? above : below;
  const height = shrinks ? Math.min(size.height, room) : size.height;
  const top = goesUp ? place.top - gap - height : place.bottom + gap;
  const lowest = shrinks ? top : window.height - height - EDGE;
  return { left, top: Math.max(EDGE, Math.min(top, lowest)), room };
}

/** The box around several, of those that have a size. null when none has. */
export function boxAround(boxes: Iterable<Box>): Box | null {
  let around: Box | null = null;
  for (const { top, bottom, left, right } of boxes) {
    if (right <= left && bottom <= top) continue;
    around =
      around === null
        ? { top, bottom, left, right }
        : {
            top: Math.min(around.top, top),
            bottom: Math.max(around.bottom, bottom),
            left: Math.min(around.left, left),
            right: Math.max(around.right, right),
          };
  }
  return around;
}
