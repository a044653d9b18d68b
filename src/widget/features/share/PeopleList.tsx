import type { Person, Standing } from "../../../core/records/sharing.ts";
import type { CanvasAccess, SharedPerson } from "../../../protocol/sharing.ts";
import { Avatar } from "../../people/Avatar.tsx";
import { PersonName } from "../../people/PersonName.tsx";
import { personName } from "../../people/who.ts";
import { IconButton } from "../../ui/Button.tsx";
import { roleWords, shareWords } from "../../words.ts";
import { RoleSelect } from "./RoleSelect.tsx";
import type { ShareChanging } from "./use-share-change.ts";

interface PeopleListProps {
  readonly access: CanvasAccess;
  readonly changing: ShareChanging;
  /** Somebody is gone, and with them the control that held the focus. */
  readonly onRemoved: () => void;
}

/** Whoever can see the canvas, the owner first. Only the owner changes what they can do. */
export function PeopleList({ access, changing, onRemoved }: PeopleListProps) {
  const { standing, owner, people } = access;
  const { pending } = changing;
  const row = (person: Person, rest: React.ReactNode) => (
    <li className="share-person" key={person.subject}>
      <Avatar person={person} />
      <PersonName person={person} access={access} />
      {rest}
    </li>
  );
  const fixed = (role: Standing, byLink = false) => (
    <span className="share-standing">{byLink ? `${roleWords[role]}, ${shareWords.byLink}` : roleWords[role]}</span>
  );
  const remove = async ({ subject, ...person }: Person) => {
    const name = personName({ subject, ...person });
    const answer = await changing.make("people", { op: "remove", subject }, shareWords.removed(name));
    if (answer?.ok) onRemoved();
  };
  const controls = ({ person, role, byLink }: SharedPerson) => {
    const name = personName(person);
    const next = pending?.op === "role" && pending.subject === person.subject ? pending.role : role;
    return (
      <>
        {byLink && <span className="share-by-link">{shareWords.byLink}</span>}
        <RoleSelect
          role={next}
          label={shareWords.roleOf(name)}
          onRole={(to) =>
            void changing.make("people", { op: "role", subject: person.subject, role: to }, `${name}: ${roleWords[to]}`)
          }
        />
        <IconButton icon="Close" label={shareWords.removeOne(name)} onClick={() => void remove(person)} />
      </>
    );
  };
  const error = changing.errorIn("people");
  return (
    <>
      <ul className="share-list" aria-label={shareWords.people}>
        {row(owner, fixed("owner"))}
        {people.map((one) => row(one.person, standing === "owner" ? controls(one) : fixed(one.role, one.byLink)))}
      </ul>
      {people.length === 0 && standing === "owner" && <p className="share-help">{shareWords.alone}</p>}
      {error !== null && (
        <p className="share-help" data-error="true" role="alert">
          {error}
        </p>
      )}
    </>
  );
}
