import type { Feedback } from "../../core/feedback/build-feedback.ts";
import { Comparison } from "../history/Comparison.tsx";
import type { WidgetActions } from "../state/start-widget.ts";
import { isReadOnly, type Ready } from "../state/state.ts";
import { shellWords } from "../words.ts";
import { ApproveDialog } from "./ApproveDialog.tsx";
import { copyText } from "./copy-text.ts";
import { FeedbackDialog } from "./FeedbackDialog.tsx";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { isMac } from "./is-mac.ts";
import { PromptDialog } from "./PromptDialog.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

/** Which dialog the person opened. */
export type OpenDialog =
  | { readonly kind: "none" }
  | { readonly kind: "approve" }
  | { readonly kind: "feedback" }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "history"; readonly version?: number };

interface ReadyDialogsProps {
  readonly open: OpenDialog;
  readonly ready: Ready;
  /** What the model would get. */
  readonly feedback: Feedback;
  /** The model that gets it, by a name that the person knows. */
  readonly audience: string;
  readonly assistant: string;
  readonly now: number;
  readonly actions: WidgetActions;
  readonly onClose: () => void;
}

/** The dialogs of an open canvas; at most one of them stands. */
export function ReadyDialogs({ open, ready, feedback, audience, assistant, now, actions, onClose }: ReadyDialogsProps) {
  const { sending } = ready;
  const copyPrompt = async (text: string) => {
    if (!(await copyText(text))) return actions.say(shellWords.copyFailed, "warning");
    actions.say(shellWords.copied);
    actions.promptClosed();
    await actions.promptCopied();
  };
  if (sending.kind === "prompt") {
    return (
      <PromptDialog
        text={sending.text}
        refused={sending.refused}
        assistant={assistant}
        onCopy={() => void copyPrompt(sending.text)}
        onClose={actions.promptClosed}
      />
    );
  }
  switch (open.kind) {
    case "none":
      return null;
    case "approve":
      return (
        <ApproveDialog
          text={ready.draft}
          showChanges={(before, after) => <Comparison from={before} to={after} view="source" />}
          onClose={onClose}
          onApprove={(note, seen) => {
            onClose();
            void actions.setStatus("approved", note === "" ? undefined : note, seen);
          }}
        />
      );
    case "feedback":
      return (
        <FeedbackDialog
          feedback={feedback}
          assistant={audience}
          onClose={onClose}
          onSend={() => {
            onClose();
            void actions.send();
          }}
        />
      );
    case "shortcuts":
      return <ShortcutsDialog mac={isMac()} onClose={onClose} />;
    case "history":
      return (
        <HistoryDialog
          actions={actions}
          assistant={assistant}
          canRestore={!isReadOnly(ready)}
          now={now}
          initial={open.version}
          onClose={onClose}
        />
      );
  }
}
