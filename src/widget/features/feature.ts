import type { ReactNode } from "react";
import type { Checkpoint } from "../../core/records/canvas.ts";
import type { PlacedComments } from "../state/placed-comments.ts";
import type { Rights } from "../state/rights.ts";
import type { WidgetActions } from "../state/start-widget.ts";
import type { Ready } from "../state/state.ts";
import type { EditorHandle } from "../text/editor/editor-view.ts";
import type { TextHighlight } from "../text/editor/highlights.ts";
import type { Inlay } from "../text/preview/inlays.ts";
import type { PreviewView } from "../text/preview/preview-view.ts";
import type { TextSelection, TextViews } from "../text/views.ts";
import type { KeyBinding } from "../ui/use-keymap.ts";

/** The open canvas, and what whoever looks at it may do. */
export interface OpenCanvas {
  readonly ready: Ready;
  /** As it will be once what waits is saved. */
  readonly shown: Omit<Checkpoint, "comments">;
  /** Its comments, and where they stand. */
  readonly placed: PlacedComments;
  readonly rights: Rights;
  readonly assistant: string;
  readonly actions: WidgetActions;
  readonly now: number;
}

/** The text as it stands on screen. */
export interface TextOnScreen {
  /** What the preview shows; beside an editor it may be a moment older than the draft. */
  readonly text: string;
  /** null: the preview is not on screen. */
  readonly preview: PreviewView | null;
  /** null: nobody writes. */
  readonly editor: () => EditorHandle | null;
  readonly views: () => TextViews;
  readonly selection: TextSelection | null;
  /**
   * The sheet that the preview stands on (`[data-sheet]`), with the column of the text in it (`[data-column]`): for what is
   * drawn beside it. null with the preview.
   */
  readonly sheet: HTMLElement | null;
  /** An editor is on screen. */
  readonly writing: boolean;
  /** The model writes: nothing else stands in the text meanwhile. */
  readonly streaming: boolean;
  readonly fullscreen: boolean;
}

/** What one feature adds to the text. The workspace puts all of them together, and knows none of them. */
export interface Feature {
  /** Painted over the text in the editor. */
  readonly marks?: readonly TextHighlight[];
  /** A mark in the editor was pressed; false: it is none of these. */
  press?(id: string | undefined): boolean;
  /** Elements that stand in the editor's text. */
  readonly inlays?: readonly Inlay[];
  /** Drawn over the text: cards, popovers, locks, bars beside lines. */
  readonly layer?: ReactNode;
  /** Buttons at a selection. */
  readonly tools?: ReactNode;
  readonly keys?: readonly KeyBinding[];
}
