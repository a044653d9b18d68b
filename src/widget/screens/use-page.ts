import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from "react";
import type { OpenCanvas, TextOnScreen } from "../features/feature.ts";
import type { Undo } from "../features/undo/use-undo.ts";
import type { HostContext } from "../host/host-port.ts";
import { applyStreamedEdits } from "../state/apply-streamed-edits.ts";
import type { Ready } from "../state/state.ts";
import type { EditorHandle } from "../text/editor/editor-view.ts";
import { followTail } from "../text/preview/follow-tail.ts";
import type { PreviewView } from "../text/preview/preview-view.ts";
import { useTextSelection } from "../text/use-text-selection.ts";
import type { TextViews } from "../text/views.ts";
import { NO_ID } from "./provisional-canvas.ts";
import type { LayoutControls } from "./use-layout.ts";

/** The one page: which of its two views stand on screen, and what they show. Both stay made while they are out of sight. */
export interface Page extends TextOnScreen {
  /** Another canvas is another page, with views of its own. */
  readonly number: number;
  readonly showsPage: boolean;
  /** Nobody has written here yet: there is no editor. */
  readonly hasEditor: boolean;
  /** The text grows at its end. */
  readonly grows: boolean;
  /** The words that the model is changing at this moment. */
  readonly changing: { readonly from: number; readonly to: number } | null;
  /** Editor, preview and a list have room beside each other. */
  readonly hasRoom: boolean;
  readonly hold: {
    /** Called with the views once they are made, and with null when they go. */
    preview(view: PreviewView | null): void;
    editor(handle: EditorHandle | null): void;
    sheet(element: HTMLElement | null): void;
  };
}

export function usePage(
  { ready, shown }: OpenCanvas,
  host: HostContext,
  { layout, isWide }: LayoutControls,
  compares: boolean,
  { setEditor }: Undo,
): Page {
  const number = usePageNumber(shown.document.id);
  const editor = useRef<EditorHandle | null>(null);
  const [reader, setReader] = useState<PreviewView | null>(null);
  const [sheet, setSheet] = useState<HTMLElement | null>(null);
  const holdEditor = useCallback(
    (handle: EditorHandle | null) => {
      editor.current = handle;
      setEditor(handle);
    },
    [setEditor],
  );
  const fullscreen = host.displayMode === "fullscreen";
  const hasRoom = fullscreen && isWide;
  const isWriting = layout !== "read";
  // What was before is shown in the preview's place: it comes to the front for it.
  const showsPage = layout !== "write" || compares;
  const writing = isWriting && (hasRoom || !compares);
  // Once made, the editor lives as long as the canvas is open: its undo outlasts reading and other layouts.
  const made = useRef(false);
  made.current ||= isWriting;

  const { text: newest, streaming: isGrowing, changing } = useMemo(() => previewOf(ready), [ready]);
  // Beside the editor it may come a moment later: a keystroke does not wait for it.
  const soon = useDeferredValue(newest);
  const wanted = isWriting && ready.incoming === null ? soon : newest;
  // Out of sight it costs nothing: what is newest is drawn when it comes back.
  const drawn = useRef(wanted);
  if (showsPage && !compares) drawn.current = wanted;
  const text = drawn.current;

  const preview = showsPage && !compares ? reader : null;
  const views = (): TextViews => ({
    preview,
    editor: writing ? editor.current : null,
    textIn: (where) => (where === "editor" ? ready.draft : text),
  });
  useFollowing(ready, isGrowing, fullscreen ? (sheet?.parentElement ?? null) : sheet);
  return {
    number,
    text,
    preview,
    editor: () => (writing ? editor.current : null),
    views,
    selection: useTextSelection(views),
    sheet: preview === null ? null : sheet,
    writing,
    streaming: ready.incoming !== null,
    fullscreen,
    showsPage,
    hasEditor: made.current,
    grows: isGrowing,
    changing,
    hasRoom,
    hold: { preview: setReader, editor: holdEditor, sheet: setSheet },
  };
}

/** A text that becomes a canvas stays on the page that it streamed onto. */
function usePageNumber(id: string): number {
  const [shown, setShown] = useState({ id, number: 0 });
  if (shown.id === id) return shown.number;
  const number = shown.id === NO_ID ? shown.number : shown.number + 1;
  setShown({ id, number });
  return number;
}

/** The end of a text that grew is followed to its last word; one that was whole from the start is read from its start. */
function useFollowing({ incoming }: Ready, isGrowing: boolean, scroller: HTMLElement | null): void {
  const [follows, setFollows] = useState(isGrowing);
  if (isGrowing && !follows) setFollows(true);
  if (incoming === null && follows) setFollows(false);
  useEffect(() => {
    if (!follows || scroller === null) return;
    const follower = followTail(scroller);
    return () => follower.destroy();
  }, [follows, scroller]);
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
