import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from "react";
import type { EditorHandle } from "../editor/editor-view.ts";
import { type Place, scrollerOf } from "../preview/places.ts";
import type { PreviewView } from "../preview/preview-view.ts";
import { caretAt } from "./caret-at.ts";
import { flash } from "./flash.ts";
import { scrollUntilStill } from "./scroll-until-still.ts";

export interface ReadingPlace {
  /** The source offset at the upper border of what is visible, or of the heading that was last gone to. */
  readonly offset: number;
  /** How much of the page has been scrolled past, 0 to 1. */
  readonly share: number;
}

/** Where somebody was before the screen became another: at a place, at the start, or at the end of a text that grew. */
type PreviousPlace = Place | "start" | "end";

/** Where somebody left the text. */
interface LeftPlace {
  readonly offset: number;
  readonly caret: { readonly from: number; readonly to: number } | null;
  readonly folds: Readonly<Record<string, boolean>>;
}

/** Where a reader's place is kept over reloads. */
export interface PlaceStorage {
  read(): LeftPlace;
  keep(place: LeftPlace): void;
}

interface ReadingOptions {
  readonly text: string;
  /** The views that stand on screen; null: that one does not. */
  readonly preview: PreviewView | null;
  readonly editor: () => EditorHandle | null;
  /** Names what is on screen: when it is another, the reader is put where they were. */
  readonly drawn: string;
  readonly writing: boolean;
  readonly showsPage: boolean;
  /** A text grows, and its end may be followed. */
  readonly streaming: boolean;
  /** Somebody wants to know the place while it changes. */
  readonly isWanted: boolean;
  /** null: nobody has read this text before. */
  readonly keeper: PlaceStorage | null;
}

interface Reading extends ReadingPlace {
  /** To be called before what is on screen changes. */
  remember(): void;
  /** Goes to the heading that begins there, and marks it where the page cannot scroll so far. */
  goTo(offset: number): void;
}

interface Shown {
  readonly preview: PreviewView | null;
  readonly editor: EditorHandle | null;
  readonly streaming: boolean;
}

const START: ReadingPlace = { offset: 0, share: 0 };
/** A scroll is kept when it rests. */
const REST_MS = 400;
/** A text of more screens than this shows how far one is in it. */
const LONG = 3;
const MOVES = ["wheel", "touchmove", "pointerdown", "keydown"] as const;
/** What may change the place, the caret, or what is folded. */
const CHANGES = ["scroll", "click", "keyup"] as const;
const CAPTURE = { capture: true, passive: true } as const;

/**
 * Where the reader is. Whatever view takes the place of another (read, write, split, inline, fullscreen, a stream that
 * ended) shows the same text at the same height, with the caret there; the first one shows what was read last.
 */
