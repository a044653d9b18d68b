import { z } from "zod";
import { applyChanges, changesFit } from "../core/diff/text-changes.ts";
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
export const leftSave = saveCanvasInput.omit({ content: true, since: true }).extend({
  canvas_id: z.string(),
  key: z.string(),
  /** The mark of the text that `changes` are of. */
  base_mark: z.string().max(100).optional(),
  /** Of a save that goes with its whole text: what is different in it. */
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

/** The text that a save grew from, and its hash where it is known. */
export interface LeftBase {
  readonly text: string;
  readonly mark: string;
}

/** The save in its small form. */
export function packSave(save: SaveCanvasInput, base: LeftBase | string): LeftSave {
  const { text, mark } = typeof base === "string" ? { text: base, mark: hashText(base) } : base;
  const { content, base_content: _, since: _s, changes, canvas_id = "", key = "", ...rest } = save;
  const left = { ...rest, canvas_id, key, ...(text.length > SMALL_BASE ? {} : { base_content: text }) };
  if (changes !== undefined) return { ...left, changes, ...(changes.length === 0 ? {} : { base_mark: mark }) };
  if (content === undefined) return left;
  // It went out whole by itself: under its key it is the same save when it is read again.
  const from = commonPrefix(text, content);
  const end = commonSuffix(text, content, Math.min(text.length, content.length) - from);
  const insert = content.slice(from, content.length - end);
  return { ...left, change: { from, to: text.length - end, insert, base_mark: mark } };
}

/** A save as it was before it was packed, with its base, and the text that it makes; none: it leaves the text as it is. */
export interface UnpackedSave {
  readonly save: SaveCanvasInput;
  readonly content?: string;
}

/** Null when none of the texts is the one that it grew from. */
export function unpackSave(left: LeftSave, texts: readonly string[]): UnpackedSave | null {
  const { change, changes, base_mark: mark = change?.base_mark, ...save } = left;
  const wanted = changes ?? (change === undefined ? [] : [change]);
  if (wanted.length === 0) return { save: changes === undefined ? save : { ...save, changes } };
  const base = texts.find((text) => hashText(text) === mark);
  if (base === undefined || !changesFit(base.length, wanted)) return null;
  const content = applyChanges(base, wanted);
  // In the form in which it went out by itself: under its key it is the same save.
  const text = changes === undefined ? { content } : { changes };
  return { save: { ...save, ...text, base_content: base }, content };
}
