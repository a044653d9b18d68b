import { type RefObject, useMemo, useState } from "react";
import type { Feedback } from "../../core/feedback/build-feedback.ts";
import type { Told } from "../../core/records/books.ts";
import type { Proposal, Status } from "../../core/records/canvas.ts";
import type { ProposalDecision } from "../../core/records/operations.ts";
import { ChangesBar } from "../features/changes/ChangesBar.tsx";
import { changedWords } from "../features/changes/change-authors.ts";
import { useModelChanges } from "../features/changes/use-model-changes.ts";
import { useCommentControls } from "../features/comments/use-comment-controls.ts";
import { RestoredBar, type RestoredText } from "../features/history/RestoredBar.tsx";
import { ProposalBar, waitingWords } from "../features/proposals/ProposalBar.tsx";
import { useProposalControls } from "../features/proposals/use-proposal-controls.ts";
import { SendBar } from "../features/sending/SendBar.tsx";
import { RightsBanner } from "../features/share/RightsBanner.tsx";
import { useUndo } from "../features/undo/use-undo.ts";
import type { HostContext } from "../host/host-port.ts";
import { isMine } from "../people/who.ts";
import { isForbidden, rightsOf } from "../state/rights.ts";
import { useSeenText } from "../state/seen-text.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { shownBesideComments, shownComments } from "../state/unsaved-changes.ts";
import type { PreviousPlace } from "../text/reading/use-reading-place.ts";
import { useNow } from "../time-in-words.ts";
import { Announcer } from "../ui/Announcer.tsx";
import { Banner } from "../ui/Banner.tsx";
import { Button } from "../ui/Button.tsx";
import { copyText } from "../ui/copy-text.ts";
import { audienceName, proposalWords, shellWords } from "../words.ts";
import { copyAndDownload } from "./copy-and-download.ts";
import { FailedSaveBanner } from "./FailedSaveBanner.tsx";
import { ReadyHeader } from "./header/ReadyHeader.tsx";
import { NewestBanner } from "./NewestBanner.tsx";
import { type OpenDialog, ReadyDialogs } from "./ReadyDialogs.tsx";
import { useDebouncedIfManyComments, useFeedback } from "./use-debounced.ts";
import { useLayout } from "./use-layout.ts";
import { type Panel, Workspace } from "./Workspace.tsx";

interface ReadyScreenProps {
  readonly ready: Ready;
  readonly host: HostContext;
  readonly assistant: string;
  readonly actions: WidgetActions;
  /** Where the reader stood while the text streamed in; null: nothing did. */
  readonly arrived: RefObject<PreviousPlace | null>;
}

