import type { Person } from "../../core/records/sharing.ts";
import type { CanvasAccess } from "../../protocol/sharing.ts";
import { shareWords } from "../words.ts";
import { personName } from "./who.ts";
import "./person-name.css";

/** What somebody is called; with what is theirs alone, where another here is called so, too: nobody passes for another. */
export function PersonName({ person, access }: { readonly person: Person; readonly access: CanvasAccess }) {
  const { me, owner, people } = access;
  const name = personName(person);
  const isNamesake = [owner, ...people.map((shared) => shared.person)].some(
    (other) => other.subject !== person.subject && nameKey(other.name) === nameKey(person.name),
  );
  return (
    <span className="person-name" title={person.subject}>
      <bdi>{person.subject === me.subject ? shareWords.you(name) : name}</bdi>
      {isNamesake && (
        <>
          {" "}
          <bdi>({person.subject})</bdi>
        </>
      )}
    </span>
  );
}

/** The same for two that look alike. */
function nameKey(name: string): string {
  return name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ");
}
