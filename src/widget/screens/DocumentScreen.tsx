import { useMemo, useState } from "react";
import type { ProposalDecision } from "../../core/records/operations.ts";
import { changedWords } from "../features/changes/change-authors.ts";
import { useModelChanges } from "../features/changes/use-model-changes.ts";
import { useCommentControls } from "../features/comments/use-comment-controls.ts";
import type { RestoredText } from "../features/history/RestoredBar.tsx";
import { waitingWords } from "../features/proposals/ProposalBar.tsx";
import { useProposalControls } from "../features/proposals/use-proposal-controls.ts";
import { useUndo } from "../features/undo/use-undo.ts";
import type { HostContext } from "../host/host-port.ts";
import { isForbidden } from "../state/rights.ts";
import { useSeenText } from "../state/seen-text.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { Announcer } from "../ui/Announcer.tsx";
import { proposalWords } from "../words.ts";
import { DocumentHeader } from "./header/DocumentHeader.tsx";
import type { TextWithoutCanvas } from "./provisional-canvas.ts";
import { type OpenDialog, ReadyDialogs } from "./ReadyDialogs.tsx";
import { useDocumentBars } from "./use-document-bars.tsx";
import { useLayout } from "./use-layout.ts";
import { useOpenCanvas } from "./use-open-canvas.ts";
import { usePage } from "./use-page.ts";
import { useSending } from "./use-sending.tsx";
import { type Panel, Workspace } from "./Workspace.tsx";

interface DocumentScreenProps {
  readonly state: Ready | TextWithoutCanvas;
  readonly host: HostContext;
  readonly assistant: string;
  readonly actions: WidgetActions;
}

/** A document, from the first word that streams in: header, what needs a decision, the page, and what there is to send. */
export function DocumentScreen({ state, host, assistant, actions }: DocumentScreenProps) {
  const [open, setOpen] = useState<OpenDialog>({ kind: "none" });
  const [place, reveal] = useState<{ readonly from: number } | null>(null);
  const [restored, setRestored] = useState<RestoredText | null>(null);
  const [panel, showPanel] = useState<Panel>(null);
  const canvas = useOpenCanvas(state, assistant, actions);
  const { ready, shown, placed, rights, now } = canvas;
  const { access } = ready.view;
  const { id } = shown.document;
  const layout = useLayout(canvas, host);
  const seenText = useSeenText(ready);
  const undo = useUndo(actions, ready);
  const proposed = useProposalControls(
    shown.proposals,
    ready.draft,
    (decisions) => undo.decide(decisions, (made) => decidedWords(made, assistant)),
    access,
  );
  const commentControls = useCommentControls({
    canvasId: id,
    placed,
    content: ready.draft,
    assistant,
    now,
    // Words that may not be saved stand in the text: a comment on them would have no place.
    canComment: rights.canComment && !isForbidden(ready),
    access,
    canBeAnswered: ready.home === "server",
    drafts: actions.commentDrafts,
    onOperation: actions.comment,
    newId: actions.newCommentId,
    onAsked: (comment) => void actions.askForAnswer(comment),
    onOpenLink: (url) => void actions.openLink(url),
    onShowChange: (version) => setOpen({ kind: "history", version, seen: seenText() }),
  });
  const changes = useModelChanges(ready, actions, undo.change);
  const page = usePage(canvas, host, layout, changes?.compares === true, undo);
  const sending = useSending(canvas, seenText, () => setOpen({ kind: "feedback", seen: seenText() }));
  // Bars must not say that something was decided which came to nothing.
  const isDone = (one: string) => !shown.proposals.some(({ id: its, state: now }) => its === one && isWaiting(now));
  const last = undo.last?.ids.every(isDone) ? undo.last : null;
  const bars = useDocumentBars({
    canvas,
    state,
    proposed,
    changes,
    restored: restored?.canvasId === id && restored.text === ready.draft ? restored : null,
    last,
    sending: sending.bar,
    onShow: reveal,
    // While the bar stands nothing was done since: it is the last step.
    onRestoredUndo: () => undo.goBack("undo"),
    onRestoredClose: () => setRestored(null),
  });
  const come = useMemo(
    () => [
      ...(changes === null ? [] : [changedWords(changes.authors, assistant)]),
      waitingWords(proposed, assistant, access) || (last?.words ?? ""),
    ],
    [changes, assistant, proposed, access, last],
  );
  return (
    <>
      <DocumentHeader
        canvas={canvas}
        state={state}
        host={host}
        layout={layout}
        proposed={proposed}
        comments={{ counts: commentControls.counts, shown: panel === "comments" }}
        onPanel={(wanted) => showPanel(panel === wanted ? null : wanted)}
        onOpen={(kind) => setOpen(kind === "approve" || kind === "history" ? { kind, seen: seenText() } : { kind })}
      />
      <Announcer words={come.filter((words) => words !== "").join(". ")} />
      <Workspace
        canvas={canvas}
        page={page}
        layout={layout}
        undo={undo}
        commentControls={commentControls}
        changes={changes}
        proposed={proposed}
        panel={{ open: panel, show: showPanel }}
        place={{ at: place, reveal }}
        bars={bars}
      />
      <ReadyDialogs
        open={open}
        ready={ready}
        feedback={sending.feedback}
        audience={sending.audience}
        assistant={assistant}
        now={now}
        actions={actions}
        onRestored={setRestored}
        onApprove={() => setOpen({ kind: "approve", seen: seenText() })}
        onClose={() => setOpen({ kind: "none" })}
      />
    </>
  );
}

function isWaiting(state: string): boolean {
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
