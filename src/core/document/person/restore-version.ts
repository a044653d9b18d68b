import type { Canvas, TextMark } from "../../records/canvas.ts";
import type { MomentRecord } from "../../records/history.ts";
import { type Result, refuse } from "../../records/refusal.ts";
import { beginDraft, type Draft, logEvent, type Moment, sealHead, type Texts } from "../draft.ts";
import { putContent } from "../put-content.ts";
import { checkSeenText } from "../versions/check-seen.ts";
import { checkPersonMay } from "./person-status.ts";

/**
 * An older text as a new version. What stood before is sealed, so nothing is lost; the same text again is no version.
 * `point`: the text that stood inside that version; null: it is not kept (any more). `seen`: the text that the person knew
 * they would replace; another one is not replaced.
 */
export function restoreVersion(
  record: Canvas,
  texts: Texts,
  version: number,
  moment: Moment,
  point?: MomentRecord | null,
  seen?: TextMark,
): Result<{ readonly draft: Draft }> {
  const error = checkPersonMay(record) ?? checkSeenText(record, seen);
  if (error !== null) return refuse(error.code, error.message);
  if (point === null) return refuse("unknown_version", pointNotKept(record.document.id, version));
  const kept = version === record.document.version ? record.document.content : texts.get(version);
  const text = point?.content ?? kept;
  if (text === undefined) {
    return refuse(
      "unknown_version",
      `Version ${version} of canvas ${record.document.id} is not kept. Reload the history.`,
    );
  }
  const start = beginDraft(record, texts, moment);
  if (text === record.document.content) return { ok: true, draft: start };
  const label = point === undefined ? `restored v${version}` : `restored v${version} as it was`;
  const restored = sealHead(putContent(sealHead(start), text, { label }));
  const within = point === undefined ? {} : { point: point.revision, at: point.at };
  return { ok: true, draft: logEvent(restored, "restored", { from: version, ...within }) };
}

/** Points are thinned out, so one that a list has shown may be gone. */
export function pointNotKept(id: string, version: number): string {
  return `This text from inside version ${version} of canvas ${id} is not kept any more. Reload the history and choose one near it, or version ${version} itself.`;
}
