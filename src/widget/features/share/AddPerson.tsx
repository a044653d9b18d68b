import { type RefObject, useId, useState } from "react";
import type { Role } from "../../../core/records/sharing.ts";
import { Button } from "../../ui/Button.tsx";
import { shareWords } from "../../words.ts";
import { RoleSelect } from "./RoleSelect.tsx";
import type { ShareChanging } from "./use-share-change.ts";

interface AddPersonProps {
  readonly changing: ShareChanging;
  readonly canLink: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Shares with somebody whom the server knows. What was typed stays until it was taken. */
export function AddPerson({ changing, canLink, field }: AddPersonProps) {
  const [who, setWho] = useState("");
  const [role, setRole] = useState<Role>("commenter");
  const id = useId();
  const isAdding = changing.pending?.op === "add";
  const error = changing.errorIn("add");
  const add = async () => {
    const name = who.trim();
    if (name === "") return field.current?.focus();
    const answer = await changing.make("add", { op: "add", who: name, role }, shareWords.added(name));
    if (answer?.ok) setWho("");
    field.current?.focus();
  };
  return (
    <div className="share-add">
      <label className="share-label" htmlFor={`${id}-who`}>
        {shareWords.who}
      </label>
      <div className="share-row">
        <input
          ref={field}
          data-first-focus
          className="field"
          id={`${id}-who`}
          dir="auto"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={320}
          value={who}
          aria-invalid={error !== null}
          aria-describedby={`${id}-help`}
          onChange={(event) => setWho(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void add();
          }}
        />
        <RoleSelect role={role} label={shareWords.role} onRole={setRole} />
        <Button kind="primary" aria-disabled={who.trim() === "" || isAdding} onClick={() => void add()}>
          {isAdding ? shareWords.adding : shareWords.add}
        </Button>
      </div>
      <p
        className="share-help"
        id={`${id}-help`}
        data-error={error !== null}
        role={error === null ? undefined : "alert"}
      >
        {error ?? (canLink ? shareWords.whoHelp : shareWords.whoHelpNoLink)}
      </p>
    </div>
  );
}
