/** One picture of a `srcset`: its address, and when to take it (`2x`, `300w`; empty: always). */
export interface Candidate {
  readonly reference: string;
  readonly when: string;
}

/** The pictures of a `srcset`, read as browsers do: an address ends with a space, and a comma may stand inside of it. */
export function readSrcset(text: string): readonly Candidate[] {
  const found: Candidate[] = [];
  let rest = text;
  while (true) {
    rest = rest.replace(/^[\s,]+/, "");
    const [address] = /^\S+/.exec(rest) ?? [];
    if (address === undefined) return found;
    rest = rest.slice(address.length);
    const reference = address.replace(/,+$/, "");
    if (reference !== address) {
      found.push({ reference, when: "" });
      continue;
    }
    const [whole = "", when = ""] = /^\s*((?:\([^)]*\)?|[^,(])*)/.exec(rest) ?? [];
    rest = rest.slice(whole.length);
    found.push({ reference, when: when.trim() });
  }
}

export function writeSrcset(candidates: readonly Candidate[]): string {
  return candidates.map(({ reference, when }) => `${reference.replaceAll(" ", "%20")} ${when}`.trim()).join(", ");
}
