import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { commentsFault, LONGEST_BODY } from "../core/comments/operations.ts";
import { checkText } from "../core/document/check-text.ts";
import { createCanvas } from "../core/document/create-canvas.ts";
import { beginDraft, finishDraft, type Moment, OPEN_FOR_MS } from "../core/document/draft.ts";
import { idLength } from "../core/document/ids.ts";
import type { CriticDocument } from "../core/export/critic-markup.ts";
import { importMarks } from "../core/export/import-marks.ts";
import { readCritic } from "../core/export/read-critic-markup.ts";
import type { CanvasDocument } from "../core/records/canvas.ts";
import { MAX_CONTENT_BYTES } from "../protocol/limits.ts";
import { randomId } from "../server/actions/random-id.ts";
import type { Store } from "../server/storage/ports.ts";
import { OWNER, withStore } from "./open-store.ts";
import { printable, printableJson } from "./printable.ts";
import { readLimited } from "./read-limited.ts";
import { CommandError, DONE, type Invocation, type Surroundings } from "./surroundings.ts";

const KEY_LENGTH = 24;
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
  const title = typeof options.title === "string" ? { title: options.title } : {};
  const made = await withStore(invocation, (store) =>
    create(store, { marked, ...title }, momentOf(surroundings.now())),
  );
  const { id, version } = made;
  surroundings.stdout.write(
    options.json ? printableJson({ id, title: made.title, version }) : `${id}  ${printable(made.title)}\n`,
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

/** The limits of a canvas hold for what a file brings, too. */
function checkMarks({ comments }: CriticDocument): void {
  const full = commentsFault(comments.length, comments.length);
  if (full !== null)
    throw new CommandError(`${full} The file has ${comments.length}: take some out and import it again.`);
  const longest = comments.reduce((most, { body }) => Math.max(most, body.length), 0);
  if (longest > LONGEST_BODY)
    throw new CommandError(
      `A comment holds ${LONGEST_BODY} characters, one in the file has ${longest}: shorten it and import the file again.`,
    );
}

async function create(
  store: Store,
  { marked, ...named }: { readonly marked: CriticDocument; readonly title?: string },
  moment: Moment,
): Promise<CanvasDocument> {
  checkMarks(marked);
  const length = idLength(await store.canvases.count());
  for (let attempt = 0; ; attempt++) {
    const id = randomId(length + Math.floor(attempt / 10));
    const key = { owner: OWNER, widgetKey: randomId(KEY_LENGTH) };
    const change = createCanvas({ ...named, ...key, id, content: marked.content }, moment);
    const draft = importMarks({ ...beginDraft(change.record, new Map(), moment), events: change.events }, marked);
    const { kind } = await store.canvases.create(OWNER, finishDraft(draft) ?? change);
    if (kind === "created") return draft.record.document;
  }
}

function momentOf(now: Date): Moment {
  return {
    by: { kind: "person", client: "command line" },
    now: now.toISOString(),
    sealOpenedBefore: new Date(now.getTime() - OPEN_FOR_MS).toISOString(),
    randomId,
  };
}
