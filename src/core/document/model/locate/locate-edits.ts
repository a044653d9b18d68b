import { createNearFinder, type NearFinder } from "../../../comments/find-quote.ts";
import type { TextChange } from "../../../diff/hunk.ts";
import { type Refusal, type Result, refuse } from "../../../records/refusal.ts";
import { createLineIndex } from "../../../text/split-lines.ts";
import { explainAmbiguous, explainMissing, type KnownText } from "./explain-edits.ts";
import { createFormattedFinder, type FormattedFinder } from "./find-formatted.ts";
import { createFinder, type Found, type Match, type TextFinder } from "./find-text.ts";

export interface ModelEditItem {
  readonly find: string;
  readonly replace: string;
  readonly line?: number;
  readonly reason?: string;
}

/** An edit with its place in the text. */
export interface LocatedEdit extends TextChange {
  readonly index: number;
  readonly reason?: string;
}

/** The text that edits are sought in. */
interface Ground {
  readonly content: string;
  readonly finder: TextFinder;
  /** For what is not found: by its words alone. */
  readonly findFormatted: FormattedFinder;
  readonly findNear: NearFinder;
  readonly lineOf: (offset: number) => number;
  /** The texts that the model may have had in mind. */
  readonly known: readonly KnownText[];
  /** Whether the person changed this passage. */
  readonly isPersons: (find: string) => boolean;
}

/** Explaining a failure costs a search for what is like it. */
const MOST_REFUSALS = 10;

/**
 * Where each edit applies, in the order of the text, or what is wrong with each that does not. Exact matches first, then
 * ones that differ only in white space, then ones with other quotation marks or dashes, which `notes` tells. `known` are the texts that the model may have had in mind;
 * what `baseline` has and the content has not, the person has changed: anything else may have been a model.
 */
export function locateEdits(
  content: string,
  known: readonly string[],
  edits: readonly ModelEditItem[],
  baseline?: string,
): Result<{ readonly located: readonly LocatedEdit[]; readonly notes: readonly string[] }> {
  const ground: Ground = {
    content,
    finder: createFinder(content),
    findFormatted: createFormattedFinder(content),
    findNear: createNearFinder(content),
    lineOf: createLineIndex(content),
    isPersons: (find) => baseline === undefined || createFinder(baseline).find(find) !== null,
    known: [...new Set(known)].filter((text) => text !== content).map((text) => ({ text, finder: createFinder(text) })),
  };
  const located: LocatedEdit[] = [];
  const notes: string[] = [];
  const refusals: Refusal[] = [];
  for (const [index, edit] of edits.entries()) {
    const place = locate(ground, edit, `edits[${index}]`);
    if (!place.ok) {
      refusals.push(place.error);
      if (refusals.length >= MOST_REFUSALS) break;
      continue;
    }
    const { from, to, how } = place;
    if (how !== "exact") {
      notes.push(`edits[${index}] matched line ${ground.lineOf(from)} with ${DIFFERENCE[how]}, and was applied.`);
    }
    const insert = replacement(content, edit, how);
    located.push({ index, from, to, insert, ...(edit.reason === undefined ? {} : { reason: edit.reason }) });
  }
  located.sort((a, b) => a.from - b.from || a.to - b.to || a.index - b.index);
  if (refusals.length === 0) refusals.push(...overlaps(ground, located));
  if (refusals.length > 0) return refuse(refusals[0]!.code, together(refusals, edits.length));
  return { ok: true, located, notes };
}

const DIFFERENCE = { spacing: "different white space", signs: "other quotation marks or dashes" };

function together(refusals: readonly Refusal[], edits: number): string {
  const shown = refusals.map((refusal) => refusal.message);
  const more = refusals.length >= MOST_REFUSALS ? ["Edits after these were not looked at."] : [];
  const none = edits > 1 ? ["None of the edits was applied: correct these and send all of them again."] : [];
  return [...shown, ...more, ...none].join("\n");
}

function locate(ground: Ground, edit: ModelEditItem, name: string): Result<Found & { readonly how: Match }> {
  const found = ground.finder.find(edit.find);
  if (found === null) return refuse(...explainMissing(ground, edit, name));
  const { how, places } = found;
  if (places.length === 1) return { ok: true, ...places[0]!, how };
  const lines = places.map((place) => ground.lineOf(place.from));
  const onLine = places.filter((_, i) => lines[i] === edit.line);
  if (onLine.length === 1) return { ok: true, ...onLine[0]!, how };
  return refuse("find_ambiguous", explainAmbiguous(edit, name, lines, onLine.length));
}

/** What is put in, with the line endings of the document, and without the outer white space that a loose match left out. */
function replacement(content: string, edit: ModelEditItem, how: Match): string {
  let text = edit.replace;
  const isLoose = how !== "exact";
  if (isLoose && /^\s/.test(edit.find)) text = text.trimStart();
  if (isLoose && /\s$/.test(edit.find)) text = text.trimEnd();
  return usesCrLf(content) && !text.includes("\r") ? text.replaceAll("\n", "\r\n") : text;
}

function usesCrLf(content: string): boolean {
  const newline = content.indexOf("\n");
  return newline > 0 && content[newline - 1] === "\r";
}

function overlaps(ground: Ground, located: readonly LocatedEdit[]): Refusal[] {
  const found: Refusal[] = [];
  for (let i = 1; i < located.length && found.length < MOST_REFUSALS; i += 1) {
    const [before, after] = [located[i - 1]!, located[i]!];
    if (after.from >= before.to) continue;
    const where = `line ${ground.lineOf(after.from)}`;
    const message = `edits[${before.index}] and edits[${after.index}] change the same text on ${where}. Make them one edit.`;
    found.push({ code: "edits_overlap", message });
  }
  return found;
}

/** Shorter insertions may well be meant twice. */
const TELLING = 8;

/**
 * The edits without those that put something beside the passage that they name, where just that stands beside it already:
 * a call that is repeated because its answer was lost must not put it in twice.
 */
export function withoutMade(
  content: string,
  located: readonly LocatedEdit[],
  isRepeat = false,
): { readonly located: readonly LocatedEdit[]; readonly notes: readonly string[] } {
  const made = located.filter(({ from, to, insert }) => {
    const at = insert.indexOf(content.slice(from, to));
    return (
      at >= 0 && insert.trim().length - (to - from) >= (isRepeat ? 1 : TELLING) && content.startsWith(insert, from - at)
    );
  });
  if (made.length === 0) return { located, notes: [] };
  const lineOf = createLineIndex(content);
  return {
    located: located.filter((edit) => !made.includes(edit)),
    notes: made.map(
      ({ index, from }) =>
        `edits[${index}]: what it adds stands there already (line ${lineOf(from)}), so it was not added again. To repeat it all the same, pass the newest base_version.`,
    ),
  };
}
