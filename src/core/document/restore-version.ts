import { beginDraft, type Draft, logEvent, type Moment, sealHead, type Texts } from "./draft.ts";
import { checkPersonMay } from "./person-may.ts";
import { putContent } from "./put-content.ts";
import type { CanvasRecord } from "./records.ts";
import { type Result, refuse } from "./refusal.ts";

/** An older text as a new version. What stood before is sealed, so nothing is lost; the same text again is no version. */
export function restoreVersion(
  record: CanvasRecord,
  texts: Texts,
  version: number,
  moment: Moment,
): Result<{ readonly draft: Draft }> {
  const error = checkPersonMay(record);
  if (error !== null) return refuse(error.code, error.message);
  const text = version === record.document.version ? record.document.content : texts.get(version);
  if (text === undefined) {
    return refuse(
      "unknown_version",
      `Version ${version} of canvas ${record.document.id} is not kept. Reload the history.`,
    );
  }
  const start = beginDraft(record, texts, moment);
  if (text === record.document.content) return { ok: true, draft: start };
  const restored = sealHead(putContent(sealHead(start), text, { label: `restored v${version}` }));
  return { ok: true, draft: logEvent(restored, "restored", { from: version }) };
}
