import { z } from "zod";
import { commonPrefix, commonSuffix } from "../core/text/common-ends.ts";
import { hashText } from "../core/text/hash-text.ts";
import { type SaveCanvasInput, saveCanvasInput } from "./widget-inputs.ts";

/**
 * Saves that the page holds for its widget, and sends itself when it goes. The widget says what they are by a notification
 * of this name, where the host has named it among its experimental capabilities: other hosts are never sent one.
 */
export const HOLD_SAVES = "writing-canvas/hold-saves";

/** What a browser lets a page that goes send to the end: 64 KiB over all requests, and some of it is the widget's own. */
export const LEAVING_BYTES = 60_000;
/** Up to this length the text that a save grew from goes with it, so that it can be merged whatever has been written since. */
const SMALL_BASE = 12_000;

/** A save with what changed in the text instead of the text: small enough to be told at every keystroke. */
export const leftSave = saveCanvasInput.omit({ content: true }).extend({
  canvas_id: z.string(),
  key: z.string(),
  change: z
    .strictObject({
      from: z.int().min(0),
      to: z.int().min(0),
      insert: z.string(),
      /** The mark of the text that is changed. */
      base_mark: z.string().max(100),
    })
    .optional(),
});
export type LeftSave = z.infer<typeof leftSave>;

/** At most a save that was not answered, and what was typed after it. */
export const leftSaves = z.array(leftSave).max(2);

/** The save in its small form; `base` is the text that it grew from. */
export function packSave(save: SaveCanvasInput, base: string, markOf: (text: string) => string = hashText): LeftSave {
  const { content, base_content: _, canvas_id = "", key = "", ...rest } = save;
  const left = { ...rest, canvas_id, key, ...(base.length > SMALL_BASE ? {} : { base_content: base }) };
  if (content === undefined) return left;
  const from = commonPrefix(base, content);
  const end = commonSuffix(base, content, Math.min(base.length, content.length) - from);
  const insert = content.slice(from, content.length - end);
  return { ...left, change: { from, to: base.length - end, insert, base_mark: markOf(base) } };
}

/** The save as it was before it was packed, with its base; null when none of the texts is the one that it grew from. */
export function unpackSave(left: LeftSave, texts: readonly string[]): SaveCanvasInput | null {
  const { change, ...save } = left;
  if (change === undefined) return save;
  const base = texts.find((text) => hashText(text) === change.base_mark);
  if (base === undefined || change.from > change.to || change.to > base.length) return null;
  const content = base.slice(0, change.from) + change.insert + base.slice(change.to);
  return { ...save, base_content: base, content };
}
