import type { ReactNode } from "react";
import { useState } from "react";
import type { ModelChanges } from "../features/changes/use-model-changes.ts";
import type { Feature, OpenCanvas } from "../features/feature.ts";
import type { Undo } from "../features/undo/use-undo.ts";
import { Comparison } from "../text/compare/Comparison.tsx";
import { type AddedToText, MarkdownEditor } from "../text/editor/MarkdownEditor.tsx";
import type { BlockPort } from "../text/preview/blocks/block-port.ts";
import { Preview } from "../text/preview/Preview.tsx";
import { Waiting } from "../ui/Waiting.tsx";
import { changeWords, shellWords } from "../words.ts";
import { EditStream } from "./EditStream.tsx";
import { NO_ID } from "./provisional-canvas.ts";
import { SplitView } from "./SplitView.tsx";
import type { Page } from "./use-page.ts";
import "./document-page.css";

interface DocumentPageProps {
  readonly canvas: OpenCanvas;
  readonly page: Page;
  readonly undo: Undo;
  readonly changes: ModelChanges | null;
  /** What features put into the editor's text. */
  readonly added: Required<Pick<Feature, "marks" | "inlays">> & {
    readonly changes: NonNullable<AddedToText["changes"]>;
    press(ids: readonly string[]): void;
  };
  /** Whom interactive blocks tell what is done in them. */
  readonly blocks: BlockPort;
  /** A place of the source to bring into view, each time anew. */
  readonly reveal: { readonly from: number } | null;
  /** Stands above the text, on its sheet. */
  readonly head: ReactNode;
  /** A list beside both. */
  readonly side: ReactNode;
}

/**
 * The document from its first word to its last save: streaming, settled, read and edited are states of this one page. The
 * preview stands from the beginning and the editor from the first edit on; what is out of sight is only hidden.
 */
export function DocumentPage({ canvas, page, undo, changes, added, blocks, reveal, head, side }: DocumentPageProps) {
  const { ready, shown, rights, actions } = canvas;
  const [ratio, setRatio] = useState(() => actions.readSplit() ?? 0.5);
  const { text, grows, writing, fullscreen, showsPage } = page;
  const isLocked = !rights.canEdit && !rights.canSuggest;
  const compares = changes?.compares === true;
  const { stream } = ready.incoming ?? {};
  const isEmpty = text === "" && !grows;
  const toggleTask = (box: { from: number; to: number }, checked: boolean) => {
    const { draft } = ready;
    if (text !== draft) return;
    undo.change([{ ...box, insert: checked ? "[x]" : "[ ]" }]);
  };
  const sheet = (
    <div
      className="page"
      data-sheet=""
      hidden={compares}
      ref={page.hold.sheet}
      // Where no task box can be pressed there may be nothing to hold the focus: whoever reads scrolls by keyboard, too.
      {...(ready.view.access && !rights.canEdit ? { tabIndex: 0 } : {})}
    >
      <div className="reading-progress" aria-hidden="true" />
      <div className="page-column" data-column="">
        {head}
        {isEmpty && stream?.kind !== "edits" && shown.document.id !== NO_ID && emptyPage(writing, fullscreen, isLocked)}
        {isEmpty && stream?.kind === "edits" && <EditStream edits={stream.edits} />}
        <Preview
          key={page.number}
          text={text}
          streaming={grows}
          label={shown.document.title}
          reveal={page.changing ?? reveal}
          changing={page.changing}
          blocks={blocks}
          onView={page.hold.preview}
          onOpenLink={(url) => void actions.openLink(url)}
          onToggleTask={!rights.canEdit || grows ? undefined : toggleTask}
        />
      </div>
    </div>
  );
  const editor = page.hasEditor && (
    <MarkdownEditor
      key={page.number}
      ref={page.hold.editor}
      text={ready.draft}
      readOnly={isLocked}
      fill={fullscreen}
      added={{ highlights: added.marks, changes: added.changes, inlays: added.inlays }}
      onHighlight={added.press}
      isOwnText={ready.ownText === ready.draft}
      history={undo.history}
      onChange={undo.changed}
      onComposing={(on) => actions.composing(on)}
      onCleaned={(replaced) => actions.say(shellWords.cleaned(replaced), "warning")}
    />
  );
  return (
    <SplitView
      editor={editor}
      preview={
        <>
          {sheet}
          {compares && (
            <section className="page" aria-label={changeWords.compared}>
              <div className="page-column">
                <Comparison from={changes.before} to={ready.draft} view="rendered" />
              </div>
            </section>
          )}
        </>
      }
      shows={{ editor: writing, preview: showsPage }}
      side={side}
      ratio={ratio}
      onRatio={(next) => {
        setRatio(next);
        actions.keepSplit(next);
      }}
      scrollerOf={(pane) => (pane === "editor" ? page.editor() : page.preview)}
    />
  );
}

function emptyPage(writing: boolean, fullscreen: boolean, isLocked: boolean): ReactNode {
  if (writing) return <Waiting title={shellWords.emptyPreview} next={shellWords.emptyPreviewNext} />;
  const next = fullscreen ? shellWords.emptyFullscreenNext : shellWords.emptyDocumentNext;
  return <Waiting title={shellWords.emptyDocument} next={isLocked ? undefined : next} />;
}
