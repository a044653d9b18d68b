import { fromEditor } from "../../diff/line-endings.ts";
import type { CanvasRecord, Status } from "../../records/canvas.ts";
import { type Refusal, type Result, refuse } from "../../records/refusal.ts";
import { ownBook } from "../books/books.ts";
import { withTakenUp } from "../books/take-up-edits.ts";
import type { Draft } from "../draft.ts";

/** The text that a model's rewrite was made on; `assumed` says which, where the model did not. */
export interface ModelBase {
  readonly base: string;
  readonly assumed?: string;
  /** The model sent this very text before, and it made this version: nothing in it is new. */
  readonly repeats?: number;
}

/**
 * What a whole text that the model sent was made from. What it last submitted, sent again because an answer was lost, is
 * nothing new; naming a version that this text made, or a later one, it means to have it back.
 */
export function baseOfWrite(draft: Draft, text: string, named?: number): Result<ModelBase> {
  const { submitted, writtenVersion, offers, seen, shownVersion } = ownBook(draft);
  const isEqual = submitted !== undefined && withEndingsOf(submitted, text) === submitted;
  if (isEqual && (named === undefined || named < writtenVersion)) {
    return { ok: true, base: submitted, repeats: writtenVersion };
  }
  const found = baseOf(draft, named);
  if (!found.ok) return found;
  // Whoever was told of nothing has equal words by chance.
  const hasHeard = [...seen, ...offers.flatMap(({ marks }) => marks)].some((mark) => mark.startsWith("edit:"));
  const hasRead = shownVersion > writtenVersion || offers.some(({ shows }) => shows === "text");
  if (!hasHeard && !hasRead) return found;
  const { content } = draft.record.document;
  return { ...found, base: withTakenUp(found.base, content, withEndingsOf(found.base, text)) };
}

/** Models write \n only: a text whose base has other line endings gets them back on every line that did not change. */
export function withEndingsOf(base: string, text: string): string {
  return base.includes("\r") && !text.includes("\r") ? fromEditor(text, base) : text;
}

/**
 * What the model's text was made from: the version that it names, as far as it can know that; without a name what it last
 * submitted, or the newest version that it was shown whole. A number alone says nothing about what was read (it may stand
 * in a message), so that nothing newer than what the model knows can look like something that it took out.
 */
function baseOf(draft: Draft, named?: number): Result<ModelBase> {
  const { id, version } = draft.record.document;
  const { submitted, writtenVersion, shownVersion, knownVersion } = ownBook(draft);
  const future = checkNamed(draft.record, named);
  if (future !== null) return refuse(future.code, future.message);
  if (named !== undefined && named <= knownVersion) {
    const base = textOfVersion(draft, named);
    if (base !== undefined) return { ok: true, base };
    const message = `Version ${named} of canvas ${id} is not kept. Call read_canvas for its newest text, then pass base_version: ${version}.`;
    return refuse("unknown_version", message);
  }
  // It names what it cannot know.
  const known = named === undefined ? shownVersion : knownVersion;
  if (submitted !== undefined && (named === undefined || writtenVersion >= known)) {
    return { ok: true, base: submitted, assumed: `your own text of v${writtenVersion}` };
  }
  const base = known > 0 ? textOfVersion(draft, known) : undefined;
  if (base !== undefined) return { ok: true, base, assumed: `v${known}, the newest that you were shown whole` };
  const message = `You have not been shown the text of canvas ${id}, so a rewrite could remove words that you do not know. Call read_canvas first, then write_canvas with base_version: ${version}; or change parts with edit_canvas.`;
  return refuse("not_shown", message);
}

/** A number that does not exist yet belongs to another canvas, or to nothing. */
export function checkNamed({ document: { id, version } }: CanvasRecord, named: number | undefined): Refusal | null {
  if (named === undefined || named <= version) return null;
  const message = `base_version ${named} does not exist: canvas ${id} is at version ${version}. Call read_canvas for its newest text, then pass base_version: ${version}.`;
  return refuse("future_version", message).error;
}

function textOfVersion({ record, texts }: Draft, version: number): string | undefined {
  return version === record.document.version ? record.document.content : texts.get(version);
}

/** Whether the model may write here, and set this status. */
export function checkModelMay(record: CanvasRecord, status?: Status): Refusal | null {
  const { id } = record.document;
  if (record.document.status === "archived") {
    const message = `Canvas ${id} is archived, which makes it read-only. Ask the person to reopen it (status menu in the canvas), or create a new canvas.`;
    return refuse("archived", message).error;
  }
  return status === undefined ? null : checkModelStatus(status);
}

/** Approving is the person's. */
export function checkModelStatus(status: Status): Refusal | null {
  if (status !== "approved") return null;
  const message =
    'Only the person can approve. Use status "in_review" to ask for it, and tell them that the canvas is ready.';
  return refuse("status_not_allowed", message).error;
}
