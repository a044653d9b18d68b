/** An unfinished comment, as it is kept while the person writes it. */
export interface CommentDraft {
  readonly body: string;
  readonly target: DraftTarget;
  /** The person is still at it: after a reload it opens again by itself. */
  readonly open: boolean;
}
export type DraftTarget =
  | { readonly kind: "document" }
  | { readonly kind: "text"; readonly from: number; readonly to: number; readonly quote: string }
  | { readonly kind: "reply"; readonly to: string }
  | { readonly kind: "edit"; readonly id: string };

/** Where drafts are kept: the browser cache, or memory. No call throws. */
export interface DraftPort {
  read(): string | null;
  /** null: nothing is kept any more. */
  write(text: string | null): void;
}

export function readDraft(port: DraftPort): CommentDraft | null {
  const text = port.read();
  if (text === null) return null;
  try {
    return checkDraft(JSON.parse(text));
  } catch {
    // Damaged by whatever shares this storage: as good as absent.
    return null;
  }
}

/** Keeps the draft; an empty one is forgotten. */
export function keepDraft(port: DraftPort, draft: CommentDraft | null): void {
  port.write(draft === null || draft.body.trim() === "" ? null : JSON.stringify(draft));
}

/** Whether two targets mean the same place, so that one may go on with the other's draft. */
export function sameTarget(a: DraftTarget, b: DraftTarget): boolean {
  if (a.kind === "text" && b.kind === "text") return a.quote === b.quote;
  if (a.kind === "reply" && b.kind === "reply") return a.to === b.to;
  if (a.kind === "edit" && b.kind === "edit") return a.id === b.id;
  return a.kind === "document" && b.kind === "document";
}

/** A kept draft finds its text again where the document has moved on: the nearest place that reads the same. */
export function findTarget(target: DraftTarget, content: string): DraftTarget {
  if (target.kind !== "text") return target;
  if (content.slice(target.from, target.to) === target.quote) return target;
  const after = content.indexOf(target.quote, target.from);
  const before = content.lastIndexOf(target.quote, target.from);
  const isAfterNearer = after >= 0 && (before < 0 || after - target.from < target.from - before);
  const from = isAfterNearer ? after : before;
  return from < 0 ? { kind: "document" } : { ...target, from, to: from + target.quote.length };
}

function checkDraft(value: unknown): CommentDraft | null {
  if (typeof value !== "object" || value === null) return null;
  const { body, target, open } = value as Record<string, unknown>;
  const checked = checkTarget(target);
  return typeof body === "string" && checked !== null ? { body, target: checked, open: open === true } : null;
}

function checkTarget(value: unknown): DraftTarget | null {
  if (typeof value !== "object" || value === null) return null;
  const { kind, from, to, quote, id } = value as Record<string, unknown>;
  if (kind === "document") return { kind };
  if (kind === "reply" && typeof to === "string") return { kind, to };
  if (kind === "edit" && typeof id === "string") return { kind, id };
  if (kind === "text" && typeof from === "number" && typeof to === "number" && typeof quote === "string") {
    return { kind, from, to, quote };
  }
  return null;
}
