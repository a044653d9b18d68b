import { type ReactNode, useId, useState } from "react";
import { READ_MS, useUnchangedFor } from "../../state/seen-text.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { shellWords } from "../../words.ts";
import { useHiddenParts } from "../hidden/HiddenList.tsx";
import { HiddenParts } from "../hidden/HiddenParts.tsx";

interface ApproveDialogProps {
  /** Which canvas, where more than one is on screen. */
  readonly title?: string;
  /** The text that is approved, as it is now. Left out: somebody else sees to it that it is the one that the person saw. */
  readonly text?: string;
  /** The text that the person can have read when they asked; left out: the one that stood there. */
  readonly seen?: string;
  /** What became of the text that stood when the dialog was opened. */
  readonly showChanges?: (before: string, after: string) => ReactNode;
  /** With the very text that the person could read. */
  readonly onApprove: (note: string, text: string | undefined) => void;
  readonly onClose: () => void;
}

/** Approval of the text that stood when the person asked, with a note for whoever reads it later. Another one is shown, and asked for again. */
export function ApproveDialog({
  title = shellWords.approveTitle,
  text,
  seen = text,
  showChanges,
  onApprove,
  onClose,
}: ApproveDialogProps) {
  const [note, setNote] = useState("");
  const [first] = useState(seen);
  const isOther = text !== first;
  const canRead = useUnchangedFor(text, isOther ? READ_MS : 0);
  const id = useId();
  const approve = () => {
    if (canRead) onApprove(note.trim(), text);
  };
  // Beside the buttons: whatever comes into the body, the note that is being written stays where it is seen.
  const foot = (
    <>
      <div className="dialog-note">
        <label htmlFor={id}>{shellWords.approveNote}</label>
        <textarea
          data-first-focus
          className="field"
          id={id}
          dir="auto"
          value={note}
          onChange={(event) => setNote(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.metaKey || event.ctrlKey)) approve();
          }}
        />
      </div>
      <Button kind="outline" onClick={onClose}>
        {shellWords.cancel}
      </Button>
      <Button kind="primary" icon="Check" isEarly={!canRead} onClick={approve}>
        {isOther ? shellWords.approveThis : shellWords.approve}
      </Button>
    </>
  );
  return (
    <Dialog title={title} foot={foot} onClose={onClose}>
      {isOther && text !== undefined && first !== undefined ? (
        <>
          <p role="alert">{shellWords.approveChanged}</p>
          <div className="dialog-changes">{showChanges?.(first, text)}</div>
        </>
      ) : (
        <p>{shellWords.approveNext}</p>
      )}
      {text !== undefined && <HiddenInApproval text={text} />}
    </Dialog>
  );
}

/** An approval is of the source: what of it the page does not show is said here. */
function HiddenInApproval({ text }: { readonly text: string }) {
  const [isOpen, setOpen] = useState(false);
  return <HiddenParts text={text} parts={useHiddenParts(text)} isOpen={isOpen} onOpen={setOpen} />;
}
