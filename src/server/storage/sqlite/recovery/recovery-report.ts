import { bareCommand, type TypedCommand } from "../../../../protocol/names.ts";
/** What a recovery could not take over as it was. */
export type Loss =
  /** Nothing of it could be read but its id, and its title perhaps. */
  | { readonly kind: "canvas"; readonly id: string; readonly title: string | null }
  /** The text is there; its comments, suggestions and what models know of it are not. */
  | {
      readonly kind: "record";
      readonly id: string;
      readonly title: string;
      readonly comments: number;
      /** It was shared, and no longer is. */
      readonly wasShared?: true;
    }
  /** The text of an older version is in force again. */
  | {
      readonly kind: "older";
      readonly id: string;
      readonly title: string;
      readonly version: number;
      readonly isNewId: boolean;
    }
  /** Only the beginning of the text could be read, and there was no older version. */
  | { readonly kind: "cut"; readonly id: string; readonly title: string; readonly characters: number }
  | { readonly kind: "versions" | "events" | "other"; readonly count: number }
  /** There may have been canvases of which not even the id is left. */
  | { readonly kind: "unknown" }
  /** The store has a new id and new keys. */
  | { readonly kind: "keys" };

export interface RecoveryReport {
  readonly canvases: number;
  readonly binned: number;
  readonly versions: number;
  readonly losses: readonly Loss[];
}

/** What was taken over, and all that is missing. */
export function reportWords(report: RecoveryReport): string {
  const { losses } = report;
  return [takenWords(report), ...(losses.length === 0 ? ["Nothing is missing."] : lossWords(losses))].join(" ");
}

/** The same in a few sentences. */
export function shortReportWords(report: RecoveryReport, file: string, typed?: TypedCommand): string {
  const { losses } = report;
  return `${takenWords(report)} ${losses.length === 0 ? "Nothing is missing." : shortLossWords(losses, file, typed)}`;
}

export function takenWords({ canvases, binned, versions }: RecoveryReport): string {
  const bin = binned === 0 ? "" : ` (and ${binned} in the bin)`;
  return `${counted(canvases, "canvas", "canvases")}${bin}, ${counted(versions, "older version")}.`;
}

/** One sentence for each loss, those of canvases first. */
export function lossWords(losses: readonly Loss[]): readonly string[] {
  return [...losses].sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind)).map(words);
}

const ORDER: readonly Loss["kind"][] = [
  "unknown",
  "canvas",
  "cut",
  "older",
  "record",
  "versions",
  "keys",
  "events",
  "other",
];
const MOST_NAMED = 12;

/** The losses in a few sentences; where there are more, `recover` on the old file names them all. */
export function shortLossWords(losses: readonly Loss[], file: string, typed: TypedCommand = bareCommand): string {
  const all = lossWords(losses);
  const rest = all.length - MOST_NAMED;
  const more = rest > 0 ? [`And ${rest} more: \`${typed(`recover ${file}`)}\` names them all.`] : [];
  return [...all.slice(0, MOST_NAMED), ...more].join(" ");
}

function words(loss: Loss): string {
  switch (loss.kind) {
    case "canvas":
      return `Canvas ${loss.title === null ? loss.id : named({ id: loss.id, title: loss.title })} is missing.`;
    case "cut":
      return `Of canvas ${named(loss)} only the first ${loss.characters} characters could be read.`;
    case "older":
      return `Canvas ${named(loss)} has the text of its version ${loss.version} again, without its comments${
        loss.isNewId ? "; it has a new id" : ""
      }.`;
    case "record":
      return `Canvas ${named(loss)} has its text, but its comments (${loss.comments} open) and suggestions are missing${
        loss.wasShared ? ", and it is not shared with anybody any more" : ""
      }.`;
    case "versions":
      return `${counted(loss.count, "older version")} cannot be read.`;
    case "events":
      return `${counted(loss.count, "entry", "entries")} of the logs ${loss.count === 1 ? "is" : "are"} missing.`;
    case "other":
      return `${counted(loss.count, "further row")} could not be read.`;
    case "unknown":
      return "Canvases may be missing of which not even the ids could be read.";
    case "keys":
      return "The store's own id and keys are new: open links to the page anew, and what a browser has not saved yet stays in that browser.";
  }
}

const LONGEST_TITLE = 60;

/** In one line, however long the title is. */
function named({ id, title }: { readonly id: string; readonly title: string }): string {
  const line = title.slice(0, LONGEST_TITLE).replace(/[\s\p{Cc}]+/gu, " ");
  return `${id} “${line}${title.length > LONGEST_TITLE ? "…" : ""}”`;
}

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
