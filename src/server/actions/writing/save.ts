import type { z } from "zod";
import { checkText } from "../../../core/document/check-text.ts";
import { applyPersonSave, readText } from "../../../core/document/person/apply-person-save.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { Refusal } from "../../../core/records/refusal.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { isReadable, readInteraction } from "../../../protocol/interactions.ts";
import { MAX_COMMENT_BODY, MAX_CONTENT_BYTES } from "../../../protocol/limits.ts";
import { personSaveOf } from "../../../protocol/person-save.ts";
import { saveCanvasInput } from "../../../protocol/widget-inputs.ts";
import { defineAction, givenOnly } from "../action.ts";
import { momentOf } from "../call.ts";
import { changeCanvas } from "../change-canvas.ts";
import { canvasId, checkSaveKey, fingerprintOf } from "../inputs.ts";
import { interactionId } from "../interaction-id.ts";
import { checkSaveRights } from "./check-rights.ts";

/** As the widget sends it, less the key by which it shows that it is the person's. */
const input = saveCanvasInput.omit({ key: true }).extend({ canvas_id: canvasId });
type Asked = z.output<typeof input>;

export interface Saved {
  readonly record: CanvasRecord;
  /** The canvas that it was made on, the text that it grew from and the one that it brought; null: it was made before. */
  readonly made: { readonly before: CanvasRecord; readonly base?: string; readonly text?: string } | null;
  readonly merged: boolean;
  readonly conflicts: number;
  readonly notes: readonly string[];
}

/** What the person did to a canvas since it was last saved, all in one. */
export const save = defineAction({
  name: "save",
  description: "Saves what the person did to a canvas: text, title, status, comments, decisions, protections.",
  by: ["person"],
  needs: "view",
  input,
  run: async (call, asked): Promise<Outcome<Saved>> => {
    const bad = checkTexts(asked) ?? checkChanges(asked) ?? checkSaveKey(asked.save_key);
    if (bad !== null) return { ok: false, error: bad };
    const { canvas_id: id } = asked;
    const fingerprint = fingerprintOfSave(asked, call.who.proof?.key);
    const moment = momentOf(call);
    const { owner } = call.who;
    const wish = personSaveOf(asked, (each) => readInteraction(each, interactionId(owner, id, each.id)));
    const changed = await changeCanvas(call, id, { once: { key: asked.save_key, fingerprint } }, (record, texts) => {
      const read = readText(record, wish);
      if (!read.ok) return read;
      const { content: text, baseContent: base } = read.save;
      const error =
        checkSaveRights(call, record, read.save, moment.now) ??
        (text === undefined || wish.changes === undefined ? null : checkText("content", text, MAX_CONTENT_BYTES));
      if (error !== null) return { ok: false, error };
      const saved = applyPersonSave(record, texts, read.save, moment);
      return saved.ok ? { ...saved, from: { before: record, ...givenOnly({ base, text }) } } : saved;
    });
    if (!changed.ok) return changed;
    const { merged = false, conflicts = 0, notes = [], from: made = null } = changed.made ?? {};
    return { ok: true, record: changed.record, made, merged, conflicts, notes };
  },
});

/** The same for the same work, whichever way it came: the base that went along does not count, nor the order of the fields. */
function fingerprintOfSave(asked: Asked, key: string | undefined): string {
  const counted: Readonly<Record<string, unknown>> = {
    ...asked,
    key,
    base_content: undefined,
    base_hash: undefined,
    left: undefined,
    since: undefined,
  };
  return fingerprintOf(Object.fromEntries(Object.keys(saveCanvasInput.shape).map((field) => [field, counted[field]])));
}

/** What is said to have been done to a text is of one that is named, and says alone what became of it. */
function checkChanges({ changes, content, base_hash, base_content }: Asked): Refusal | null {
  if (changes === undefined) return null;
  if (content !== undefined) {
    const message = "Both content and changes came. Pass one of them, not both. Nothing of the save was taken.";
    return { code: "invalid_input", message };
  }
  if (changes.length === 0) return null;
  if (base_hash !== undefined || base_content !== undefined) return null;
  const message =
    "base_hash is missing: it says which text the changes are of. Pass it, or that text as base_content. Nothing of the save was taken.";
  return { code: "invalid_input", message };
}

function checkTexts(asked: Asked): Refusal | null {
  const texts: [string, string | undefined, number][] = [
    ["content", asked.content, MAX_CONTENT_BYTES],
    ["base_content", asked.base_content, MAX_CONTENT_BYTES],
    ["title", asked.title, 10_000],
    ["status.note", asked.status?.note, MAX_COMMENT_BODY * 4],
  ];
  (asked.comments ?? []).forEach((operation, index) => {
    if ("body" in operation) texts.push([`comments[${index}].body`, operation.body, MAX_COMMENT_BODY * 4]);
    if (operation.op === "add" && operation.anchor !== null) {
      texts.push([`comments[${index}].anchor.quotedText`, operation.anchor.quotedText, MAX_CONTENT_BYTES]);
    }
  });
  (asked.protect ?? []).forEach((operation, index) => {
    if (operation.op === "add") texts.push([`protect[${index}].quotedText`, operation.quotedText, MAX_CONTENT_BYTES]);
  });
  (asked.decisions ?? []).forEach((decision, index) => {
    if (decision.decision === "edit") texts.push([`decisions[${index}].text`, decision.text, MAX_CONTENT_BYTES]);
  });
  for (const [index, interaction] of (asked.interactions ?? []).entries()) {
    if (!isReadable(interaction)) {
      const message = `interactions[${index}].data is not JSON. Nothing of the save was taken.`;
      return { code: "invalid_input", message };
    }
  }
  for (const [field, text, most] of texts) {
    const bad = text === undefined ? null : checkText(field, text, most);
    if (bad !== null) return bad;
  }
  return null;
}
