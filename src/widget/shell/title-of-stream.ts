import type { Stream } from "../state/state.ts";
import { shellWords } from "../words.ts";

/** The title as far as the call has named it: given, or the first H1. */
export function titleOfStream(stream: Stream): string {
  if (stream.kind === "edits") return stream.canvasId ?? shellWords.untitled;
  const heading = /^#[ \t]+(.+?)[ \t]*#*$/m.exec(stream.text.slice(0, 4_000));
  return stream.title?.trim() || heading?.[1] || shellWords.untitled;
}
