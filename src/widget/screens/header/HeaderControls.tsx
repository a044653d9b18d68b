import { type RefObject, useEffect, useRef } from "react";
import { approvalState } from "../../../core/people/approval-state.ts";
import type { OpenCanvas } from "../../features/feature.ts";
import { personName } from "../../people/who.ts";
import { Button, IconButton } from "../../ui/Button.tsx";
import type { MenuItem } from "../../ui/Menu.tsx";
import { commentWords, readingWords, shareWords, shellWords } from "../../words.ts";
import { copyAndDownload } from "../copy-and-download.ts";
import { NO_ID } from "../provisional-canvas.ts";
import type { DocumentHeaderProps } from "./DocumentHeader.tsx";
import { LayoutSwitch } from "./LayoutSwitch.tsx";
import { MoreMenu } from "./MoreMenu.tsx";

interface HeaderControlsProps
  extends Pick<DocumentHeaderProps, "canvas" | "host" | "layout" | "comments" | "onPanel" | "onOpen"> {
  /** Suggestions are open, which a download can carry. */
  readonly hasMarks: boolean;
  /** Resolves to whether the browser allowed it. */
  readonly onCopyId: () => Promise<boolean>;
}

/** What can be done with a canvas, at the end of the line above it. */
export function HeaderControls(props: HeaderControlsProps) {
  const { canvas, host, layout, comments, hasMarks, onPanel, onOpen, onCopyId } = props;
  const { ready, shown, rights, assistant, actions } = canvas;
  const { access } = ready.view;
  // Until the model has written they only hold their places, so that nothing moves when they can be pressed.
  const busy = ready.incoming !== null;
  const waits = busy ? { "data-waits": true } : {};
  const fullscreen = host.displayMode === "fullscreen";
  const hasShare = access !== undefined && ready.home === "server" && actions.canReachServer();
  const shareLabel = access && (rights.canShare ? shareWords.share : shareWords.sharedBy(personName(access.owner)));
  const edit = useRef<HTMLButtonElement>(null);
  useFocusAfter(ready.editing, edit);
  const { id } = shown.document;
  const openComments = comments.counts.open + comments.counts.orphaned;
  const exports = copyAndDownload(actions, { ready, shown });
  const others: MenuItem[] = [
    ...(hasShare && shareLabel !== undefined
      ? [{ id: "share", label: shareLabel, icon: "People" as const, onChoose: () => onOpen("share") }]
      : []),
    {
      id: "id",
      label: shellWords.copyId(id),
      icon: "Copy",
      onChoose: () => void onCopyId().then((isCopied) => isCopied && actions.say(shellWords.copiedId(id))),
    },
    { id: "outline", label: readingWords.outline, icon: "Outline", onChoose: () => onPanel("outline") },
    ...(rights.canEdit ? suggestItems(canvas, assistant) : []),
  ];
  return (
    <>
      {!busy && access !== undefined && isAskedToApprove(canvas) && rights.canApprove && !ready.editing && (
        <Button kind="outline" icon="Check" className="button header-approve" onClick={() => onOpen("approve")}>
          {shareWords.approve}
        </Button>
      )}
      {!fullscreen && layout.offered.includes("write") && !ready.editing && (
        <Button
          {...waits}
          ref={edit}
          icon="Pencil"
          className="button header-edit"
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
          className="button header-edit"
          data-short="true"
          aria-keyshortcuts="F2"
          onClick={() => layout.choose("read")}
        >
          {shellWords.done}
        </Button>
      )}
      {fullscreen && layout.offered.length > 1 && <LayoutSwitch {...layout} waits={busy && !ready.editing} />}
      <Button
        {...waits}
        icon="Comment"
        aria-label={commentWords.open(openComments)}
        title={commentWords.open(openComments)}
        aria-expanded={comments.shown}
        onClick={() => onPanel("comments")}
      >
        {openComments > 0 ? openComments : ""}
      </Button>
      {hasShare && shareLabel !== undefined && (
        <Button
          {...waits}
          icon={rights.canShare ? "Share" : "People"}
          className="button header-share"
          data-short="true"
          title={shareLabel}
          onClick={() => onOpen("share")}
        >
          {shareLabel}
        </Button>
      )}
      {host.displayModes.includes("fullscreen") && !fullscreen && (
        <IconButton
          {...waits}
          icon="Expand"
          label={shellWords.expand}
          onClick={() => void actions.setDisplayMode("fullscreen")}
        />
      )}
      {fullscreen && host.displayModes.includes("inline") && (
        <IconButton icon="Collapse" label={shellWords.collapse} onClick={() => void actions.setDisplayMode("inline")} />
      )}
      <MoreMenu
        waits={busy}
        onHistory={ready.view.checkpoint.document.id === NO_ID ? null : () => onOpen("history")}
        others={others}
        onCopyMarkdown={() => void exports.copyMarkdown()}
        onCopyRichText={() => void exports.copyRichText()}
        onDownload={() => void exports.download()}
        onDownloadMarked={hasMarks || openComments > 0 ? () => void exports.downloadMarked() : null}
        onShortcuts={() => onOpen("shortcuts")}
      />
    </>
  );
}

/** Whether whoever looks was asked to approve, and has not yet. */
export function isAskedToApprove({ ready: { view }, shown }: OpenCanvas): boolean {
  const me = view.access?.me.subject;
  return approvalState(shown).asked.some(({ person, state }) => person.subject === me && state !== "approved");
}

/** Who changes the text at once, and who only suggests. */
function suggestItems({ ready, shown, actions }: OpenCanvas, assistant: string): MenuItem[] {
  const { suggestOnly } = shown.settings;
  const { suggesting } = ready;
  const items: MenuItem[] = [
    {
      id: "suggest-only",
      label: shellWords.suggestOnly(assistant),
      toggled: suggestOnly,
      apart: true,
      onChoose: () => actions.setSuggestOnly(!suggestOnly),
    },
  ];
  // Without a server there is nobody to offer anything to.
  if (ready.home !== "server") return items;
  const mine = { id: "suggest-mine", label: shellWords.suggestMine, toggled: suggesting };
  return [...items, { ...mine, onChoose: () => void actions.setSuggesting(!suggesting) }];
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