export function useReadingPlace(options: ReadingOptions): Reading {
  const { text, preview, drawn, writing, showsPage, streaming, isWanted, keeper } = options;
  const [place, setPlace] = useState(START);
  const last = useRef<number | null>(null);
  /** How the text was left in the life before this one. */
  const left = useRef<LeftPlace | null>(null);
  const folds = useRef<Readonly<Record<string, boolean>>>({});
  /** What is selected in the editor as long as it is on screen. */
  const wrote = useRef<{ readonly from: number; readonly to: number } | null>(null);
  const previous = useRef<PreviousPlace | null>(null);
  const shown = useRef<Shown>({ preview: null, editor: null, streaming: false });
  const picked = usePicked(preview, text);
  const caret = useRef<{ readonly from: number; readonly to: number } | null>(null);
  const leftInView = useRef<{ readonly from: number; readonly to: number } | null>(null);
  /** The heading that was gone to, until the person moves on by themselves. */
  const marked = useRef<number | null>(null);
  const hasMoved = useRef(false);

  // No effect event: before the screen changes it would have the old `showsPage`, and the new one says which view counts.
  const remember = () => {
    const before = shown.current;
    if (before.preview === null && before.editor === null) return;
    folds.current = { ...folds.current, ...before.preview?.pressedFolds() };
    const scroller = scrollerOfShown(shown.current);
    wrote.current = before.editor?.hasFocus() ? before.editor.selection() : null;
    if (before.streaming && scroller !== null && isAtEnd(scroller)) previous.current = "end";
    else if (scroller !== null && scroller.scrollTop <= 0) previous.current = "start";
    else {
      const { preview: page, editor } = before;
      const view = showsPage ? (page ?? editor) : (editor ?? page);
      previous.current = view?.place() ?? previous.current;
    }
    const inView = (one: { readonly from: number; readonly to: number } | null) =>
      one !== null && before.preview !== null && isInView(before.preview, one.from) ? one : null;
    caret.current = inView(picked.current);
    leftInView.current = inView(left.current?.caret ?? null);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen, or another view on it, is put in its place
  useLayoutEffect(() => {
    const editor = options.editor();
    const { editor: had } = shown.current;
    shown.current = { preview, editor, streaming };
    if (streaming || keeper === null || (preview === null && editor === null)) return;
    const isFirst = last.current === null;
    left.current ??= keeper.read();
    last.current ??= left.current.offset;
    if (isFirst) preview?.restoreFolds(left.current.folds);
    // Whoever has not scrolled yet goes to where they were when they last read it.
    const at = isFirst && previous.current === "start" ? null : previous.current;
    if (editor !== null && had === null) {
      placeCaret(editor, text, {
        at,
        kept: last.current,
        picked: caret.current,
        left: leftInView.current,
      });
    } else if (editor === null && had !== null && wrote.current !== null) {
      const { from, to } = wrote.current;
      if (from < to) preview?.select(from, to);
    }
    const views = [preview, editor].filter((view) => view !== null);
    const kept = last.current;
    if (at === null && kept === 0) return;
    return scrollUntilStill(window, () => {
      let hasMoved = false;
      for (const view of views) {
        if (at === "end") view.scrollTo(Number.MAX_SAFE_INTEGER);
        else if (at === "start") view.scrollTo(0);
        else if (at === null) view.scrollTo(kept);
        else if (view.put(at)) hasMoved = true;
      }
      return hasMoved;
    });
  }, [drawn, preview, writing, streaming]);

  const endOfText = useEffectEvent(() => text.length);
  const keepLeft = useEffectEvent((where: LeftPlace) => keeper?.keep(where));
  useEffect(() => {
    let frame = 0;
    let timer = 0;
    const read = () => {
      frame = 0;
      const scroller = scrollerOfShown(shown.current);
      const { preview: page, editor } = shown.current;
      const view = page ?? editor;
      // A page that is gone from the screen says nothing about the reader.
      if (scroller === null || view === null || scroller.clientHeight === 0) return;
      const offset = scroller.scrollTop > 0 ? view.topOffset() : 0;
      last.current = offset;
      const room = scroller.scrollHeight - scroller.clientHeight;
      page?.element
        .closest("[data-sheet]")
        ?.toggleAttribute("data-long", scroller.scrollHeight > LONG * scroller.clientHeight);
      if (hasMoved.current) marked.current = null;
      if (!isWanted) return;
      // The last sections of a text never come to the top of the page: at its end the reader is in the last.
      const reached = room > 0 && scroller.scrollTop >= room - 1 ? endOfText() : offset;
      setPlace({
        offset: marked.current ?? reached,
        share: room > 0 ? Math.min(scroller.scrollTop / room, 1) : 1,
      });
    };
    const keep = () => {
      const { preview: page, editor } = shown.current;
      const written = editor?.selection();
      const before = left.current;
      left.current = {
        offset: last.current ?? 0,
        caret:
          written !== undefined && written.to > 0 ? { from: written.from, to: written.to } : (before?.caret ?? null),
        folds: { ...before?.folds, ...folds.current, ...page?.pressedFolds() },
      };
      keepLeft(left.current);
    };
    const soon = () => {
      if (frame === 0) frame = requestAnimationFrame(read);
      clearTimeout(timer);
      timer = window.setTimeout(keep, REST_MS);
    };
    const moves = () => {
      hasMoved.current = true;
    };
    if (isWanted) frame = requestAnimationFrame(read);
    for (const change of CHANGES) document.addEventListener(change, soon, CAPTURE);
    window.addEventListener("pagehide", keep);
    for (const move of MOVES) document.addEventListener(move, moves, CAPTURE);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      for (const change of CHANGES) document.removeEventListener(change, soon, CAPTURE);
      window.removeEventListener("pagehide", keep);
      for (const move of MOVES) document.removeEventListener(move, moves, CAPTURE);
    };
  }, [isWanted]);

  const held = useRef<(() => void) | null>(null);
  useEffect(() => () => held.current?.(), []);
  const goTo = (offset: number) => {
    const { preview: page, editor } = shown.current;
    const scroller = scrollerOfShown(shown.current);
    if (scroller === null) return;
    const y = scroller.getBoundingClientRect().top;
    const heading = page?.elementAt(offset, true);
    held.current?.();
    held.current = scrollUntilStill(window, () => {
      const inPage = page?.put({ offset, y }) ?? false;
      return (editor?.put({ offset, y }) ?? false) || inPage;
    });
    marked.current = offset;
    hasMoved.current = false;
    setPlace((before) => ({ ...before, offset }));
    if (heading) flash(heading);
    // Where nothing is read beside it, one goes there to write.
    else editor?.setCaret(caretAt(text, offset), caretAt(text, offset));
  };
  return { ...place, remember, goTo };
}

