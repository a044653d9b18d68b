import { parseCanvasId } from "../../core/document/ids.ts";
import { cleanTitle, titleFromContent, UNTITLED } from "../../core/document/title.ts";
import type { Stream } from "../host/read-model-call.ts";
import { shellWords } from "../words.ts";

/**
 * The title that the canvas has, if this browser knows it. Otherwise as far as the call has named it, by the server's own
 * rules: given, or the first H1. Edits name none: their canvas goes by its id, which is no title.
 */
export function titleOfStream(stream: Stream): string {
  const own = cleanTitle(stream.ownTitle ?? "");
  if (own !== null) return own;
  if (stream.kind === "edits") return shellWords.canvasNamed(parseCanvasId(stream.canvasId ?? ""));
  const given = cleanTitle(stream.title ?? "");
  if (given !== null) return given;
  const heading = titleFromContent(stream.text.slice(0, 4_000));
  return heading === UNTITLED ? shellWords.untitled : heading;
}
