import { canvasFileOf } from "../../../core/document/canvas-file.ts";
import { doneByPerson } from "../../../core/interactions/done-by-person.ts";
import { summarize } from "../../../core/interactions/summarize.ts";
import type { CanvasRecord } from "../../../core/records/canvas.ts";
import type { CanvasEvent } from "../../../core/records/history.ts";
import type { InteractionRecord } from "../../../protocol/interactions.ts";
import { eventRecordId } from "../interaction-id.ts";

/** What one event of the log tells agents: the same records whoever asks and however often. `record` is the canvas as it is now. */
export function makeRecords(
  { document, comments }: Pick<CanvasRecord, "document" | "comments">,
  event: CanvasEvent,
): readonly InteractionRecord[] {
  const canvasFile = canvasFileOf(document.id);
  return doneByPerson(event, comments).map(({ id, action, element, data, block }, part) => {
    const { summary, masked } = summarize({ action, element, data, canvasFile });
    return {
      id: id ?? eventRecordId(document.id, event, part),
      timestamp: event.at,
      canvasFile,
      action,
      element,
      data,
      summary,
      ...(masked.length === 0 ? {} : { masked }),
      ...(block === undefined ? {} : { block }),
      version: event.version,
      ...(event.by.name === undefined ? {} : { by: event.by.name }),
    };
  });
}
