import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { shellWords } from "../../words.ts";

interface PromptDialogProps {
  readonly text: string;
  readonly refused: string | null;
  /** The host may still answer. */
  readonly asked: boolean;
  readonly assistant: string;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

/** The words to say, for a host that takes no message from a canvas. */
export function PromptDialog({ text, refused, asked, assistant, onCopy, onClose }: PromptDialogProps) {
  const foot = (
    <>
      <Button kind="outline" onClick={onClose}>
        {shellWords.close}
      </Button>
      <Button kind="primary" icon="Copy" data-first-focus onClick={onCopy}>
        {shellWords.copy}
      </Button>
    </>
  );
  const next = asked ? shellWords.promptAsked : shellWords.promptNext;
  return (
    <Dialog title={shellWords.promptTitle(assistant)} foot={foot} onClose={onClose}>
      <p>{refused === null ? next : shellWords.promptRefused(refused)}</p>
      <p className="dialog-text">{text}</p>
    </Dialog>
  );
}
