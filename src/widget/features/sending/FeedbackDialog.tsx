import { type ReactNode, useState } from "react";
import type { Feedback } from "../../../core/feedback/build-feedback.ts";
import { READ_MS, useUnchangedFor } from "../../state/seen-text.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Icon } from "../../ui/icons.tsx";
import { shellWords } from "../../words.ts";
import "./feedback-dialog.css";

interface FeedbackDialogProps {
  readonly feedback: Feedback;
  readonly assistant: string;
  /** The text that it is about, as it is now. */
  readonly text: string;
  /** The text that the person could read when they opened this. */
  readonly seen: string;
  /** What became of that text. */
  readonly showChanges: (before: string, after: string) => ReactNode;
  /** With the very text that the person could read. */
  readonly onSend: (text: string) => void;
  readonly onClose: () => void;
}

/** The exact text that the model will get, and how far each thing has come. It is about the text that stood there; another one is shown first. */
export function FeedbackDialog(props: FeedbackDialogProps) {
  const { feedback, assistant, text: now, showChanges, onSend, onClose } = props;
  const [first] = useState(props.seen);
  const isOther = now !== first;
  const canRead = useUnchangedFor(now, isOther ? READ_MS : 0);
  const words = {
    pending: shellWords.pending(assistant),
    offered: shellWords.offered(assistant),
    seen: shellWords.seen(assistant),
  };
  const foot = (
    <>
      <Button kind="outline" onClick={onClose}>
        {shellWords.close}
      </Button>
      <Button kind="primary" icon="Send" data-first-focus isEarly={!canRead} onClick={() => onSend(now)}>
        {isOther ? shellWords.sendThis : shellWords.send(assistant)}
      </Button>
    </>
  );
  return (
    <Dialog title={shellWords.feedbackTitle(assistant)} foot={foot} onClose={onClose}>
      {isOther && (
        <>
          <p role="alert">{shellWords.sendChanged}</p>
          <div className="dialog-changes">{showChanges(first, now)}</div>
        </>
      )}
      <p>{shellWords.feedbackNext}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text that scrolls must be reachable by keyboard */}
      <pre className="dialog-text" tabIndex={0}>
        {feedback.text}
      </pre>
      {feedback.items.length > 0 && (
        <>
          <h3 className="told-title">{shellWords.toldTitle}</h3>
          <ul className="told-list">
            {feedback.items.map(({ text, state }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two items may read the same, and none is ever moved
              <li key={index} className="told-item">
                <bdi className="told-text">{text}</bdi>
                <span className="told-state" data-told={state}>
                  {state !== "pending" && <Icon name="Check" />}
                  {words[state]}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  );
}
