import { useRef, useState } from "react";
import { personName } from "../../people/who.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { shareWords } from "../../words.ts";
import { AddPerson } from "./AddPerson.tsx";
import { AskApprovers } from "./AskApprovers.tsx";
import { PeopleList } from "./PeopleList.tsx";
import { ShareLinks } from "./ShareLinks.tsx";
import type { ShareDialogProps } from "./share-port.ts";
import { useShareChange } from "./use-share-change.ts";
import "./share.css";

/** Whom a canvas is shared with. The owner changes it; others see who is there, what they can do, and can leave. */
export function ShareDialog({ title, access, approvers, now, onChange, onCopy, onClose }: ShareDialogProps) {
  const changing = useShareChange(onChange);
  const field = useRef<HTMLInputElement>(null);
  const [asksToLeave, setAsksToLeave] = useState(false);
  const isOwner = access.standing === "owner";
  const links = access.links ?? [];
  const isShared = access.people.length > 0;
  const leave = async () => {
    const answer = await changing.make("leave", { op: "leave" }, "");
    if (answer?.ok) onClose();
  };
  const leaveError = changing.errorIn("leave");
  const foot = isOwner ? undefined : asksToLeave ? (
    <>
      <p className="share-leave" role="alert">
        {leaveError ?? shareWords.leaveAsk}
      </p>
      <Button kind="outline" onClick={() => setAsksToLeave(false)}>
        {shareWords.stay}
      </Button>
      <Button kind="primary" aria-disabled={changing.pending !== null} onClick={() => void leave()}>
        {changing.pending?.op === "leave" ? shareWords.leaving : shareWords.leave}
      </Button>
    </>
  ) : (
    <Button kind="outline" onClick={() => setAsksToLeave(true)}>
      {shareWords.leave}
    </Button>
  );
  return (
    <Dialog title={isOwner ? shareWords.title(title) : shareWords.titleOthers(title)} foot={foot} onClose={onClose}>
      <div className="share" aria-busy={changing.pending !== null}>
        {isOwner ? (
          <AddPerson changing={changing} canLink={access.canLink} field={field} />
        ) : (
          <p className="share-own">{ownWords(access.standing, personName(access.owner))}</p>
        )}
        <PeopleList access={access} changing={changing} onRemoved={() => field.current?.focus()} />
        {isOwner && (access.canLink || links.length > 0) && (
          <ShareLinks links={links} canLink={access.canLink} now={now} changing={changing} onCopy={onCopy} />
        )}
        {(isOwner ? isShared || approvers.length > 0 : approvers.length > 0) && (
          <AskApprovers access={access} approvers={approvers} changing={changing} />
        )}
        <p className="share-spoken" role="status">
          {changing.done}
        </p>
      </div>
    </Dialog>
  );
}

function ownWords(standing: ShareDialogProps["access"]["standing"], owner: string): string {
  switch (standing) {
    case "viewer":
      return shareWords.sharedToRead(owner);
    case "commenter":
      return shareWords.sharedToComment(owner);
    default:
      return shareWords.sharedToEdit(owner);
  }
}
