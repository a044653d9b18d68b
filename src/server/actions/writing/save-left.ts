import { z } from "zod";
import { mergeThreeWay } from "../../../core/diff/merge-three-way.ts";
import type { CanvasError, Outcome } from "../../../protocol/errors.ts";
import { leftSaves, unpackSave } from "../../../protocol/left-save.ts";
import type { SaveCanvasInput } from "../../../protocol/widget-inputs.ts";
import { defineAction } from "../action.ts";
import type { Call } from "../call.ts";
import { findCanvas } from "../find-canvas.ts";
import { type Saved, save } from "./save.ts";

const BASE_GONE: CanvasError = {
  code: "base_needed",
  message:
    "The canvas has moved on from the text that this was typed into. Open the canvas again: what this browser kept is merged then.",
};

/**
 * The saves that a page has sent on its way out, in order, each as the widget's own would be and under the same key. One that
 * cannot be read any more may have arrived before; then the next stands on the text that it made.
 */
export const saveLeft = defineAction({
  name: "save_left",
  description: "Saves what a page held of its widget's work when it was left.",
  by: ["person"],
  needs: "view",
  input: z.object({ saves: leftSaves }),
  run: async (call, { saves }): Promise<Outcome<object>> => {
    let made: string | undefined;
    let unread: CanvasError | null = null;
    for (const left of saves) {
      const shown = { ...call, who: { ...call.who, proof: { key: left.key } } };
      const found = await findCanvas(shown, left.canvas_id);
      if (!found.ok) return found;
      const { content: now } = found.record.document;
      const texts = [left.base_content, made, now].filter((text) => text !== undefined);
      const unpacked = unpackSave(left, texts);
      unread = unpacked === null ? BASE_GONE : null;
      if (unpacked === null) continue;
      const { key: _, canvas_id, ...rest } = unpacked.save;
      made = unpacked.content ?? made;
      if (isThere(rest, unpacked.content, now)) continue;
      const saved = await saveApart(shown, { canvas_id: canvas_id ?? left.canvas_id, ...rest });
      if (!saved.ok) return saved;
    }
    return unread === null ? { ok: true } : { ok: false, error: unread };
  },
});

/**
 * Whether a save that holds a text and nothing else comes too late: the text has grown since, from just what was typed. Whoever
 * went on elsewhere saved more by now, and would find their older words in its place.
 */
function isThere(save: Partial<SaveCanvasInput>, typed: string | undefined, now: string): boolean {
  const { base_content: base, content: _, changes: _c, ...rest } = save;
  if (base === undefined || typed === undefined || now === base) return false;
  if (Object.keys(rest).some((field) => !BESIDE_TEXT.has(field))) return false;
  const { text, conflicts } = mergeThreeWay(base, now, typed);
  return (
    text === now &&
    conflicts.every(({ mine, theirs }) => theirs.trim() !== "" && mine.trimStart().startsWith(theirs.trim()))
  );
}

const BESIDE_TEXT: ReadonlySet<string> = new Set(["save_key", "base_revision", "base_hash", "left"]);

/** Where it keeps nobody else waiting: a page that goes may leave a long text behind. */
async function saveApart(call: Call, input: Parameters<typeof save.run>[1]): Promise<Outcome<Saved>> {
  const here = () => save.run(call, input);
  const { longActions } = call.deps;
  return longActions?.run({ action: save.name, call, input, canvasId: input.canvas_id, here }) ?? here();
}
