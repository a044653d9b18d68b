import { type RefObject, useEffect, useMemo, useRef } from "react";
import { countWords } from "../../../core/markdown/plain-text.ts";
import { approvalState } from "../../../core/people/approval-state.ts";
import type { Checkpoint, Status } from "../../../core/records/canvas.ts";
import { ApprovalBadge } from "../../features/share/ApprovalBadge.tsx";
import type { HostContext } from "../../host/host-port.ts";
import { personName } from "../../people/who.ts";
import type { Rights } from "../../state/rights.ts";
import type { Incoming, Ready } from "../../state/state.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Header } from "../../ui/Header.tsx";
import type { MenuItem } from "../../ui/Menu.tsx";
import { commentWords, readingWords, shareWords, shellWords } from "../../words.ts";
import { useDebouncedIfLarge } from "../use-debounced.ts";
import type { LayoutControls } from "../use-layout.ts";
import { CanvasId } from "./CanvasId.tsx";
import { LayoutSwitch } from "./LayoutSwitch.tsx";
import { MoreMenu } from "./MoreMenu.tsx";
import { SavedState } from "./SavedState.tsx";
import { StatusMenu } from "./StatusMenu.tsx";
import { TitleField } from "./TitleField.tsx";

export interface ReadyHeaderActions {
  readonly onStatus: (status: Status) => void;
  readonly onApprove: () => void;
  /** Who was asked to approve, and how far each is. */
  readonly onApprovals: () => void;
  /** null: there is nobody to share with, or no way to ask the server. */
  readonly onShare: (() => void) | null;
  readonly onRename: (title: string) => void;
  /** Resolves to whether the browser allowed it. */
  readonly onCopyId: () => Promise<boolean>;
  readonly onMode: (mode: "inline" | "fullscreen") => void;
  readonly onRetry: () => void;
  /** To the next thing that waits for the person. */
  readonly onUndecided: () => void;
  readonly onComments: () => void;
  readonly onOutline: () => void;
  readonly onSuggestOnly: (on: boolean) => void;
  /** null: there is no server to offer anything to. */
  readonly onSuggesting: ((on: boolean) => void) | null;
  readonly onHistory: (() => void) | null;
  readonly onCopyMarkdown: () => void;
  readonly onCopyRichText: () => void;
  readonly onDownload: () => void;
  readonly onDownloadMarked: (() => void) | null;
  readonly onShortcuts: () => void;
  readonly onSay: (words: string) => void;
}

interface ReadyHeaderProps extends ReadyHeaderActions {
  readonly ready: Ready;
  readonly shown: Checkpoint;
  readonly host: HostContext;
  readonly assistant: string;
  readonly rights: Rights;
  readonly layout: LayoutControls;
  /** Conflicts and suggestions that wait for the person. */
  /** What the person has to settle; their own suggestions wait for the assistant. */
  readonly undecided: { readonly conflicts: number; readonly suggestions: number };
  readonly comments: { readonly open: number; readonly shown: boolean };
}

