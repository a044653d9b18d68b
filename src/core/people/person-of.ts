import type { Author } from "../records/canvas.ts";
import type { Person } from "../records/sharing.ts";

/** The person who did it themselves; null: a model did, or nobody knows who. */
export function personOf(by: Author): Person | null {
  return by.kind === "person" ? ownerOfAuthor(by) : null;
}

/** The person who did it, or whose model did; null: nobody knows. */
export function ownerOfAuthor({ subject, name }: Author): Person | null {
  return subject === undefined ? null : { subject, name: name ?? subject };
}
