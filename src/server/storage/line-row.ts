import type {
  MomentRecord,
  MomentSummary,
  NewMoment,
  PointReason,
  PointRecord,
  PointSummary,
} from "../../core/records/history.ts";
import { number, type StoredRow, text } from "./rows.ts";
import { DamagedRowError } from "./store-error.ts";
import { applyPatch, hashText, isTextOf, type Patch, patchBetween, readChain } from "./version-text.ts";

/** In the place of a reason: nothing is special about it. */
export const MOMENT = "moment";
const REASONS: readonly (PointReason | typeof MOMENT)[] = ["removal", "rest", "left", "interval", MOMENT];

/**
 * One moment of a version's line, as it is kept: by `body` or by `step`, a point by both. `body` is JSON: a string is a full
 * copy, a list a patch on the text of the version before; empty: there is none. `step` is a patch on the moment whose revision
 * is `base`. So a point stands on no other moment, and what damages one of those leaves it whole; once it is a point no more,
 * its step is enough.
 */
export interface LineRow {
  readonly version: number;
  readonly revision: number;
  readonly at: string;
  readonly reason: PointReason | typeof MOMENT;
  /** 0 of what is no point. */
  readonly wordsAdded: number;
  readonly wordsRemoved: number;
  readonly hash: string;
  readonly base: number | null;
  readonly step: string | null;
  readonly body: string;
}

/** `before`: the text of the version before; null: it cannot be had. */
export function rowOfPoint({ content, ...summary }: PointRecord, before: string | null): LineRow {
  return { ...summary, hash: hashText(content), ...NO_STEP, body: bodyOn(before, content) };
}

export function rowOfMoment({ version, revision, at, hash, on, changes, content }: NewMoment): LineRow {
  const made = JSON.stringify(content ?? changes?.map(({ from, to, insert }) => [from, to, insert]));
  const kept = on === null ? { ...NO_STEP, body: made } : { base: on, step: made, body: "" };
  return { ...plain({ version, revision, at }), hash, ...kept };
}

/** Of a moment that comes without its changes, behind another of its line, or (null) for itself. */
export function rowOfText(moment: MomentRecord, behind: MomentRecord | null, before: string | null): LineRow {
  const { content } = moment;
  const start = { ...plain(moment), hash: hashText(content) };
  if (behind === null) return { ...start, ...NO_STEP, body: bodyOn(before, content) };
  return { ...start, base: behind.revision, step: JSON.stringify(patchBetween(behind.content, content)), body: "" };
}

/** As a point, whatever it is kept by. */
export function withBody(row: LineRow, point: LineRow): LineRow {
  return { ...point, base: row.base, step: row.step };
}

/** As a point no more. */
export function withoutReason(row: LineRow): LineRow {
  return { ...row, reason: MOMENT, body: row.step === null ? row.body : "" };
}

const NO_STEP = { base: null, step: null } as const;

function plain({ version, revision, at }: Pick<MomentRecord, "version" | "revision" | "at">) {
  return { version, revision, at, reason: MOMENT, wordsAdded: 0, wordsRemoved: 0 } as const;
}

function bodyOn(before: string | null, content: string): string {
  const whole = JSON.stringify(content);
  if (before === null) return whole;
  const patch = JSON.stringify(patchBetween(before, content));
  return patch.length < whole.length ? patch : whole;
}

/** What lists say of it. */
export function summaryOf({ revision, at, reason, wordsAdded, wordsRemoved }: LineRow): MomentSummary | PointSummary {
  return reason === MOMENT ? { revision, at } : { revision, at, reason, wordsAdded, wordsRemoved };
}

/** Null: the row is damaged, and one that cannot be read is none. Without a body, as lists need none, that is empty. */
export function lineRow(row: StoredRow): LineRow | null {
  try {
    const said = text(row, "reason");
    const reason = REASONS.find((known) => known === said);
    if (reason === undefined) return null;
    return {
      version: number(row, "version"),
      revision: number(row, "revision"),
      at: text(row, "at"),
      reason,
      wordsAdded: number(row, "words_added"),
      wordsRemoved: number(row, "words_removed"),
      hash: row.hash === undefined ? "" : text(row, "hash"),
      base: row.base === undefined || row.base === null ? null : number(row, "base"),
      step: row.step === undefined || row.step === null ? null : jsonIn(row, "step"),
      body: row.body === undefined ? "" : jsonIn(row, "body"),
    };
  } catch {
    // A column holds what we never write there.
    return null;
  }
}

/** One that cannot be read is the empty text, which is no JSON: then the row says nothing. */
function jsonIn(row: StoredRow, column: "step" | "body"): string {
  try {
    return text(row, column);
  } catch (error) {
    if (error instanceof DamagedRowError) return "";
    throw error;
  }
}

export function isPatch(body: string): boolean {
  return body.startsWith("[");
}

/**
 * The text of the moment at this revision. `rows`: those of its line, or so many that it can be read by them; `before`: the
 * text of the version before. Null: it cannot be rebuilt exactly.
 */
export function momentText(rows: readonly LineRow[], revision: number, before: () => string | null): string | null {
  const byRevision = new Map(rows.map((row) => [row.revision, row]));
  const asked = byRevision.get(revision);
  const steps: string[] = [];
  let first = asked;
  while (first !== undefined && first.body === "") {
    steps.unshift(first.step ?? "");
    // Whatever else a damaged number names, it is not read.
    first = first.base === null || first.base >= first.revision ? undefined : byRevision.get(first.base);
  }
  if (asked === undefined || first === undefined) return null;
  const { body } = first;
  return exactText(asked, () => {
    const start = isPatch(body) ? before() : "";
    return start === null ? null : readChain([JSON.stringify(start), body, ...steps]);
  });
}

/** Each row of a line with its text, one after the other; null where it cannot be rebuilt exactly. */
export function* readLine(
  rows: readonly LineRow[],
  before: () => string | null,
): Iterable<{ readonly row: LineRow; readonly content: string | null }> {
  let last: { readonly revision: number; readonly content: string | null } | null = null;
  for (const row of rows) {
    const known: string | null = last !== null && row.body === "" && row.base === last.revision ? last.content : null;
    const content: string | null =
      known === null
        ? momentText(rows, row.revision, before)
        : exactText(row, () => applyPatch(known, JSON.parse(row.step ?? "") as Patch));
    last = { revision: row.revision, content };
    yield { row, content };
  }
}

function exactText({ hash }: LineRow, read: () => string | null): string | null {
  try {
    const content = read();
    return content !== null && isTextOf(hash, content) ? content : null;
  } catch {
    // Only a row can be at fault: it is no JSON, or patches what is not there.
    return null;
  }
}
