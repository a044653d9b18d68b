import { useId, useState } from "react";
import { shellWords } from "../words.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

interface ApproveDialogProps {
  /** Which canvas, where more than one is on screen. */
  readonly title?: string;
  readonly onApprove: (note: string) => void;
  readonly onClose: () => void;
}

/** Approval, with a note for whoever reads it later. */
export function ApproveDialog({ title = shellWords.approveTitle, onApprove, onClose }: ApproveDialogProps) {
  const [note, setNote] = useState("");
  const id = useId();
  const approve = () => onApprove(note.trim());
  const foot = (
    <>
      <Button kind="outline" onClick={onClose}>
        {shellWords.cancel}
      </Button>
      <Button kind="primary" icon="Check" onClick={approve}>
        {shellWords.approve}
      </Button>
    </>
  );
  return (
    <Dialog title={title} foot={foot} onClose={onClose}>
      <p>{shellWords.approveNext}</p>
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
    </Dialog>
  );
}
