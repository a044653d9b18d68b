import { useMemo, useState } from "react";
import type { Status } from "../../core/document/records.ts";
import { useCommentDesk } from "../comments/use-comment-desk.ts";
import { useNow } from "../comments/use-now.ts";
import type { HostContext } from "../host/host-port.ts";
import { shownCheckpoint } from "../state/shown-checkpoint.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import { isReadOnly, type Ready } from "../state/state.ts";
import { shellWords } from "../words.ts";
import { ApproveDialog } from "./ApproveDialog.tsx";
import { Banner } from "./Banner.tsx";
import { Button } from "./Button.tsx";
import { ConflictList } from "./ConflictList.tsx";
import { copyText } from "./copy-text.ts";
import { FeedbackDialog } from "./FeedbackDialog.tsx";
import { PromptDialog } from "./PromptDialog.tsx";
import { ReadyHeader } from "./ReadyHeader.tsx";
import { SendBar } from "./SendBar.tsx";
import { takeAway } from "./take-away.ts";
import { useFeedback } from "./use-feedback.ts";
import { Workspace } from "./Workspace.tsx";

interface ReadyScreenProps {
  readonly ready: Ready;
  readonly host: HostContext;
  readonly assistant: string;
  readonly actions: WidgetActions;
}

type Open = "none" | "approve" | "feedback" | "history";

/** A canvas that can be read and edited: header, what needs a decision, the page, and what there is to send. */
export function ReadyScreen({ ready, host, assistant, actions }: ReadyScreenProps) {
  const [open, setOpen] = useState<Open>("none");
  const [place, setPlace] = useState<number | null>(null);
  const shown = useMemo(() => shownCheckpoint(ready), [ready]);
  const feedback = useFeedback(ready);
  const { counts, told } = feedback;
  const conflicts = shown.proposals.filter((one) => one.kind === "conflict" && one.state === "open");
  const [panel, setPanel] = useState(false);
  const now = useNow();
  const desk = useCommentDesk({
    comments: shown.comments,
    content: ready.draft,
    assistant,
    now,
    canComment: !isReadOnly(ready),
    drafts: actions.commentDrafts,
    onOperation: actions.comment,
    newId: actions.newCommentId,
  });
  const close = () => setOpen("none");
  const carry = takeAway(actions, shown.document);
  const send = () => {
    close();
    void actions.send();
  };
  const setStatus = (status: Status) => {
    if (status === "approved") setOpen("approve");
    else void actions.setStatus(status);
  };
  const copyPrompt = async (text: string) => {
    if (!(await copyText(text))) return actions.say(shellWords.copyFailed, "warning");
    actions.say(shellWords.copied);
    actions.promptClosed();
    await actions.promptCopied();
  };

  const header = (
    <ReadyHeader
      ready={ready}
      shown={shown}
      host={host}
      comments={{ open: desk.counts.open + desk.counts.orphaned, shown: panel }}
      onComments={() => setPanel(!panel)}
      onStatus={setStatus}
      onRename={actions.rename}
      onEdit={() => void actions.startEditing()}
      onDone={actions.stopEditing}
      onMode={(mode) => void actions.setDisplayMode(mode)}
      onRetry={actions.retrySave}
      onHistory={null}
      onCopyMarkdown={() => void carry.copyMarkdown()}
      onCopyRichText={() => void carry.copyRichText()}
      onDownload={() => void carry.download()}
    />
  );

  if (ready.superseded !== null) {
    return (
      <>
        {header}
        <Banner
          tone="accent"
          actions={
            <Button kind="outline" onClick={() => void actions.takeOver()}>
              {shellWords.editHere}
            </Button>
          }
        >
          {shellWords.newer} · {shellWords.version(ready.superseded)}
        </Banner>
      </>
    );
  }

  const total = counts.edits + counts.comments + counts.proposals;
  return (
    <>
      {header}
      {ready.save.kind === "failed" && <Banner tone="warning">{failedWords(ready.save)}</Banner>}
      {shown.document.status === "archived" && (
        <Banner
          actions={
            <Button kind="outline" onClick={() => void actions.setStatus("draft")}>
              {shellWords.reopen}
            </Button>
          }
        >
          {shellWords.archivedNotice}
        </Banner>
      )}
      {conflicts.length > 0 && (
        <ConflictList
          conflicts={conflicts}
          assistant={assistant}
          onDecide={(id, decision) => actions.decide({ id, decision })}
          onShow={(conflict) => setPlace(conflict.anchor.offset)}
        />
      )}
      <Workspace
        ready={ready}
        host={host}
        shown={shown}
        assistant={assistant}
        actions={actions}
        reveal={place}
        desk={desk}
        panel={panel}
        onPanel={setPanel}
      />
      {(total > 0 || (ready.touched && told === "pending")) && ready.incoming === null && (
        <SendBar
          counts={counts}
          told={told}
          assistant={assistant}
          sending={ready.sending.kind === "working"}
          onOpen={() => setOpen("feedback")}
          onSend={send}
        />
      )}
      {open === "approve" && (
        <ApproveDialog
          onClose={close}
          onApprove={(note) => {
            close();
            void actions.setStatus("approved", note === "" ? undefined : note);
          }}
        />
      )}
      {open === "feedback" && (
        <FeedbackDialog text={feedback.text} assistant={assistant} onSend={send} onClose={close} />
      )}
      {ready.sending.kind === "prompt" && (
        <PromptDialog
          text={ready.sending.text}
          refused={ready.sending.refused}
          assistant={assistant}
          onCopy={() => void copyPrompt(ready.sending.kind === "prompt" ? ready.sending.text : "")}
          onClose={actions.promptClosed}
        />
      )}
    </>
  );
}

function failedWords(save: Extract<Ready["save"], { kind: "failed" }>): string {
  return save.kept ? shellWords.failedKept(save.why) : shellWords.failedNotKept(save.why);
}
