import type { Feedback } from "../../core/feedback/build-feedback.ts";
import type { Told } from "../../core/records/books.ts";
import type { OpenCanvas } from "../features/feature.ts";
import { SendBar, SendButton, whatToSend } from "../features/sending/SendBar.tsx";
import { isForbidden } from "../state/rights.ts";
import type { Ready } from "../state/state.ts";
import { audienceName } from "../words.ts";
import type { Bar } from "./BarLine.tsx";
import { useFeedback } from "./use-rested.ts";

interface Sending {
  /** What the model would get. */
  readonly feedback: Feedback;
  /** The model that gets it, by a name that the person knows. */
  readonly audience: string;
  /** null: there is nothing to send. */
  readonly bar: Bar | null;
}

/** What there is to send, and to whom. */
export function useSending(
  { ready, shown, rights, assistant, actions }: OpenCanvas,
  seenText: () => string,
  onOpen: () => void,
): Sending {
  const feedback = useFeedback(ready);
  const told = toldState(ready, shown.told, feedback.told);
  const counts = told === "seen" ? feedback.before : feedback.news;
  const audience = audienceName(shown.told.client, assistant);
  const isUnread = shown.told.client === null && ready.draft.trim() !== "";
  const total = counts.edits + counts.comments + counts.proposals + counts.others;
  const isAsked = ready.sending.kind === "asked";
  const isUntold = told === "pending" || told === "kept";
  const isSendable = total > 0 || isAsked || ((ready.touched || isUnread) && isUntold);
  if (!isSendable || !rights.canSend || isForbidden(ready) || ready.incoming !== null) {
    return { feedback, audience, bar: null };
  }
  const send = {
    isNew: told === "pending" && !isAsked,
    assistant: audience,
    sending: ready.sending.kind === "working",
    onSend: () => void actions.send(seenText()),
  };
  const content = (
    <SendBar
      {...send}
      counts={counts}
      told={told}
      reader={shown.told.client}
      asked={isAsked}
      onCopyInstead={actions.copyInstead}
      onOpen={onOpen}
    />
  );
  return {
    feedback,
    audience,
    bar: {
      id: "send",
      content,
      closed: { button: <SendButton {...send} short={whatToSend(counts, shown.told.client)} /> },
    },
  };
}

/** How far it has come: a text that no model has read is news as a whole, and what was sent may wait until one asks. */
function toldState(ready: Ready, { client, sent }: Told, told: Feedback["told"]): Feedback["told"] | "kept" {
  if (client !== null && told !== "pending") return told;
  const { revision, content } = ready.view.checkpoint.document;
  return sent === revision && ready.draft === content ? "kept" : "pending";
}
