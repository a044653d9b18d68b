import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ChangeMark } from "../../core/diff/change-marks.ts";
import type { Checkpoint } from "../../core/records/canvas.ts";
import type { Touch } from "../../core/records/sharing.ts";
import { useAsking } from "../features/ask/use-asking.tsx";
import { useBlockPort } from "../features/blocks/use-block-port.ts";
import { ChangeMarks } from "../features/changes/ChangeMarks.tsx";
import { ComparedPage } from "../features/changes/ComparedPage.tsx";
import type { ModelChanges } from "../features/changes/use-model-changes.ts";
import { CommentLayer } from "../features/comments/CommentLayer.tsx";
import { CommentPanel } from "../features/comments/CommentPanel.tsx";
import { composeOnSelection } from "../features/comments/compose-on-selection.ts";
import type { CommentControls } from "../features/comments/use-comment-controls.ts";
import { useHiddenParts } from "../features/hidden/HiddenList.tsx";
import { HiddenParts } from "../features/hidden/HiddenParts.tsx";
import { useHiddenInlays } from "../features/hidden/use-hidden-inlays.tsx";
import { OutlinePanel } from "../features/outline/OutlinePanel.tsx";
import { useOffers } from "../features/proposals/use-offers.tsx";
import type { ProposalControls } from "../features/proposals/use-proposal-controls.ts";
import { useProtection } from "../features/protection/use-protection.tsx";
import type { Undo } from "../features/undo/use-undo.ts";
import type { HostContext } from "../host/host-port.ts";
import { applyStreamedEdits } from "../state/apply-streamed-edits.ts";
import type { Rights } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import { isMac } from "../text/editor/describe-key.ts";
import type { EditorHandle } from "../text/editor/editor-view.ts";
import { MarkdownEditor } from "../text/editor/MarkdownEditor.tsx";
import { Toolbar } from "../text/editor/Toolbar.tsx";
import { followTail } from "../text/preview/follow-tail.ts";
import { Preview } from "../text/preview/Preview.tsx";
import type { PreviewView } from "../text/preview/preview-view.ts";
import { BeforeChange } from "../text/reading/BeforeChange.tsx";
import { type PreviousPlace, useReadingPlace } from "../text/reading/use-reading-place.ts";
import { useTextSelection } from "../text/use-text-selection.ts";
import { readSelection, showText, type TextViews } from "../text/views.ts";
import { MovablePortal, MovablePortalPlace, useMovableHost } from "../ui/MovablePortal.tsx";
import { usePanelFocus } from "../ui/use-panel-focus.ts";
import { Waiting } from "../ui/Waiting.tsx";
import { changeWords, shellWords } from "../words.ts";
import { SplitView } from "./SplitView.tsx";
import { useDebouncedIfLarge } from "./use-debounced.ts";
import type { LayoutControls } from "./use-layout.ts";

export type Panel = "comments" | "outline" | null;

interface WorkspaceProps {
  readonly ready: Ready;
  readonly host: HostContext;
  readonly shown: Checkpoint;
  readonly assistant: string;
  readonly actions: WidgetActions;
  readonly rights: Rights;
  readonly layout: LayoutControls;
  /** Where the reader stood while the text streamed in. */
  readonly arrived: RefObject<PreviousPlace | null>;
  /** What is said above the text, beside the toolbar. */
  readonly bars: ReactNode;
  /** A place of the source to bring into view, each time anew. */
  readonly reveal: { readonly from: number } | null;
  readonly commentControls: CommentControls;
  /** What the model changed since the person last looked. */
  readonly changes: ModelChanges | null;
  /** What is offered and waits for a decision. */
  readonly proposed: ProposalControls;
  readonly undo: Undo;
  /** The list beside the text. */
  readonly panel: Panel;
  readonly onPanel: (panel: Panel) => void;
}

