import type { Feedback } from "../../core/feedback/build-feedback.ts";
import { isMac } from "../editor/describe-key.ts";
import { Comparison } from "../history/Comparison.tsx";
import type { RestoredText } from "../history/RestoredBar.tsx";
import type { WidgetActions } from "../state/start-widget.ts";
import { isReadOnly, type Ready } from "../state/state.ts";
import { shellWords } from "../words.ts";
import { ApproveDialog } from "./ApproveDialog.tsx";
import { copyText } from "./copy-text.ts";
import { FeedbackDialog } from "./FeedbackDialog.tsx";
import { HistoryDialog } from "./HistoryDialog.tsx";
import { PromptDialog } from "./PromptDialog.tsx";
import { SendAgainDialog } from "./SendAgainDialog.tsx";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

/** Which dialog the person opened. */
export type OpenDialog =
  | { readonly kind: "none" }
  /** `seen`: the text that the person could read when they opened it. */
  | { readonly kind: "approve"; readonly seen: string }
  | { readonly kind: "feedback"; readonly seen: string }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "history"; readonly seen: string; readonly version?: number };

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
  readonly onRestored: (restored: RestoredText) => void;
  readonly onClose: () => void;
}

/** The dialogs of an open canvas; at most one of them stands. */
export function ReadyDialogs({
  open,
  ready,
  feedback,
  audience,
  assistant,
  now,
  actions,
  onRestored,
  onClose,
}: ReadyDialogsProps) {
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
        asked={sending.asked === true}
        assistant={assistant}
        onCopy={() => void copyPrompt(sending.text)}
        onClose={actions.promptClosed}
      />
    );
  }
  const showChanges = (before: string, after: string) => <Comparison from={before} to={after} view="source" />;
  if (sending.kind === "moved") {
    return (
      <SendAgainDialog text={ready.draft} onClose={actions.promptClosed} onSend={(text) => void actions.send(text)}>
        {showChanges(sending.seen, ready.draft)}
      </SendAgainDialog>
    );
  }
  switch (open.kind) {
    case "none":
      return null;
    case "approve":
      return (
        <ApproveDialog
          text={ready.draft}
          seen={open.seen}
          showChanges={showChanges}
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
          text={ready.draft}
          seen={open.seen}
          showChanges={showChanges}
          onClose={onClose}
          onSend={(text) => {
            onClose();
            void actions.send(text);
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
          text={ready.draft}
          seen={open.seen}
          head={ready.view.checkpoint.document}
          approved={ready.view.checkpoint.approval?.version ?? null}
          canRestore={!isReadOnly(ready)}
          now={now}
          initial={open.version}
          onRestored={(made, name) => onRestored({ ...made, name, canvasId: ready.view.checkpoint.document.id })}
          onClose={onClose}
        />
      );
  }
}
