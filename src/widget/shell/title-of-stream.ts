import { cleanTitle, titleFromContent, UNTITLED } from "../../core/document/title.ts";
import type { Stream } from "../state/state.ts";
import { shellWords } from "../words.ts";

/** The title as far as the call has named it, by the server's own rules: given, or the first H1. */
export function titleOfStream(stream: Stream): string {
  if (stream.kind === "edits") return cleanTitle(stream.canvasId ?? "") ?? shellWords.untitled;
  const given = cleanTitle(stream.title ?? "");
  if (given !== null) return given;
  const heading = titleFromContent(stream.text.slice(0, 4_000));
  return heading === UNTITLED ? shellWords.untitled : heading;
}
