import type { Feedback } from "../../core/feedback/build-feedback.ts";
import { approvalState } from "../../core/people/approval-state.ts";
import { HistoryDialog } from "../features/history/HistoryDialog.tsx";
import type { RestoredText } from "../features/history/RestoredBar.tsx";
import { FeedbackDialog } from "../features/sending/FeedbackDialog.tsx";
import { PromptDialog } from "../features/sending/PromptDialog.tsx";
import { SendAgainDialog } from "../features/sending/SendAgainDialog.tsx";
import { ApprovalsDialog } from "../features/share/ApprovalsDialog.tsx";
import { ApproveDialog } from "../features/share/ApproveDialog.tsx";
import { ShareDialog } from "../features/share/ShareDialog.tsx";
import { rightsOf } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { Comparison } from "../text/compare/Comparison.tsx";
import { isMac } from "../text/editor/describe-key.ts";
import { copyText } from "../ui/copy-text.ts";
import { shellWords } from "../words.ts";
import { ShortcutsDialog } from "./ShortcutsDialog.tsx";

/** Which dialog the person opened. */
export type OpenDialog =
  | { readonly kind: "none" }
  /** `seen`: the text that the person could read when they opened it. */
  | { readonly kind: "approve"; readonly seen: string }
  | { readonly kind: "feedback"; readonly seen: string }
  | { readonly kind: "shortcuts" }
  | { readonly kind: "share" }
  | { readonly kind: "approvals" }
  | { readonly kind: "history"; readonly seen: string; readonly version?: number };

const EVERYTHING = { canSuggest: true, canComment: true } as const;

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
  /** The person wants to approve: the dialog for it takes the place of this one. */
  readonly onApprove: () => void;
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
  onApprove,
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
      return (
        <ShortcutsDialog
          mac={isMac()}
          rights={ready.view.access === undefined ? EVERYTHING : rightsOf(ready.view)}
          onClose={onClose}
        />
      );
    case "share":
      return (
        ready.view.access && (
          <ShareDialog
            title={ready.view.checkpoint.document.title}
            access={ready.view.access}
            approvers={approvalState(ready.view.checkpoint).asked}
            now={now}
            onChange={actions.share}
            onCopy={copyText}
            onClose={onClose}
          />
        )
      );
    case "approvals":
      return (
        ready.view.access && (
          <ApprovalsDialog
            access={ready.view.access}
            state={approvalState(ready.view.checkpoint)}
            rights={rightsOf(ready.view)}
            now={now}
            onApprove={onApprove}
            onWithdraw={() => {
              onClose();
              void actions.setStatus("in_review");
            }}
            onClose={onClose}
          />
        )
      );
    case "history":
      return (
        <HistoryDialog
          actions={actions}
          assistant={assistant}
          access={ready.view.access}
          text={ready.draft}
          seen={open.seen}
          head={ready.view.checkpoint.document}
          approved={ready.view.checkpoint.approval?.version ?? null}
          canRestore={rightsOf(ready.view).canRestore}
          now={now}
          initial={open.version}
          onRestored={(made, name) => onRestored({ ...made, name, canvasId: ready.view.checkpoint.document.id })}
          onClose={onClose}
        />
      );
  }
}
