import { forceParsing, syntaxTreeAvailable } from "@codemirror/language";
import {
  Compartment,
  EditorSelection,
  EditorState,
  type Extension,
  Transaction,
  type TransactionSpec,
} from "@codemirror/state";
import { type BlockInfo, drawSelection, dropCursor, EditorView, placeholder } from "@codemirror/view";
import type { ChangeMark } from "../../../core/diff/change-marks.ts";
import { toEditor } from "../../../core/diff/line-endings.ts";
import { editorWords } from "../../words.ts";
import type { Inlay } from "../preview/inlays.ts";
import { coveredTop, type Place, ROOM_FOR_BAR, scrollBy, scrollerOf, upperBorder } from "../preview/places.ts";
import { changedWords, setChangedWords } from "./changed-words.ts";
import { cleanInput } from "./clean-input.ts";
import { canBeParsed, clippedRuns } from "./clipped-runs.ts";
import { codeColors } from "./code-colors.ts";
import { linkForPaste } from "./commands/code-and-link.ts";
import { createRedraws, tellComposing } from "./composing.ts";
import { editorTheme } from "./editor-theme.ts";
import { findPanel } from "./find-panel.ts";
import { highlighting, setHighlights, type TextHighlight } from "./highlights.ts";
import { inlaying, setInlays } from "./inlays.ts";
import type { KeptHistory } from "./kept-history.ts";
import { EDITOR_COMMANDS, type EditorCommand, editorKeys } from "./keys.ts";
import { lineBreaks, sourceText, toPosition, toSource } from "./line-breaks.ts";
import { lineStyles } from "./line-styles.ts";
import { markdownLanguage } from "./markdown-language.ts";
import { type MadeChange, type MayGo, madeChange, stepsOn, type TextSteps } from "./text-steps.ts";
import { type CarriedUndo, undoHistory } from "./undo-history.ts";
import { unseenMarks } from "./unseen-marks.ts";

/** Offsets are UTF-16 code units of the source, whatever its line endings. `head` is the moving end. */
export interface SourceSelection {
  readonly from: number;
  readonly to: number;
  readonly head: number;
}

/** Undo that reaches beyond one editor: into what was done before there was one. */
export interface EditorHistory {
  /** What an earlier life of this editor kept; asked once. */
  read(): KeptHistory | null;
  /** What was done to the text of this page before there was an editor; asked once. */
  carried(): CarriedUndo | null;
  readonly mayGo: MayGo;
}

export interface EditorOptions {
  readonly text: string;
  readonly readOnly?: boolean;
  readonly history?: EditorHistory;
  /** The person changed the text, or decided on what is offered for it. Not called for setText. */
  onChange(made: MadeChange): void;
  /** Characters that no text may hold were typed or pasted, and replaced by U+FFFD. */
  onCleaned?(replaced: number): void;
  onHighlight?(ids: readonly string[]): void;
  /** The person composes with an input method, or what they composed is in the text: meanwhile no text must be set. */
  onComposing?(on: boolean): void;
}

