import type { MarkdownDocument } from "../../../core/markdown/tree.ts";
import { type UnseenKind, type UnseenPart, unseenParts } from "../../../core/markdown/unseen-parts.ts";

/** A change of something that the rendering does not show: what it was and what it is, "" where there is none. */
export interface UnseenChange {
  readonly kind: UnseenKind;
  readonly was: string;
  readonly is: string;
}

/** What changed unseen between some lines and what stands in their place, addresses first. */
export function unseenChanges(before: MarkdownDocument, after: MarkdownDocument): readonly UnseenChange[] {
  const was = partsIn(before);
  const is = partsIn(after);
  const gone = without(was, is);
  const come = without(is, was);
  const kinds = [...new Set([...gone, ...come].map(({ kind }) => kind))].sort(addressesFirst);
  return kinds.flatMap((kind) => {
    const left = gone.filter((part) => part.kind === kind);
    const right = come.filter((part) => part.kind === kind);
    return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => ({
      kind,
      was: left[at]?.text ?? "",
      is: right[at]?.text ?? "",
    }));
  });
}

/** Lines alone do not tell who uses a definition in them. */
function partsIn(lines: MarkdownDocument): UnseenPart[] {
  return unseenParts(lines).map((part) => (part.kind === "unused" ? { ...part, kind: "definition" } : part));
}

function without(parts: readonly UnseenPart[], others: readonly UnseenPart[]): UnseenPart[] {
  const known = new Map<string, number>();
  const keyOf = ({ kind, text }: UnseenPart) => `${kind} ${text}`;
  for (const part of others) known.set(keyOf(part), (known.get(keyOf(part)) ?? 0) + 1);
  return parts.filter((part) => {
    const left = known.get(keyOf(part)) ?? 0;
    if (left > 0) known.set(keyOf(part), left - 1);
    return left === 0;
  });
}

const FIRST: readonly UnseenKind[] = ["refused", "address", "definition"];

function addressesFirst(a: UnseenKind, b: UnseenKind): number {
  const rank = (kind: UnseenKind) => (FIRST.includes(kind) ? FIRST.indexOf(kind) : FIRST.length);
  return rank(a) - rank(b);
}
