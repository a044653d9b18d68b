import type { Author } from "../records/canvas.ts";
import type { Person } from "../records/sharing.ts";

/** The person who did it themselves; null: a model did, or nobody knows who. */
export function personOf(by: Author): Person | null {
  return by.kind === "person" ? ownerOfAuthor(by) : null;
}

/** Whether both are the same person, or models of one program and one person. Who is not known could be anybody. */
export function isBySame(a: Author, b: Author): boolean {
  if (a.kind !== b.kind || (a.kind === "model" && (a.client ?? "") !== (b.client ?? ""))) return false;
  return a.subject === undefined || b.subject === undefined || a.subject === b.subject;
}

/** The person who did it, or whose model did; null: nobody knows. */
export function ownerOfAuthor({ subject, name }: Author): Person | null {
  return subject === undefined ? null : { subject, name: name ?? subject };
}
