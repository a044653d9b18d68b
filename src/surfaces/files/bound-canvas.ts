import { basename } from "node:path";
import { titleFromContent, UNTITLED } from "../../core/document/title.ts";
import type { Outcome } from "../../protocol/errors.ts";
import type { Call } from "../../server/actions/call.ts";
import { type BoundCanvas, bindFile } from "../../server/actions/files/bound-canvas.ts";

/** A new canvas with the file's text, bound to it. */
export async function createBound(call: Call, path: string, content: string): Promise<Outcome<BoundCanvas>> {
  // A text without a heading would be one more "Untitled".
  const isNamed = titleFromContent(content) !== UNTITLED;
  const title = isNamed ? undefined : basename(path).replace(/\.(md|markdown|txt)$/i, "");
  return bindFile.run(call, { path, content, title });
}
