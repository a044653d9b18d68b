import { composeChanges } from "../../../../core/diff/compose-changes.ts";
import type { TextChange } from "../../../../core/diff/hunk.ts";
import { applyChanges, changesFit } from "../../../../core/diff/text-changes.ts";
import { hashText } from "../../../../core/text/hash-text.ts";
import type { SavedCanvas } from "../../../../protocol/saved-canvas.ts";
import type { SaveCanvasInput } from "../../../../protocol/widget-inputs.ts";
import type { Printed } from "./print-sheet.ts";

/** The text that the widget has on the server, followed through its saves: they carry changes, and their answers do, too. */
export interface ShownText {
  now(): Printed;
  /** The server showed the canvas whole. */
  set(printed: Printed): void;
  /** False: the save was made on another text than the one that is known here. */
  follow(save: Pick<SaveCanvasInput, "base_hash" | "changes">, answer: SavedCanvas): boolean;
}

export function createShownText(first: Printed): ShownText {
  let whole = first;
  /** From the whole text to the one that is shown: it is made when somebody asks. */
  let since: readonly TextChange[] = [];
  /** Of the text that is shown; null: not known yet. */
  let hash: string | null = null;
  const now = (): Printed => {
    if (since.length > 0) whole = { ...whole, content: applyChanges(whole.content, since) };
    since = [];
    return whole;
  };
  return {
    now,
    set(printed) {
      whole = printed;
      since = [];
      hash = null;
    },
    follow({ base_hash: base, changes = [] }, { document, text, mark }) {
      const isChanged = changes.length + text.length > 0;
      if (isChanged) hash ??= hashText(now().content);
      if (isChanged && base !== hash) return false;
      const next = composeChanges(since, composeChanges(changes, text));
      if (!changesFit(whole.content.length, next)) return false;
      whole = { ...whole, title: document.title };
      since = next;
      if (isChanged) hash = mark.hash;
      return true;
    },
  };
}
