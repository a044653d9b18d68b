import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { checkText } from "../../core/document/check-text.ts";
import { readCritic } from "../../core/export/read-critic-markup.ts";
import { MAX_CONTENT_BYTES } from "../../protocol/limits.ts";
import { importMarked } from "../../server/actions/writing/import-marked.ts";
import { asPerson, orFail } from "../open-store.ts";
import { CommandError, DONE, type Invocation, type Surroundings } from "../surroundings.ts";
import { printable, printableJson } from "../terminal/printable.ts";
import { readLimited } from "../terminal/read-limited.ts";

/** Of a byte order mark, which does not count. */
const MARK = 3;

/** A new canvas by the person, from a file or from stdin. */
export async function importFile(invocation: Invocation): Promise<number> {
  const { surroundings, options } = invocation;
  const file = invocation.positionals[0] ?? "";
  const text = await readText(surroundings, file);
  const refusal = checkText(file === "-" ? "stdin" : file, text, MAX_CONTENT_BYTES);
  if (refusal) throw new CommandError(refusal.message);
  const marked = options.critic ? readCritic(text) : { content: text, suggestions: [], comments: [] };
  const title = typeof options.title === "string" ? options.title : undefined;
  const imported = await asPerson(invocation, (call) => importMarked.run(call, { marked, title }));
  const { document } = orFail(imported);
  const { id, version } = document;
  surroundings.stdout.write(
    options.json ? printableJson({ id, title: document.title, version }) : `${id}  ${printable(document.title)}\n`,
  );
  return DONE;
}

async function readText({ stdin, folder }: Surroundings, file: string): Promise<string> {
  let bytes: Buffer | null;
  try {
    bytes = await readLimited(file === "-" ? stdin : createReadStream(resolve(folder, file)), MAX_CONTENT_BYTES + MARK);
  } catch (error) {
    throw new CommandError(`${file} ${whyNot(error)}.`);
  }
  if (bytes === null)
    throw new CommandError(`${file === "-" ? "stdin" : file} is larger than 5 MB. Split it over several canvases.`);
  try {
    // A byte order mark is no part of the text; everything else stays as it is.
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not UTF-8 text. Save it as UTF-8 and import it again.`);
  }
}

function whyNot(error: unknown): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case "ENOENT":
      return "does not exist. Name a file that is there, or - for stdin";
    case "EISDIR":
      return "is a folder. Name a file in it";
    default:
      return `cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}
