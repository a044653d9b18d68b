import type { Person } from "../../core/records/sharing.ts";
import { colourOf, initialsOf, personName } from "./who.ts";
import "./avatar.css";

/** A person's initials in one of a few colours. The name itself stands beside it: nobody is told by this alone. */
export function Avatar({ person, small = false }: { readonly person: Person; readonly small?: boolean }) {
  return (
    <span className="avatar" data-small={small} data-colour={colourOf(person.subject)} aria-hidden="true">
      {initialsOf(personName(person))}
    </span>
  );
}
