import { LEAVING_BYTES, type LeftSave } from "../../../../protocol/left-save.ts";
import type { Api } from "../access/api.ts";

/**
 * Sends what the widget has not saved. From a page that goes, as small as it must be: the browser sees only so much through
 * to the end. The browser's own copy stays either way, and brings back under the same key what did not arrive.
 */
export async function sendLeft(api: Pick<Api, "call">, saves: readonly LeftSave[], leaves: boolean): Promise<void> {
  const fitting = leaves ? fitToLeave(saves) : saves;
  const outlivesPage = leaves && sizeOf(fitting) <= LEAVING_BYTES;
  const answer = await api.call("/api/left-saves", { saves: fitting }, { outlivesPage });
  if (!answer.ok) console.debug("canvas", "unsaved work was not taken", answer.code);
}

/** Without the texts that only a merge would need, where they take too much. */
function fitToLeave(saves: readonly LeftSave[]): readonly LeftSave[] {
  if (sizeOf(saves) <= LEAVING_BYTES) return saves;
  return saves.map(({ base_content: _, ...save }) => save);
}

function sizeOf(saves: readonly LeftSave[]): number {
  return new Blob([JSON.stringify({ saves })]).size;
}
