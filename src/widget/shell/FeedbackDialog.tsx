import { shellWords } from "../words.ts";
import { Button } from "./Button.tsx";
import { Dialog } from "./Dialog.tsx";

interface FeedbackDialogProps {
  readonly text: string;
  readonly assistant: string;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** The exact text that the model will get. */
export function FeedbackDialog({ text, assistant, onSend, onClose }: FeedbackDialogProps) {
  const foot = (
    <>
      <Button kind="outline" onClick={onClose}>
        {shellWords.close}
      </Button>
      <Button kind="primary" icon="Send" data-first-focus onClick={onSend}>
        {shellWords.send(assistant)}
      </Button>
    </>
  );
  return (
    <Dialog title={shellWords.feedbackTitle(assistant)} foot={foot} onClose={onClose}>
      <p>{shellWords.feedbackNext}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text that scrolls must be reachable by keyboard */}
      <pre className="dialog-text" tabIndex={0}>
        {text}
      </pre>
    </Dialog>
  );
}