/** The header of a canvas that can be read and edited. */
export function ReadyHeader(props: ReadyHeaderProps) {
  const { ready, shown, host, assistant, rights, layout, undecided, comments, ...on } = props;
  const { document, approval } = shown;
  const busy = ready.incoming !== null;
  const fullscreen = host.displayMode === "fullscreen";
  const canExpand = host.displayModes.includes("fullscreen");
  const changed =
    document.status === "approved" && (approval?.version !== document.version || ready.draft !== ready.base.content);
  const { access } = ready.view;
  const approvals = approvalState(shown);
  const isAsked = approvals.asked.some(({ person, state }) => isMe(person, access) && state !== "approved");
  const shareLabel = access && (rights.canShare ? shareWords.share : shareWords.sharedBy(personName(access.owner)));
  const edit = useRef<HTMLButtonElement>(null);
  useFocusAfter(ready.editing, edit);
  const counted = useDebouncedIfLarge(ready.draft, ready.draft.length);
  const words = useMemo(() => countWords(counted), [counted]);
  const waiting = undecided.conflicts + undecided.suggestions;
  const waitingWords = [
    ...(undecided.conflicts > 0 ? [shellWords.conflicts(undecided.conflicts)] : []),
    ...(undecided.suggestions > 0 ? [shellWords.suggestions(undecided.suggestions)] : []),
  ].join(", ");
  return (
    <Header
      badge={
        <StatusMenu
          status={document.status}
          disabled={busy || !rights.canSetStatus}
          canApprove={rights.canApprove}
          onChange={on.onStatus}
        />
      }
      title={<TitleField title={document.title} disabled={!rights.canTitle || busy} onRename={on.onRename} />}
      version={document.version}
      id={<CanvasId id={document.id} onCopy={on.onCopyId} />}
      words={words}
      state={
        <>
          {access?.standing === "viewer" && (
            <span className="header-view-only" title={shareWords.sharedToRead(personName(access.owner))}>
              {shareWords.viewOnly}
            </span>
          )}
          {access !== undefined && approvals.asked.length > 0 && (
            <ApprovalBadge
              state={approvals}
              access={access}
              isAsked={isAsked && rights.canApprove}
              onOpen={on.onApprovals}
            />
          )}
          {waiting > 0 && (access === undefined || rights.canDecide) && (
            <button type="button" className="header-undecided" title={shellWords.toNext} onClick={on.onUndecided}>
              <span className="header-long">{waitingWords}</span>
              <span className="header-brief" aria-hidden="true">
                {waiting.toLocaleString("en")}
              </span>
            </button>
          )}
          {shown.settings.suggestOnly && <span className="header-mode">{shellWords.suggestOnlyOn(assistant)}</span>}
          {ready.suggesting && <span className="header-mode">{shellWords.suggestMineOn}</span>}
          {changed && (
            <span className="header-changed" title={shellWords.changedSinceApproval}>
              <span className="header-long">{shellWords.changedSinceApproval}</span>
              <span className="header-brief" aria-hidden="true">
                {shellWords.changedBrief}
              </span>
            </span>
          )}
          {ready.incoming ? (
            <span role="status">{incomingWords(ready.incoming, assistant)}</span>
          ) : (
            <SavedState save={ready.save} onRetry={on.onRetry} />
          )}
        </>
      }
    >
      {!busy && access !== undefined && isAsked && rights.canApprove && !ready.editing && (
        <Button kind="outline" icon="Check" className="button header-approve" onClick={on.onApprove}>
          {shareWords.approve}
        </Button>
      )}
      {!fullscreen && layout.offered.includes("write") && !ready.editing && !busy && (
        <Button
          ref={edit}
          icon="Pencil"
          data-short="true"
          aria-keyshortcuts="F2"
          onClick={() => layout.choose("write")}
        >
          {layout.onlySuggests ? shellWords.suggestChanges : shellWords.edit}
        </Button>
      )}
      {!fullscreen && ready.editing && layout.offered.includes("write") && (
        <Button
          kind="outline"
          icon="Check"
          data-short="true"
          aria-keyshortcuts="F2"
          onClick={() => layout.choose("read")}
        >
          {shellWords.done}
        </Button>
      )}
      {fullscreen && layout.offered.length > 1 && (!busy || ready.editing) && <LayoutSwitch {...layout} />}
      {!busy && (
        <Button
          icon="Comment"
          aria-label={commentWords.open(comments.open)}
          title={commentWords.open(comments.open)}
          aria-expanded={comments.shown}
          onClick={on.onComments}
        >
          {comments.open > 0 ? comments.open : ""}
        </Button>
      )}
      {!busy && on.onShare !== null && shareLabel !== undefined && (
        <Button
          icon={rights.canShare ? "Share" : "People"}
          className="button header-share"
          data-short="true"
          title={shareLabel}
          onClick={on.onShare}
        >
          {shareLabel}
        </Button>
      )}
      {!busy && canExpand && !fullscreen && (
        <IconButton icon="Expand" label={shellWords.expand} onClick={() => on.onMode("fullscreen")} />
      )}
      {fullscreen && host.displayModes.includes("inline") && (
        <IconButton icon="Collapse" label={shellWords.collapse} onClick={() => on.onMode("inline")} />
      )}
      {!busy && (
        <MoreMenu
          onHistory={on.onHistory}
          others={[
            ...(on.onShare !== null && shareLabel !== undefined
              ? [{ id: "share", label: shareLabel, icon: "People" as const, onChoose: on.onShare }]
              : []),
            {
              id: "id",
              label: shellWords.copyId(document.id),
              icon: "Copy",
              onChoose: () =>
                void on.onCopyId().then((isCopied) => isCopied && on.onSay(shellWords.copiedId(document.id))),
            },
            { id: "outline", label: readingWords.outline, icon: "Outline", onChoose: on.onOutline },
            ...(!rights.canEdit ? [] : suggestItems(ready, shown, assistant, on)),
          ]}
          onCopyMarkdown={on.onCopyMarkdown}
          onCopyRichText={on.onCopyRichText}
          onDownload={on.onDownload}
          onDownloadMarked={on.onDownloadMarked}
          onShortcuts={on.onShortcuts}
        />
      )}
    </Header>
  );
}

/** Who changes the text at once, and who only suggests. */
function suggestItems(ready: Ready, shown: Checkpoint, assistant: string, on: ReadyHeaderActions): MenuItem[] {
  const { suggestOnly } = shown.settings;
  const { onSuggesting } = on;
  const items: MenuItem[] = [
    {
      id: "suggest-only",
      label: shellWords.suggestOnly(assistant),
      toggled: suggestOnly,
      apart: true,
      onChoose: () => on.onSuggestOnly(!suggestOnly),
    },
  ];
  if (onSuggesting === null) return items;
  const { suggesting } = ready;
  const mine = { id: "suggest-mine", label: shellWords.suggestMine, toggled: suggesting };
  return [...items, { ...mine, onChoose: () => onSuggesting(!suggesting) }];
}

function isMe({ subject }: { readonly subject: string }, access: Ready["view"]["access"]): boolean {
  return subject === access?.me.subject;
}

function incomingWords(incoming: Incoming, assistant: string): string {
  if (incoming.settled) return shellWords.settling;
  return incoming.stream.kind === "edits" ? shellWords.editingPlace(assistant) : shellWords.writing(assistant);
}

/** Where "Done" stood there is nothing left to hold the focus: it goes to what took its place. */
function useFocusAfter(editing: boolean, button: RefObject<HTMLButtonElement | null>): void {
  const before = useRef(editing);
  useEffect(() => {
    const ended = before.current && !editing;
    before.current = editing;
    if (ended && document.activeElement === document.body) button.current?.focus();
  }, [editing, button]);
}
