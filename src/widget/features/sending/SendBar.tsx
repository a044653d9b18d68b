import type { Counts } from "../../../core/feedback/build-feedback.ts";
import { Button } from "../../ui/Button.tsx";
import { Icon } from "../../ui/icons.tsx";
import { shellWords } from "../../words.ts";
import "./send-bar.css";

interface SendButtonProps {
  /** Something of it has not been sent yet. */
  readonly isNew: boolean;
  readonly assistant: string;
  readonly sending: boolean;
  readonly onSend: () => void;
  /** There is room for a sign alone; pointed at, it says what there is to send. */
  readonly short?: string;
}

interface SendBarProps extends SendButtonProps {
  readonly counts: Pick<Counts, "edits" | "comments" | "interactions" | "suggestions" | "conflicts" | "decisions">;
  /** How far the newest of it has come to the model. "kept": it was sent, and waits until the model asks. */
  readonly told: "pending" | "kept" | "offered" | "seen";
  /** null: none has ever read this canvas. */
  readonly reader: string | null;
  /** The host has the message, and has not said whether it passes it on. */
  readonly asked: boolean;
  readonly onOpen: () => void;
  readonly onCopyInstead: () => void;
}

/** What there is to send, and Send. */
export function SendBar(props: SendBarProps) {
  const { counts, told, reader, assistant, asked, onOpen, onCopyInstead } = props;
  const words = {
    pending: reader === null ? shellWords.unread : shellWords.pending(assistant),
    kept: shellWords.kept(reader === null ? shellWords.anAssistant : assistant),
    offered: shellWords.offered(assistant),
    seen: shellWords.seen(assistant),
  };
  return (
    <section className="send-bar" aria-label={shellWords.send(assistant)}>
      <Button kind="link" onClick={onOpen} title={shellWords.feedbackOpen}>
        {whatToSend(counts, reader)}
      </Button>
      {asked ? (
        <span className="send-bar-told" role="status">
          {shellWords.asked}
          <span aria-hidden="true">·</span>
          <Button kind="link" onClick={onCopyInstead}>
            {shellWords.copyInstead}
          </Button>
        </span>
      ) : (
        <span className="send-bar-told" data-told={told}>
          {told !== "pending" && <Icon name={told === "kept" ? "Hourglass" : "Check"} />}
          {words[told]}
        </span>
      )}
      <SendButton {...props} />
    </section>
  );
}

export function SendButton({ isNew, assistant, sending, onSend, short }: SendButtonProps) {
  const words = sending ? shellWords.sending : shellWords.send(assistant);
  return (
    <Button
      kind={isNew ? "primary" : "outline"}
      icon="Send"
      disabled={sending}
      onClick={onSend}
      {...(short === undefined ? {} : { "aria-label": words, title: `${words} (${short})` })}
    >
      {short === undefined ? words : ""}
    </Button>
  );
}

/** What there is to send, in words. */
export function whatToSend(counts: SendBarProps["counts"], reader: string | null): string {
  const parts = [
    counts.edits > 0 ? shellWords.edits(counts.edits) : null,
    counts.comments > 0 ? shellWords.comments(counts.comments) : null,
    counts.interactions > 0 ? shellWords.interactions(counts.interactions) : null,
    counts.suggestions > 0 ? shellWords.suggestions(counts.suggestions) : null,
    counts.conflicts > 0 ? shellWords.conflicts(counts.conflicts) : null,
    counts.decisions > 0 ? shellWords.decisions(counts.decisions) : null,
  ].filter((part) => part !== null);
  if (parts.length > 0) return parts.join(", ");
  return reader === null ? shellWords.wholeText : shellWords.statusChange;
}
