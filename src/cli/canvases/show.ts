import type { CanvasRecord } from "../../core/records/canvas.ts";
import { encodeComment } from "../../protocol/canvas-view.ts";
import type { Call } from "../../server/actions/call.ts";
import { loadVersion } from "../../server/actions/history/versions.ts";
import { asPerson, findNamed } from "../open-store.ts";
import { CommandError, DONE, type Invocation, UsageError } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";

/** The text of a canvas, exactly when it goes to a file or a pipe, made harmless when it goes to a terminal. */
export async function show(invocation: Invocation): Promise<number> {
  const { stdout } = invocation.surroundings;
  const asked = askedVersion(invocation.options.version);
  const shown = await asPerson(invocation, async (call) => {
    const record = await findNamed(call, invocation.positionals[0] ?? "", invocation);
    return { record, content: asked === null ? record.document.content : await contentOf(call, record, asked) };
  });
  const { record, content } = shown;
  if (invocation.options.json) {
    const { id, title, status, version, updatedAt } = record.document;
    const comments = record.comments.filter((comment) => !comment.deleted).map(encodeComment);
    const approved = record.approval === null ? {} : { approvedVersion: record.approval.version };
    stdout.write(
      printableJson({ id, title, status, ...approved, version: asked ?? version, updatedAt, content, comments }),
    );
  } else stdout.write(stdout.isTTY ? `${printable(content, { lines: true })}\n` : content);
  return DONE;
}

function askedVersion(text: string | true | undefined): number | null {
  if (typeof text !== "string") return null;
  const version = /^v?(\d{1,9})$/.exec(text)?.[1];
  if (!version) throw new UsageError(`--version is ${JSON.stringify(text)}; a version is a number such as 3.`);
  return Number(version);
}

async function contentOf(call: Call, { document }: CanvasRecord, version: number): Promise<string> {
  const { id } = document;
  // It is here already: a damaged history keeps nobody from it.
  if (version === document.version) return document.content;
  const found = await loadVersion.run(call, { canvasId: id, version });
  if (found.ok) return found.content;
  // One between the first and the newest that is not there any more: why, and which are.
  const isForgotten = version >= 1 && version < document.version;
  if (found.error.code !== "unknown_version" || isForgotten) throw new CommandError(found.error.message);
  throw new CommandError(`${id} has no version ${version}: its versions are 1 to ${document.version}.`);
}
