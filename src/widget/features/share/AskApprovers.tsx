import { useId } from "react";
import type { AskedApprover } from "../../../core/people/approval-state.ts";
import type { Person } from "../../../core/records/sharing.ts";
import type { CanvasAccess } from "../../../protocol/sharing.ts";
import { PersonName } from "../../people/PersonName.tsx";
import { shareWords } from "../../words.ts";
import { ApproverState } from "./ApproverState.tsx";
import type { ShareChanging } from "./use-share-change.ts";

interface AskApproversProps {
  readonly access: CanvasAccess;
  readonly approvers: readonly AskedApprover[];
  readonly changing: ShareChanging;
}

/** Who is asked to approve, and how far each is. Only the owner asks. */
export function AskApprovers({ access, approvers, changing }: AskApproversProps) {
  const id = useId();
  const { pending } = changing;
  const isOwner = access.standing === "owner";
  const stateOf = (subject: string) => approvers.find(({ person }) => person.subject === subject);
  const asked = pending?.op === "approvers" ? pending.subjects : approvers.map(({ person }) => person.subject);
  const candidates = isOwner ? candidatesOf(access, approvers) : approvers.map(({ person }) => person);
  const toggle = (subject: string, on: boolean) => {
    const subjects = on ? [...asked, subject] : asked.filter((one) => one !== subject);
    void changing.make("approvers", { op: "approvers", subjects }, "");
  };
  const error = changing.errorIn("approvers");
  const help = isOwner
    ? approvers.length === 0
      ? shareWords.approversNone
      : shareWords.approversHelp
    : shareWords.approversOthers;
  const nameOf = (person: Person) => <PersonName person={person} access={access} />;
  return (
    <section className="share-part" aria-labelledby={id}>
      <h3 className="share-heading" id={id}>
        {shareWords.approvers}
      </h3>
      <p className="share-help">{help}</p>
      <ul className="share-list">
        {candidates.map((person) => (
          <li key={person.subject}>
            {isOwner ? (
              <label className="share-person">
                <input
                  type="checkbox"
                  className="share-check"
                  checked={asked.includes(person.subject)}
                  onChange={(event) => toggle(person.subject, event.target.checked)}
                />
                {nameOf(person)}
                <ApproverState asked={stateOf(person.subject)} />
              </label>
            ) : (
              <div className="share-person">
                {nameOf(person)}
                <ApproverState asked={stateOf(person.subject)} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {error !== null && (
        <p className="share-help" data-error="true" role="alert">
          {error}
        </p>
      )}
    </section>
  );
}

/** Whoever could be asked: the owner, whom it is shared with, and whoever is asked already. */
function candidatesOf({ owner, people }: CanvasAccess, approvers: readonly AskedApprover[]): readonly Person[] {
  const all = [owner, ...people.map(({ person }) => person), ...approvers.map(({ person }) => person)];
  return all.filter((one, at) => all.findIndex(({ subject }) => subject === one.subject) === at);
}
