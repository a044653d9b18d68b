import { resolve } from "node:path";
import type { CanvasError } from "../../protocol/errors.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import type { TypedCommand } from "../../protocol/names.ts";
import type { Call } from "../../server/actions/call.ts";
import { findBound } from "../../server/actions/files/bound-canvas.ts";
import { submitForReview } from "../../server/actions/review/submit-for-review.ts";
import { createBound } from "../../surfaces/files/bound-canvas.ts";
import { createDiskFile } from "../../surfaces/files/disk-file.ts";
import { decodeFile, type FileText } from "../../surfaces/files/file-text.ts";
import { findTarget } from "../../surfaces/files/find-target.ts";
import { foreignLinkWords, ownPath } from "../../surfaces/files/own-path.ts";
import { isTrouble } from "../../surfaces/files/trouble.ts";
import { CommandError, type Invocation, type Surroundings } from "../surroundings.ts";
import { readLimited } from "../terminal/read-limited.ts";
import { typedIn } from "../typed-command.ts";

/** What is to be reviewed. */
export interface ReviewSource {
  /** As the person named it. */
  readonly name: string;
  /** Its real path; null: stdin. */
  readonly path: string | null;
  readonly file: FileText;
}

export async function readSource(
  { stdin, folder, uid }: Surroundings,
  name: string,
  randomId: (length: number) => string,
): Promise<ReviewSource> {
  if (name === "-") {
    const bytes = await readLimited(stdin, MAX_CONTENT_BYTES);
    if (bytes === null)
      throw new CommandError("What came on stdin is larger than 5 MB, which is all that a canvas holds.");
    const read = decodeFile(bytes);
    if (isTrouble(read)) throw new CommandError(`What came on stdin ${read.message}.`);
    return { name: "stdin", path: null, file: read };
  }
  // Through a link of their own to wherever it leads: a review only reads, and writes back to nothing but what was named.
  const own = await ownPath(resolve(folder, name), uid);
  if (!own.ok) throw new CommandError(foreignLinkWords(own.link));
  const target = await findTarget({ file: own.path, cwd: folder });
  if (isTrouble(target)) throw new CommandError(`${name} ${target.message}.`);
  const disk = await createDiskFile(target.path, randomId).read();
  if (disk.kind === "missing")
    throw new CommandError(`${name} does not exist. Name a file that is there, or - for stdin.`);
  if (disk.kind === "trouble") throw new CommandError(`${name} ${disk.trouble.message}.`);
  return { name, path: target.path, file: disk };
}

/** The canvas for this text: the one that was named, the file's own from before, or a new one. */
export async function canvasFor(call: Call, source: ReviewSource, invocation: Invocation): Promise<string> {
  const { options } = invocation;
  const content = source.file.text;
  const title = typeof options.title === "string" ? options.title : undefined;
  const named = typeof options.canvas === "string" ? options.canvas.trim().toUpperCase() : null;
  const before = named ?? (source.path === null ? null : ((await findBound(call, source.path))?.id ?? null));
  const id = before ?? (source.path === null ? undefined : await bind(call, source.path, content));
  const submitted = await submitForReview.run(call, { canvasId: id, content, title });
  if (!submitted.ok) throw new CommandError(inWords(submitted.error, id ?? "", typedIn(invocation)));
  return submitted.id;
}

async function bind(call: Call, path: string, content: string): Promise<string> {
  const bound = await createBound(call, path, content);
  if (!bound.ok) throw new CommandError(bound.error.message);
  return bound.id;
}

function inWords({ code, message }: CanvasError, id: string, typed: TypedCommand): string {
  switch (code) {
    case "archived":
      return `Canvas ${id} is archived and read-only. Reopen it on its page (\`${typed(`page ${id}`)}\`), then review again.`;
    case "unknown_canvas":
    case "invalid_canvas_id":
    case "deleted_canvas":
      return `There is no canvas ${JSON.stringify(id)}. \`${typed("list")}\` names them all.`;
    default:
      return message;
  }
}