/** What was last selected or pressed in the preview, as long as the text is the same. */
function usePicked(preview: PreviewView | null, text: string) {
  const picked = useRef<{ readonly from: number; readonly to: number } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: places in another text are others
  useEffect(() => {
    picked.current = null;
    if (preview === null) return;
    const read = () => {
      const selected = document.getSelection();
      if (selected === null || selected.anchorNode === null) return;
      const at = preview.selection() ?? caretIn(preview, selected);
      if (at !== null) picked.current = at;
    };
    document.addEventListener("selectionchange", read);
    return () => document.removeEventListener("selectionchange", read);
  }, [preview, text]);
  return picked;
}

function caretIn(preview: PreviewView, { anchorNode, anchorOffset, isCollapsed }: Selection) {
  const at = anchorNode === null || !isCollapsed ? null : preview.sourceOf(anchorNode, anchorOffset);
  return at === null ? null : { from: at, to: at };
}

/** What tells where somebody goes on who begins to write. */
interface CaretClues {
  readonly at: PreviousPlace | null;
  readonly kept: number;
  readonly picked: { readonly from: number; readonly to: number } | null;
  /** Where they wrote in the life before this one, if that is in view. */
  readonly left: { readonly from: number; readonly to: number } | null;
}

/** To what the person picked; else it stays where it was, if that is in view; else behind the words at the reader's place. */
function placeCaret(editor: EditorHandle, text: string, { at, kept, picked, left }: CaretClues): void {
  if (picked !== null) {
    editor.setCaret(picked.from, picked.to);
    return;
  }
  const offset = at === "end" ? text.length : at === "start" ? text.search(/\S|$/) : (at?.offset ?? kept);
  const now = editor.selection();
  const isUsed = now.from > 0 || now.to > 0;
  if (isUsed && now.from >= offset && now.from <= offset + SCREENFUL) return;
  if (!isUsed && left !== null && left.to <= text.length) {
    editor.setCaret(left.from, left.to);
    return;
  }
  const caret = at === "end" ? text.trimEnd().length : caretAt(text, offset);
  editor.setCaret(caret, caret);
}
/** About as many characters as a screen holds. */
const SCREENFUL = 2000;

function isInView(preview: PreviewView, offset: number): boolean {
  const { from, to } = preview.visible();
  return offset >= from && offset <= to;
}

function scrollerOfShown({ preview, editor }: Shown): Element | null {
  const view = preview ?? editor;
  return view === null ? null : scrollerOf(view.element);
}

/** How near to the end still counts as being at it: about two lines. */
const NEAR_PX = 48;
function isAtEnd({ scrollTop, scrollHeight, clientHeight }: Element): boolean {
  return scrollTop > 0 && scrollHeight - clientHeight - scrollTop <= NEAR_PX;
}
