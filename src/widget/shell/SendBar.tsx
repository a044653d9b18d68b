import { shellWords } from "../words.ts";
import { Button } from "./Button.tsx";
import { Icon } from "./icons.tsx";
import "./send-bar.css";

interface SendBarProps {
  readonly counts: { readonly edits: number; readonly comments: number; readonly proposals: number };
  /** How far the newest of it has come to the model. */
  readonly told: "pending" | "offered" | "seen";
  readonly assistant: string;
  readonly sending: boolean;
  readonly onOpen: () => void;
  readonly onSend: () => void;
}

/** What there is to send, and Send. */
export function SendBar({ counts, told, assistant, sending, onOpen, onSend }: SendBarProps) {
  const parts = [
    counts.edits > 0 ? shellWords.edits(counts.edits) : null,
    counts.comments > 0 ? shellWords.comments(counts.comments) : null,
    counts.proposals > 0 ? shellWords.proposals(counts.proposals) : null,
  ].filter((part) => part !== null);
  const words = {
    pending: shellWords.pending(assistant),
    offered: shellWords.offered(assistant),
    seen: shellWords.seen(assistant),
  };
  return (
    <section className="send-bar" aria-label={shellWords.send(assistant)}>
      <Button kind="link" onClick={onOpen} title={shellWords.feedbackOpen}>
        {parts.length > 0 ? parts.join(", ") : shellWords.statusChange}
      </Button>
      <span className="send-bar-told" data-told={told}>
        {told !== "pending" && <Icon name="Check" />}
        {words[told]}
      </span>
      <Button kind={told === "pending" ? "primary" : "outline"} icon="Send" disabled={sending} onClick={onSend}>
        {sending ? shellWords.sending : shellWords.send(assistant)}
      </Button>
    </section>
  );
}