/** A canvas that can be read and edited: header, what needs a decision, the page, and what there is to send. */
export function ReadyScreen({ ready, host, assistant, actions, arrived }: ReadyScreenProps) {
  const [open, setOpen] = useState<OpenDialog>({ kind: "none" });
  const [place, setPlace] = useState<{ readonly from: number } | null>(null);
  const [restored, setRestored] = useState<RestoredText | null>(null);
  const debounced = useDebouncedIfManyComments(ready);
  const comments = useMemo(() => shownComments(debounced), [debounced]);
  const shown = useMemo(() => ({ ...shownBesideComments(ready), comments }), [ready, comments]);
  const { access } = ready.view;
  const rights = useMemo(() => rightsOf(ready.view), [ready.view]);
  const isHeld = isForbidden(ready);
  const layout = useLayout(ready, host, actions);
  const seenText = useSeenText(ready);
  const feedback = useFeedback(ready);
  const told = toldState(ready, shown.told, feedback.told);
  const counts = told === "seen" ? feedback.before : feedback.news;
  const audience = audienceName(shown.told.client, assistant);
  const undo = useUndo(actions, shown.document.id, ready.view);
  const offered = useProposalControls(
    shown.proposals,
    ready.draft,
    (decisions) => undo.decide(decisions, (made) => decidedWords(made, assistant)),
    access,
  );
  const [panel, setPanel] = useState<Panel>(null);
  const now = useNow();
  const commentControls = useCommentControls({
    comments,
    content: debounced.draft,
    assistant,
    now,
    // Words that may not be saved stand in the text: a comment on them would have no place.
    canComment: rights.canComment && !isHeld,
    access,
    canBeAnswered: ready.home === "server",
    drafts: actions.commentDrafts,
    onOperation: actions.comment,
    newId: actions.newCommentId,
    onAsked: (id) => void actions.askForAnswer(id),
    onOpenLink: (url) => void actions.openLink(url),
    onShowChange: (version) => setOpen({ kind: "history", version, seen: seenText() }),
  });
  // Bars must not say that something was decided which came to nothing.
  const isDone = (id: string) => !shown.proposals.some((one) => one.id === id && isWaiting(one));
  const last = undo.last?.ids.every(isDone) ? undo.last : null;
  const changes = useModelChanges(ready, actions, undo.change);
  const close = () => setOpen({ kind: "none" });
  const exports = copyAndDownload(actions, shown);
  const approve = () => setOpen({ kind: "approve", seen: seenText() });
  const setStatus = (status: Status) => {
    if (status === "approved") approve();
    else void actions.setStatus(status);
  };

  const header = (
    <ReadyHeader
      ready={ready}
      shown={shown}
      host={host}
      assistant={assistant}
      rights={rights}
      undecided={{
        conflicts: offered.open.filter(({ proposal: { kind } }) => kind === "conflict").length,
        suggestions: offered.open.filter(({ proposal: { kind, by } }) => kind !== "conflict" && !isMine(by, access))
          .length,
      }}
      onUndecided={() => offered.step(1)}
      comments={{ open: commentControls.counts.open + commentControls.counts.orphaned, shown: panel === "comments" }}
      onComments={() => setPanel(panel === "comments" ? null : "comments")}
      onOutline={() => setPanel(panel === "outline" ? null : "outline")}
      onStatus={setStatus}
      onApprove={approve}
      onApprovals={() => setOpen({ kind: "approvals" })}
      onShare={
        access !== undefined && ready.home === "server" && actions.host.abilities.serverTools !== "no"
          ? () => setOpen({ kind: "share" })
          : null
      }
      onRename={actions.rename}
      layout={layout}
      onCopyId={async () => {
        const isCopied = await copyText(shown.document.id);
        if (!isCopied) actions.say(shellWords.copyFailed, "warning");
        return isCopied;
      }}
      onMode={(mode) => void actions.setDisplayMode(mode)}
      onRetry={actions.retrySave}
      onSuggestOnly={actions.setSuggestOnly}
      onSuggesting={ready.home === "server" ? (on) => void actions.setSuggesting(on) : null}
      onHistory={ready.home === "server" ? () => setOpen({ kind: "history", seen: seenText() }) : null}
      onCopyMarkdown={() => void exports.copyMarkdown()}
      onCopyRichText={() => void exports.copyRichText()}
      onDownload={() => void exports.download()}
      onDownloadMarked={
        offered.open.length + commentControls.counts.open + commentControls.counts.orphaned > 0
          ? () => void exports.downloadMarked()
          : null
      }
      onShortcuts={() => setOpen({ kind: "shortcuts" })}
      onSay={actions.say}
    />
  );

  const copyButton = (
    <Button kind="outline" onClick={() => void exports.copyMarkdown()}>
      {shellWords.copy}
    </Button>
  );
  const isUnread = shown.told.client === null && ready.draft.trim() !== "";
  const total = counts.edits + counts.comments + counts.proposals + counts.others;
  const isAsked = ready.sending.kind === "asked";
  const isUntold = told === "pending" || told === "kept";
  const isSendable = total > 0 || isAsked || ((ready.touched || isUnread) && isUntold);
  const come = [
    ...(changes === null ? [] : [changedWords(changes.authors, assistant)]),
    waitingWords(offered, assistant, access) || (last?.words ?? ""),
  ];
  const bars = (
    <>
      <NewestBanner ready={ready} assistant={assistant} now={now} onRead={actions.supersededRead} />
      {ready.save.kind === "failed" && ready.save.forbidden && (
        <RightsBanner
          ready={ready}
          save={ready.save}
          onCopy={() => void exports.copyOwn(ready)}
          onSuggest={() => void actions.suggestInstead()}
          onDiscard={actions.discard}
        />
      )}
      {ready.save.kind === "failed" && !ready.save.forbidden && (
        <FailedSaveBanner
          save={ready.save}
          onKeep={() => void actions.keepText()}
          onCopy={() => void exports.copyMarkdown()}
        />
      )}
      {ready.touched && ready.save.kind === "browser" && ready.save.why === "no_storage" && (
        <Banner tone="warning" actions={copyButton}>
          {shellWords.noStorage}
        </Banner>
      )}
      {shown.document.status === "archived" && (
        <Banner
          actions={
            rights.canSetStatus && (
              <Button kind="outline" onClick={() => void actions.setStatus("draft")}>
                {shellWords.reopen}
              </Button>
            )
          }
        >
          {shellWords.archivedNotice}
        </Banner>
      )}
      {restored?.canvasId === shown.document.id && restored.text === ready.draft && (
        <RestoredBar restored={restored} actions={actions} onClose={() => setRestored(null)} />
      )}
      {(offered.open.length > 0 || last !== null) && (
        <ProposalBar
          controls={offered}
          assistant={assistant}
          access={access}
          locked={!rights.canDecide}
          last={last}
          onStep={(by) => offered.step(by)}
        />
      )}
      {changes !== null && (
        <ChangesBar
          changes={changes}
          assistant={assistant}
          locked={!rights.canEdit}
          onShow={({ from }) => setPlace({ from })}
        />
      )}
    </>
  );
  return (
    <>
      {header}
      <Announcer words={come.filter((words) => words !== "").join(". ")} />
      <Workspace
        ready={ready}
        rights={rights}
        changes={changes}
        proposed={offered}
        undo={undo}
        host={host}
        shown={shown}
        assistant={assistant}
        actions={actions}
        layout={layout}
        arrived={arrived}
        bars={bars}
        reveal={place}
        commentControls={commentControls}
        panel={panel}
        onPanel={setPanel}
      />
      {isSendable && rights.canSend && !isHeld && ready.incoming === null && (
        <SendBar
          counts={counts}
          told={told}
          reader={shown.told.client}
          assistant={audience}
          sending={ready.sending.kind === "working"}
          asked={isAsked}
          onCopyInstead={actions.copyInstead}
          onOpen={() => setOpen({ kind: "feedback", seen: seenText() })}
          onSend={() => void actions.send(seenText())}
        />
      )}
      <ReadyDialogs
        open={open}
        ready={ready}
        feedback={feedback}
        audience={audience}
        assistant={assistant}
        now={now}
        actions={actions}
        onRestored={(made) => {
          undo.last?.dismiss();
          setRestored(made);
        }}
        onApprove={approve}
        onClose={close}
      />
    </>
  );
}

/** How far it has come: a text that no model has read is news as a whole, and what was sent may wait until one asks. */
function toldState(ready: Ready, { client, sent }: Told, told: Feedback["told"]): Feedback["told"] | "kept" {
  if (client !== null && told !== "pending") return told;
  const { revision, content } = ready.view.checkpoint.document;
  return sent === revision && ready.draft === content ? "kept" : "pending";
}

function isWaiting({ state }: Proposal): boolean {
  return state === "open" || state === "withdrawn";
}

function decidedWords(decisions: readonly ProposalDecision[], assistant: string): string {
  const { done } = proposalWords;
  const first = decisions[0]?.decision;
  switch (first) {
    case "accept":
    case "reject":
      return done[first](decisions.length);
    case "take":
      return done.take(assistant);
    case "keep":
    case "both":
    case "edit":
      return done[first];
    default:
      return "";
  }
}
