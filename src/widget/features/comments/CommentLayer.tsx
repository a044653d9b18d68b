import { type ReactNode, useEffect, useEffectEvent, useLayoutEffect, useMemo, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { PlacedComments } from "../../state/placed-comments.ts";
import { createPainter, createRangeFinder, spanAround } from "../../text/paint-highlights.ts";
import { boxOfText, returnToText, showText, type TextSelection, type TextViews, type Where } from "../../text/views.ts";
import { Button } from "../../ui/Button.tsx";
import { Popover } from "../../ui/Popover.tsx";
import type { Box } from "../../ui/place-beside.ts";
import { commentWords as words } from "../../words.ts";
import type { TextOnScreen } from "../feature.ts";
import { CommentToast } from "./CommentToast.tsx";
import { Composer, nameOf } from "./Composer.tsx";
import { overlapsOf, shortQuote } from "./comment-marks.ts";
import { MarginCards } from "./MarginCards.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { ThreadCard } from "./ThreadCard.tsx";
import type { CommentControls } from "./use-comment-controls.ts";
import { usePreviewPointer } from "./use-preview-pointer.ts";
import "./comments.css";

export interface CommentLayerProps {
  readonly controls: CommentControls;
  readonly placed: PlacedComments;
  readonly views: TextViews;
  /** Highlights are painted anew when its text changes; while that streams nothing is painted and nothing can be added. */
  readonly screen: Pick<TextOnScreen, "sheet" | "text" | "selection" | "streaming" | "fullscreen">;
  /** Changes when something else is put into the text: its nodes are others then. */
  readonly decorations?: unknown;
  readonly panelOpen: boolean;
  /** What else can be done with a selection; it stands beside the comment button. */
  readonly tools?: ReactNode;
  /** Something else is open on the selection: the tools step aside. */
  readonly busy?: boolean;
  /** The person wants to comment on what is selected, or on the whole document. */
  onCompose(): void;
}

/** Everything about comments that stands on the text itself: highlights, the button at the selection, cards. */
export function CommentLayer(props: CommentLayerProps) {
  const { controls, placed, views, screen, panelOpen, tools, busy, onCompose } = props;
  const { sheet: page, text, selection, streaming, fullscreen } = screen;
  const { preview } = views;
  const [margin, setMargin] = useState<"cards" | "markers">("markers");
  const [boxes, setBoxes] = useState<HTMLElement | null>(null);
  const { peeked, stay, goLater, goNow } = usePreviewPointer(page, preview, controls);
  usePainting(boxes, props);

  const hasMarginCards = fullscreen && page !== null && preview !== null && margin === "cards";
  const openId = controls.active ?? (panelOpen || hasMarginCards ? null : peeked);
  const open = controls.threads.find(({ root }) => root.id === openId);
  const openPlace = open === undefined ? null : placed.placeOf(open.root);
  const target = controls.composing?.target;
  // A selection that has just become the active comment asks for no other.
  const isCommented = selection?.from === openPlace?.from && selection?.to === openPlace?.to;
  const hasBar =
    selection !== null && controls.canComment && !streaming && target === undefined && !isCommented && busy !== true;
  const attaching = controls.threads.find(({ root }) => root.id === controls.attaching);
  const hasPopover =
    open !== undefined &&
    open.root.id !== controls.added &&
    open.root.id !== controls.attaching &&
    !panelOpen &&
    !hasMarginCards;
  useCloseOnSelection(selection, hasPopover && !isCommented, () => controls.press(null));
  useCloseOnTyping(hasPopover && controls.active !== null, text, () => controls.activate(null));
  const nowhere = (): Box => {
    const { top, left, right } = (page ?? document.body).getBoundingClientRect();
    return { top, bottom: top + 8, left: left + 16, right: right - 16 };
  };
  const boxOf = (place: { readonly from: number; readonly to: number } | null, where: Where) => () =>
    place === null ? nowhere() : boxOfText(views, place.from, place.to, where);
  return (
    <>
      {page !== null && createPortal(<div className="painted-boxes" ref={setBoxes} aria-hidden="true" />, page)}
      {page !== null &&
        preview !== null &&
        fullscreen &&
        !streaming &&
        createPortal(
          <MarginCards controls={controls} page={page} preview={preview} text={text} onMode={setMargin} />,
          page,
        )}
      {selection !== null && hasBar && (
        <SelectionBar
          takesTab={selection.where === "preview"}
          boxOf={boxOf(selection, selection.where)}
          onLeave={() => returnToText(views, selection)}
        >
          {attaching !== undefined && (
            <Button
              kind="primary"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => {
                const length = selection.to - selection.from;
                controls.operate({ op: "attach", id: attaching.root.id, offset: selection.from, length });
              }}
            >
              {words.attachHere}
            </Button>
          )}
          <Button
            kind="outline"
            icon="Comment"
            aria-label={words.addOn}
            aria-keyshortcuts="Control+Alt+M"
            // The selection must outlive the press.
            onMouseDown={(event) => event.preventDefault()}
            onClick={onCompose}
          >
            {words.add}
          </Button>
          {tools}
        </SelectionBar>
      )}
      {(target?.kind === "text" || (target?.kind === "document" && !panelOpen)) && (
        <Popover
          key="composer"
          label={nameOf(target)}
          quote={target.kind === "text" ? shortQuote(target.quote, 120) : words.onDocument}
          boxOf={boxOf(target.kind === "text" ? target : null, selection?.where ?? "preview")}
          takesFocus
          onReturn={() => selection && returnToText(views, selection)}
          closing={{ onClose: controls.leave, isUnfinished: controls.composing?.body.trim() !== "" }}
        >
          <Composer controls={controls} target={target} />
        </Popover>
      )}
      {hasPopover && (
        <Popover
          label={words.title}
          boxOf={boxOf(openPlace, "preview")}
          closing={{
            onClose() {
              goNow();
              controls.activate(null);
            },
            hasButton: true,
            // On the page a press may mean another highlight.
            belongs: (pressed) => page?.contains(pressed) === true || pressed.closest(".comment-toast") !== null,
          }}
          onHover={(isOver) => (isOver ? stay() : goLater())}
        >
          <ThreadCard key={open.root.id} thread={open} controls={controls} folds={false} selected={selection} />
        </Popover>
      )}
      {!(hasBar && attaching !== undefined) && (
        <CommentToast controls={controls} panelOpen={panelOpen} onShow={(from) => showText(views, from)} />
      )}
      <div className="visually-hidden" role="status" aria-live="polite">
        {hasBar ? words.toolsHow : ""}
      </div>
      <div className="visually-hidden" role="status" aria-live="polite">
        {controls.said}
      </div>
    </>
  );
}