/** Viewport coordinates of a stretch of text, for what floats beside it. */
export interface TextBox {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export interface EditorHandle {
  /** What it draws in: inside whatever scrolls it. */
  readonly element: HTMLElement;
  text(): string;
  /**
   * Takes an outside change by the smallest edits: caret, scroll and undo of the person's own changes survive. `own`: it is the
   * person's doing, and can be undone itself.
   */
  setText(text: string, own?: boolean): void;
  setReadOnly(readOnly: boolean): void;
  setHighlights(highlights: readonly TextHighlight[]): void;
  /** The words that somebody else changed, and those of them that the person looks at. */
  setChanges(marks: readonly ChangeMark[], current: readonly ChangeMark[], people?: readonly ChangeMark[]): void;
  /** Elements that stand in the text, until others are set. */
  setInlays(inlays: readonly Inlay[]): void;
  /** What is done beside typing, and undo and redo, which need no focus. */
  readonly steps: TextSteps;
  selection(): SourceSelection;
  select(from: number, to: number): void;
  /** Moves the caret and scrolls nothing. */
  setCaret(from: number, to: number): void;
  run(command: EditorCommand): boolean;
  focus(): void;
  hasFocus(): boolean;
  /** Scrolls the place into the middle of the view. */
  reveal(offset: number): void;
  /** The source offset at the top of the view, between lines by interpolation. */
  topOffset(): number;
  scrollTo(offset: number): void;
  /** Where the writer is: the line of the caret if it begins in view, else the first with words that does. */
  place(): Place;
  /** Scrolls so that the line at the place stands there, as far as the text reaches. False: nothing had to move. */
  put(place: Place): boolean;
  /** null where the place is not drawn. */
  boxOf(from: number, to: number): TextBox | null;
  destroy(): void;
}

export function createEditor(container: HTMLElement, options: EditorOptions): EditorHandle {
  const locked = new Compartment();
  const undoing = undoHistory(options.history?.read() ?? null, options.history?.carried() ?? null);
  const mayGo: MayGo = (decisions) => options.history?.mayGo(decisions) ?? true;
  const redraws = createRedraws();
  const view = new EditorView({
    parent: container,
    state: EditorState.create({
      doc: toEditor(options.text),
      extensions: [
        locked.of(lock(options.readOnly ?? false)),
        lineBreaks(options.text),
        undoing.extension,
        EditorState.allowMultipleSelections.of(true),
        EditorState.tabSize.of(4),
        EditorState.phrases.of(editorWords.findPanel.phrases),
        EditorView.lineWrapping,
        EditorView.perLineTextDirection.of(true),
        EditorView.contentAttributes.of({
          "aria-label": editorWords.name,
          "aria-description": editorWords.howToLeave,
          // It scrolls, so it must be plain to every tool that it takes the focus.
          tabindex: "0",
          spellcheck: "true",
          autocorrect: "on",
          autocapitalize: "sentences",
        }),
        drawSelection(),
        dropCursor(),
        unseenMarks(),
        placeholder(editorWords.placeholder),
        canBeParsed(options.text) ? [markdownLanguage(), codeColors()] : [],
        lineStyles(),
        clippedRuns(),
        findPanel(),
        cleanInput((replaced) => options.onCleaned?.(replaced)),
        changedWords,
        highlighting((ids) => options.onHighlight?.(ids)),
        inlaying(),
        editorKeys([
          { key: "Mod-z", run: () => steps.goBack("undo", mayGo), preventDefault: true },
          { key: "Mod-Shift-z", run: () => steps.goBack("redo", mayGo), preventDefault: true },
          { key: "Mod-y", run: () => steps.goBack("redo", mayGo), preventDefault: true },
        ]),
        pasteLinks(),
        reporting(options),
        tellComposing((on) => {
          redraws.setComposing(on);
          options.onComposing?.(on);
        }),
        EditorView.scrollMargins.of(({ scrollDOM }) => ({ top: coveredTop(scrollerOf(scrollDOM)) })),
        editorTheme,
      ],
    }),
  });
  undoing.begin(view);
  const own = stepsOn({ state: () => view.state, dispatch: (spec) => dispatchOn(view, spec) });
  const steps: TextSteps = {
    ...own,
    goBack(which, may) {
      undoing.beforeCommand(view);
      return own.goBack(which, may);
    },
  };
  let hasInlays = false;

  return {
    element: view.contentDOM,
    text: () => sourceText(view.state),
    setText: (text, own = false) => steps.follow(text, own),
    setReadOnly: (readOnly) => view.dispatch({ effects: locked.reconfigure(lock(readOnly)) }),
    setHighlights: (highlights) =>
      redraws.run("highlights", () => {
        const effect = setHighlights(view.state, highlights);
        if (effect !== null) view.dispatch({ effects: effect });
      }),
    setChanges: (marks, current, people) =>
      redraws.run("changes", () => view.dispatch({ effects: setChangedWords(view.state, marks, current, people) })),
    setInlays(inlays) {
      // Nothing, as before: typing must not pay for it.
      if (inlays.length === 0 && !hasInlays) return;
      hasInlays = inlays.length > 0;
      redraws.run("inlays", () => view.dispatch({ effects: setInlays(view.state, inlays) }));
    },
    steps,
    selection: () => readSelection(view.state),
    select(from, to) {
      const selection = EditorSelection.range(toPosition(view.state, from), toPosition(view.state, to));
      view.dispatch({ selection, effects: EditorView.scrollIntoView(selection, { y: "center" }) });
    },
    setCaret: (from, to) =>
      view.dispatch({ selection: { anchor: toPosition(view.state, from), head: toPosition(view.state, to) } }),
    run(command) {
      undoing.beforeCommand(view);
      const isBack = command === "undo" || command === "redo";
      const done = isBack ? own.goBack(command, mayGo) : EDITOR_COMMANDS[command].run(view);
      if (command !== "find") view.focus();
      return done;
    },
    focus: () => view.focus(),
    hasFocus: () => view.hasFocus,
    reveal(offset) {
      view.dispatch({ effects: EditorView.scrollIntoView(toPosition(view.state, offset), { y: "center" }) });
    },
    topOffset() {
      const height = borderOf(view) - view.documentTop;
      const block = view.lineBlockAtHeight(Math.max(0, height));
      const part = block.height === 0 ? 0 : Math.max(0, Math.min(1, (height - block.top) / block.height));
      return toSource(view.state, block.from) + part * (block.to - block.from);
    },
    scrollTo(offset) {
      if (offset <= 0) {
        scrollerOf(view.scrollDOM).scrollTop = 0;
        return;
      }
      const position = toPosition(view.state, offset);
      const block = view.lineBlockAt(position);
      const length = block.to - block.from;
      const part = length === 0 ? 0 : (position - block.from) / length;
      scrollerOf(view.scrollDOM).scrollTop += view.documentTop + block.top + part * block.height - borderOf(view);
    },
    place() {
      const scroller = scrollerOf(view.scrollDOM);
      const border = borderOf(view) + (scroller.scrollTop > 0 ? ROOM_FOR_BAR : 0);
      const limit = border - view.documentTop + scroller.clientHeight / 2;
      const first = view.lineBlockAtHeight(Math.max(0, border - view.documentTop));
      const isWanted = (block: BlockInfo) =>
        view.documentTop + block.top >= border - 1 && /\S/.test(view.state.doc.lineAt(block.from).text);
      let block = first;
      while (!isWanted(block) && block.to < view.state.doc.length && block.top < limit) {
        block = view.lineBlockAt(block.to + 1);
      }
      if (!isWanted(block) || block.top >= limit) block = first;
      const caret = view.lineBlockAt(view.state.selection.main.head);
      const caretTop = view.documentTop + caret.top - borderOf(view);
      if (caret.from > 0 && caretTop >= 0 && caretTop < scroller.clientHeight - 1) block = caret;
      const y = lineTop(view, block.from) ?? view.documentTop + block.top;
      return { offset: toSource(view.state, block.from), y };
    },
    put(place) {
      const { offset } = place;
      const y = Math.max(place.y, borderOf(view));
      const position = toPosition(view.state, offset);
      parseUpTo(view, Math.max(position, view.viewport.to));
      const top = lineTop(view, position);
      if (top !== null) return scrollBy(scrollerOf(view.scrollDOM), top - y);
      // A line that is not drawn has no exact place: CodeMirror draws what is there, at once when it is asked where that is.
      view.dispatch({ effects: EditorView.scrollIntoView(position, { y: "start", yMargin: y - borderOf(view) }) });
      if (view.coordsAtPos(position) === null) return true;
      const drawn = lineTop(view, position);
      if (drawn !== null) scrollBy(scrollerOf(view.scrollDOM), drawn - y);
      return true;
    },
    boxOf(from, to) {
      const start = view.coordsAtPos(toPosition(view.state, from), 1);
      const end = view.coordsAtPos(toPosition(view.state, to), -1);
      if (start === null || end === null) return null;
      return {
        top: Math.min(start.top, end.top),
        bottom: Math.max(start.bottom, end.bottom),
        left: Math.min(start.left, end.left),
        right: Math.max(start.right, end.right),
      };
    },
    destroy() {
      redraws.stop();
      view.destroy();
    },
  };
}

/** What somebody comes to has its looks at once: headings that grew a moment later would move the text. */
function parseUpTo(view: EditorView, position: number): void {
  if (!syntaxTreeAvailable(view.state, position)) forceParsing(view, position, PARSING_MS);
}
/** Nobody waits longer for it; the rest comes when there is time. */
const PARSING_MS = 100;

/** The upper border of what is visible: of the editor, or of what scrolls around it. */
function borderOf(view: EditorView): number {
  const scroller = scrollerOf(view.scrollDOM);
  return upperBorder(scroller);
}

/** Where the words of a line begin on screen; null where it is not drawn. */
function lineTop(view: EditorView, position: number): number | null {
  const { from, to } = view.viewport;
  if (position < from || position > to) return null;
  const { node } = view.domAtPos(position);
  const line = (node instanceof Element ? node : node.parentElement)?.closest(".cm-line") ?? null;
  return line && line.getBoundingClientRect().top + (Number.parseFloat(getComputedStyle(line).paddingTop) || 0);
}

function dispatchOn(view: EditorView, spec: Transaction | TransactionSpec): void {
  if (spec instanceof Transaction) view.dispatch(spec);
  else view.dispatch(spec);
}

function lock(readOnly: boolean): Extension {
  return readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [];
}

function readSelection(state: EditorState): SourceSelection {
  const { from, to, head } = state.selection.main;
  return { from: toSource(state, from), to: toSource(state, to), head: toSource(state, head) };
}

function reporting(options: EditorOptions): Extension {
  return EditorView.updateListener.of((update) => {
    for (const transaction of update.transactions) {
      const made = madeChange(transaction);
      if (made !== null) options.onChange(made);
    }
  });
}

function pasteLinks(): Extension {
  return EditorView.domEventHandlers({
    paste(event, view) {
      const { main } = view.state.selection;
      const pasted = event.clipboardData?.getData("text/plain") ?? "";
      const link = linkForPaste(view.state.sliceDoc(main.from, main.to), pasted);
      if (link === null || view.state.readOnly) return false;
      event.preventDefault();
      view.dispatch(view.state.replaceSelection(link), { userEvent: "input.paste", scrollIntoView: true });
      return true;
    },
  });
}