/** The page itself: read, edited in place, or edited beside its preview. One editor serves all, so undo is never lost. */
export function Workspace({
  ready,
  host,
  shown,
  assistant,
  actions,
  rights,
  layout: { layout, isWide },
  arrived,
  bars,
  reveal,
  commentControls,
  changes,
  proposed,
  undo,
  panel,
  onPanel,
}: WorkspaceProps) {
  const [ratio, setRatio] = useState(() => actions.readSplit() ?? 0.5);
  const editor = useRef<EditorHandle | null>(null);
  const [reader, setReader] = useState<PreviewView | null>(null);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const { setEditor, changed } = undo;
  const keepEditor = useCallback(
    (handle: EditorHandle | null) => {
      editor.current = handle;
      setEditor(handle);
    },
    [setEditor],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: told of every change
  useEffect(changed, [ready.draft]);
  const editorHost = useMovableHost();
  const fullscreen = host.displayMode === "fullscreen";
  const locked = !rights.canEdit && !rights.canSuggest;
  const writing = layout !== "read";
  const compares = changes?.compares === true;
  const hasRoom = fullscreen && isWide;
  // What was before is shown in the preview's place: it comes to the front for it.
  const showsPage = layout !== "write" || compares;
  const showsEditor = writing && (hasRoom || !compares);
  // Once made, the editor lives as long as the canvas is open: its undo outlasts reading and other layouts.
  const made = useRef(false);
  made.current ||= writing;

  const views = (): TextViews => ({
    preview: reader,
    editor: showsEditor ? editor.current : null,
    textIn: (where) => (where === "editor" ? ready.draft : text),
  });
  const selection = useTextSelection(views);
  const compose = () => composeOnSelection(commentControls, ready.draft, readSelection(views()) ?? selection);
  const { text: newest, streaming, changing } = useMemo(() => previewOf(ready), [ready]);
  // Beside the editor a large text is shown once the typing rests: a keystroke must not wait for it.
  const debounced = useDebouncedIfLarge(newest, newest.length);
  const text = writing && ready.incoming === null ? debounced : newest;
  const blockPort = useBlockPort({ ready, rights, assistant, actions });
  const hidden = useHiddenParts(ready.incoming === null ? text : "");
  const [showsHidden, setShowsHidden] = useState(false);
  const hiddenHere = useHiddenInlays(hidden, showsHidden);
  const toggleTask = (box: { from: number; to: number }, checked: boolean) =>
    text === ready.draft &&
    undo.change(ready.draft, `${ready.draft.slice(0, box.from)}[${checked ? "x" : " "}]${ready.draft.slice(box.to)}`);
  const preview =
    text === "" && !streaming ? (
      writing ? (
        <Waiting title={shellWords.emptyPreview} next={shellWords.emptyPreviewNext} />
      ) : (
        <Waiting title={shellWords.emptyDocument} next={locked ? undefined : emptyNext(fullscreen)} />
      )
    ) : (
      <Preview
        text={text}
        streaming={streaming}
        label={shown.document.title}
        reveal={changing ?? reveal}
        changing={changing}
        blocks={streaming ? undefined : blockPort}
        onView={setReader}
        onOpenLink={(url) => void actions.openLink(url)}
        onToggleTask={!rights.canEdit || streaming ? undefined : toggleTask}
      />
    );
  useEffect(() => {
    if (!streaming || !sheet) return;
    const follower = followTail(sheet);
    return () => follower.destroy();
  }, [streaming, sheet]);
  // Placed by its children's effects, the editor can take the focus only now; a write that ends must not take it again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only starting to edit moves the focus.
  useEffect(() => {
    // Whoever goes through the choices with the arrow keys has not chosen yet.
    const isChoosing = document.activeElement?.matches("[role=radio]:focus-visible") ?? false;
    if (writing && !isChoosing) editor.current?.focus();
  }, [ready.editing, fullscreen, layout]);
  const compared = compares && <ComparedPage label={changeWords.compared} before={changes.before} after={text} folds />;
  const page = compared || (
    // Where no task box can be pressed there may be nothing to hold the focus: whoever reads scrolls by keyboard, too.
    <div className="page" ref={setSheet} {...(ready.view.access && !rights.canEdit ? { tabIndex: 0 } : {})}>
      <div className="reading-progress" aria-hidden="true" />
      <div className="page-column">
        <HiddenParts
          text={text}
          parts={hidden}
          isOpen={showsHidden}
          onOpen={setShowsHidden}
          onGo={({ from }) => showText(views(), from)}
        />
        {preview}
      </div>
    </div>
  );
  const asking = useAsking({ assistant, actions, commentControls, views, selection });
  const drawn = [layout, fullscreen, compares, streaming, locked, ready.incoming !== null].join();
  const reading = useReadingPlace({
    text,
    preview: reader,
    editor: () => (showsEditor ? editor.current : null),
    inside: () => sheet?.querySelector(".page-column") ?? editorHost.querySelector(".cm-content"),
    drawn,
    writing: showsEditor,
    showsPage,
    streaming,
    isWanted: panel === "outline",
    arrived,
    keeper: {
      read: () => actions.readPlace(shown.document.id),
      keep: (offset) => actions.keepPlace(shown.document.id, offset),
    },
  });
  const list =
    panel === "comments" ? (
      <CommentPanel
        controls={commentControls}
        selected={selection}
        onShow={({ place: at }) => at && showText(views(), at.from)}
        onClose={() => onPanel(null)}
      />
    ) : (
      panel === "outline" && (
        <OutlinePanel
          text={text}
          place={reading}
          onGo={({ from }) => reading.goTo(from)}
          onClose={() => onPanel(null)}
        />
      )
    );
  const panelFocus = usePanelFocus(panel, () => onPanel(null));
  const protection = useProtection({
    protections: shown.protections,
    canProtect: rights.canProtect,
    assistant,
    actions,
    views,
    selection,
    page: sheet,
    text,
    where: showsEditor ? "editor" : "preview",
    streaming: ready.incoming !== null,
  });
  const offers = useOffers({
    controls: proposed,
    assistant,
    access: ready.view.access,
    touches: ready.view.checkpoint.touches ?? NO_TOUCHES,
    locked: !rights.canDecide,
    lockedOwn: !rights.canSuggest,
    preview: reader,
    text,
    draft: ready.draft,
    editor: () => (showsEditor ? editor.current : null),
    writing: showsEditor,
    streaming: ready.incoming !== null,
    others: hiddenHere.inlays,
  });
  useEffect(() => {
    if (reveal !== null && showsEditor) editor.current?.reveal(reveal.from);
  }, [reveal, showsEditor]);
  const marks = useMemo(
    () => [...commentControls.marks, ...protection.marks],
    [commentControls.marks, protection.marks],
  );
  const looked = changes?.at == null ? undefined : changes.places[changes.at];
  const changedMarks = changes === null ? NO_MARKS : ready.marked.marks;
  const authorOf = useRef(changes?.authorOf);
  authorOf.current = changes?.authorOf;
  const changedWords = useMemo(
    () => ({
      marks: changedMarks,
      current: looked?.marks ?? NO_MARKS,
      people: changedMarks.filter((mark) => authorOf.current?.(mark) != null),
    }),
    [changedMarks, looked],
  );
  const onMark = ([id]: readonly string[]) => {
    if (!protection.press(id)) commentControls.activate(id ?? null);
  };

  return (
    <>
      <BeforeChange of={drawn} onChange={reading.remember} />
      {made.current && (
        <MovablePortal host={editorHost}>
          <MarkdownEditor
            // Another canvas has an undo of its own.
            key={shown.document.id}
            ref={keepEditor}
            text={ready.draft}
            readOnly={locked}
            fill={fullscreen}
            highlights={marks}
            changes={changedWords}
            onHighlight={onMark}
            inlays={offers.inlays}
            readHistory={undo.readHistory}
            onHistoryTaken={undo.historyTaken}
            onHistory={(what) => undo.steps[what]()}
            onChange={(next, made, how) => {
              if (how === "typed") undo.typed();
              actions.type(next, made);
            }}
            onComposing={(on) => actions.composing(on)}
            onCleaned={(replaced) => actions.say(shellWords.cleaned(replaced), "warning")}
          />
        </MovablePortal>
      )}
      <div className="bars">
        {bars}
        {ready.incoming && ready.editing && (
          <p className="workspace-incoming" role="status">
            {shellWords.writing(assistant)}
          </p>
        )}
        {showsEditor && (
          <Toolbar mac={isMac()} onCommand={(command) => editor.current?.run(command)} onComment={compose} />
        )}
      </div>
      <div className="workspace-stage">
        {fullscreen && (
          <SplitView
            editor={showsEditor ? <MovablePortalPlace host={editorHost} /> : null}
            preview={showsPage ? page : null}
            ratio={ratio}
            onRatio={(next) => {
              setRatio(next);
              actions.keepSplit(next);
            }}
            scrollerOf={(pane) => (pane === "editor" ? editor.current : reader)}
            {...(list && hasRoom
              ? {
                  side: (
                    <div className="comment-side" {...panelFocus}>
                      {list}
                    </div>
                  ),
                }
              : {})}
          />
        )}
        {showsEditor && !fullscreen && (
          <div className="page-editor">
            <MovablePortalPlace host={editorHost} />
          </div>
        )}
        {showsPage && !fullscreen && page}
        {list && !hasRoom && (
          <div className="comment-drawer" {...panelFocus}>
            {list}
          </div>
        )}
      </div>
      {changes !== null && sheet !== null && reader !== null && (
        <ChangeMarks
          page={sheet}
          preview={reader}
          text={text}
          waits={text !== ready.draft}
          places={changes.places}
          authors={changes.authors}
          authorOf={changes.authorOf}
          assistant={assistant}
          at={changes.at}
        />
      )}
      {offers.layer}
      {hiddenHere.layer}
      {protection.layer}
      <CommentLayer
        controls={commentControls}
        views={views()}
        page={sheet}
        text={text}
        decorations={proposed.marks}
        selection={selection}
        streaming={ready.incoming !== null}
        fullscreen={fullscreen}
        panelOpen={panel === "comments"}
        busy={asking.isOpen}
        tools={
          <>
            {rights.canProtect && protection.tool}
            {rights.canSend && asking.tool}
          </>
        }
        onCompose={compose}
      />
      {asking.layer}
    </>
  );
}

const NO_MARKS: readonly ChangeMark[] = [];
const NO_TOUCHES: readonly Touch[] = [];
function emptyNext(fullscreen: boolean): string {
  return fullscreen ? shellWords.emptyFullscreenNext : shellWords.emptyDocumentNext;
}

interface Shown {
  readonly text: string;
  readonly streaming: boolean;
  readonly changing: { readonly from: number; readonly to: number } | null;
}

function previewOf({ incoming, draft }: Ready): Shown {
  if (!incoming) return { text: draft, streaming: false, changing: null };
  if (incoming.stream.kind === "text") {
    return { text: incoming.stream.text, streaming: !incoming.settled, changing: null };
  }
  const edited = applyStreamedEdits(draft, incoming.stream.edits);
  return { text: edited.text, streaming: false, changing: edited.place };
}