/** Other words were selected, which by touch takes no press: the card on the text makes room for their tools. */
function useCloseOnSelection(selection: TextSelection | null, isOpen: boolean, close: () => void): void {
  const closeOpen = useEffectEvent(() => {
    if (isOpen) close();
  });
  useEffect(() => {
    if (selection !== null) closeOpen();
  }, [selection]);
}

/** Typing on puts it away. */
function useCloseOnTyping(isOpen: boolean, text: string, close: () => void): void {
  const closeNow = useEffectEvent(close);
  const shown = useRef(text);
  useEffect(() => {
    const hasChanged = shown.current !== text;
    shown.current = text;
    const isWriting = document.activeElement?.closest(".cm-content") ?? null;
    if (isOpen && hasChanged && isWriting !== null) closeNow();
  }, [isOpen, text]);
}

/**
 * Paints what is near to what is seen, after the preview has shown the same text: its effects run before ours. What is painted moves
 * along with its words by itself.
 */
function usePainting(boxes: HTMLElement | null, { controls, views, screen, decorations }: CommentLayerProps): void {
  const { sheet: page, text, streaming } = screen;
  const { preview } = views;
  const { marks, marksBetween } = controls;
  const painter = useRef<ReturnType<typeof createPainter> | null>(null);
  useEffect(() => {
    if (boxes === null) return;
    const own = createPainter(boxes);
    painter.current = own;
    return () => {
      painter.current = null;
      own.destroy();
    };
  }, [boxes]);
  const find = useMemo(
    () => (preview === null ? null : createRangeFinder((from, to) => preview.rangesOf(from, to))),
    [preview],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says when the preview's nodes are new
  useLayoutEffect(() => {
    if (find === null || preview === null) return;
    let frame = 0;
    const paint = () => {
      frame = 0;
      const { from, to } = spanAround(preview.visible());
      const near = streaming ? [] : marksBetween(from, to);
      painter.current?.paint(find([...near, ...overlapsOf(near)]));
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(paint);
    };
    soon();
    addEventListener("scroll", soon, { capture: true, passive: true });
    const observer = new ResizeObserver(soon);
    if (page !== null) observer.observe(page);
    return () => {
      cancelAnimationFrame(frame);
      observer.disconnect();
      removeEventListener("scroll", soon, { capture: true });
    };
  }, [marks, marksBetween, text, decorations, find, page, streaming, boxes]);
}
