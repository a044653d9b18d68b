export interface Box {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const EDGE = 8;
const GAP = 6;

/** Where something of this size floats beside a text: below it, above where there is no room, always inside the window. */
export function placeFloating(
  text: Box,
  size: { readonly width: number; readonly height: number },
  window: { readonly width: number; readonly height: number },
  /** Which corner of the text it keeps to. */
  side: "start" | "end",
): { readonly left: number; readonly top: number } {
  const wanted = side === "start" ? text.left : text.right - size.width;
  const left = Math.max(EDGE, Math.min(wanted, window.width - size.width - EDGE));
  const below = text.bottom + GAP;
  const above = text.top - GAP - size.height;
  const fitsBelow = below + size.height <= window.height - EDGE;
  const top = fitsBelow || above < EDGE ? below : above;
  return { left, top: Math.max(EDGE, Math.min(top, window.height - size.height - EDGE)) };
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
