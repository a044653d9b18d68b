import type { ReactNode } from "react";
import { READ_MS, useUnchangedFor } from "../../state/seen-text.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { shellWords } from "../../words.ts";

interface SendAgainDialogProps {
  /** What became of the text that the person saw when they pressed Send. */
  readonly children: ReactNode;
  /** The text as it is now. */
  readonly text: string;
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

/** Send was about another text than the one that stands there by now: what changed, and Send once more. */
export function SendAgainDialog({ children, text, onSend, onClose }: SendAgainDialogProps) {
  const canRead = useUnchangedFor(text, READ_MS);
  const foot = (
    <>
      <Button kind="outline" data-first-focus onClick={onClose}>
        {shellWords.cancel}
      </Button>
      <Button kind="primary" icon="Send" isEarly={!canRead} onClick={() => onSend(text)}>
        {shellWords.sendThis}
      </Button>
    </>
  );
  return (
    <Dialog title={shellWords.sendMovedTitle} foot={foot} onClose={onClose}>
      <p role="alert">{shellWords.sendMoved}</p>
      <div className="dialog-changes">{children}</div>
    </Dialog>
  );
}
