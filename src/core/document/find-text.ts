/** A place where a sought text stands. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

const MOST = 1_000;

/** Every place where `sought` stands exactly; overlapping ones too, since each could be meant. At most 1,000. */
function findExact(text: string, sought: string): Found[] {
  const found: Found[] = [];
  for (let at = text.indexOf(sought); at >= 0 && found.length < MOST; at = text.indexOf(sought, at + 1)) {
    found.push({ from: at, to: at + sought.length });
  }
  return found;
}

/** Finds many passages in one text: exactly, or by any white space between their words. */
export interface TextFinder {
  readonly exact: (sought: string) => Found[];
  /** Every place that differs from `sought` only in the kind and amount of white space between its words. */
  readonly bySpacing: (sought: string) => Found[];
}

export function createFinder(text: string): TextFinder {
  let squeezed: ReturnType<typeof squeeze> | undefined;
  return {
    exact: (sought) => findExact(text, sought),
    bySpacing: (sought) => {
      const wanted = sought.trim().split(/\s+/).join(" ");
      if (wanted === "") return [];
      squeezed ??= squeeze(text);
      const { offsets } = squeezed;
      return findExact(squeezed.text, wanted).map(({ from, to }) => ({
        from: offsets[from]!,
        to: offsets[to - 1]! + 1,
      }));
    },
  };
}

/** The text with every run of white space as one space, and each character's offset before. */
function squeeze(text: string): { readonly text: string; readonly offsets: Uint32Array } {
  const offsets = new Uint32Array(text.length);
  const parts: string[] = [];
  let length = 0;
  for (const run of text.matchAll(/\s+|\S+/g)) {
    const isSpace = /^\s/.test(run[0]);
    const kept = isSpace ? " " : run[0];
    for (let i = 0; i < kept.length; i += 1) offsets[length + i] = run.index + i;
    parts.push(kept);
    length += kept.length;
  }
  return { text: parts.join(""), offsets };
}
