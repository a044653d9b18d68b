import type { ChangeMark } from "../../core/diff/change-marks.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import type { Origin } from "./browser-cache.ts";

/** Marks as the browser keeps them: on a text that is known by its hash, and most likely that of a version. */
export interface MarksRecord {
  readonly version: number;
  readonly hash: string;
  readonly marks: readonly ChangeMark[];
}

/** The record, or null when it is none, or of another store: browsers' storages get damaged. */
export function readMarks(value: unknown, { storeId, owner }: Origin): MarksRecord | null {
  if (!isRecord(value) || value.storeId !== storeId || value.owner !== owner) return null;
  const { version, hash, marks } = value;
  if (typeof version !== "number" || typeof hash !== "string" || !Array.isArray(marks)) return null;
  let end = 0;
  for (const mark of marks) {
    if (!isMark(mark) || mark.from < end) return null;
    end = mark.to;
  }
  return marks.length === 0 ? null : { version, hash, marks };
}

function isMark(value: unknown): value is ChangeMark {
  if (!isRecord(value)) return false;
  const { from, to, was } = value;
  return (
    Number.isInteger(from) && Number.isInteger(to) && (from as number) <= (to as number) && typeof was === "string"
  );
}
