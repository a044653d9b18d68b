/** Where somebody left a canvas, for its next life in this browser. */
export interface KeptPlace {
  /** The source offset at the top of what they read. */
  readonly offset: number;
  /** Where they wrote last; null: nowhere. */
  readonly caret: { readonly from: number; readonly to: number } | null;
  /** The folded parts that they pressed, by name: open or closed. */
  readonly folds: Readonly<Record<string, boolean>>;
}

export const AT_START: KeptPlace = { offset: 0, caret: null, folds: {} };

/** A browser keeps little: nobody misses more. */
const MOST_FOLDS = 100;

/** What a browser kept may be anything; the first release kept the offset alone. */
export function readPlace(value: unknown): KeptPlace {
  if (typeof value === "number") return { ...AT_START, offset: offsetOf(value) };
  if (typeof value !== "object" || value === null) return AT_START;
  const { offset, caret, folds } = value as Readonly<Record<string, unknown>>;
  const [from, to] = Array.isArray(caret) ? caret : [];
  const known = typeof folds === "object" && folds !== null ? Object.entries(folds) : [];
  return {
    offset: offsetOf(offset),
    caret: typeof from === "number" && typeof to === "number" ? { from: offsetOf(from), to: offsetOf(to) } : null,
    folds: Object.fromEntries(known.filter((entry): entry is [string, boolean] => typeof entry[1] === "boolean")),
  };
}

/** null: there is nothing to keep. */
export function writePlace({ offset, caret, folds }: KeptPlace): string | null {
  const pressed = Object.entries(folds).slice(-MOST_FOLDS);
  if (caret === null && pressed.length === 0) return offset > 0 ? String(Math.round(offset)) : null;
  return JSON.stringify({
    offset: Math.round(offset),
    ...(caret === null ? {} : { caret: [caret.from, caret.to] }),
    ...(pressed.length === 0 ? {} : { folds: Object.fromEntries(pressed) }),
  });
}

function offsetOf(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) && value > 0 ? Math.round(value) : 0;
}
