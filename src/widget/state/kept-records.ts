import { z } from "zod";
import type { ChangeMark } from "../../core/diff/change-marks.ts";
import type { TextChange } from "../../core/diff/hunk.ts";
import { applyChanges, changesBetween, changesFit } from "../../core/diff/text-changes.ts";
import type { TextMark } from "../../core/records/canvas.ts";
import { isReadable } from "../../protocol/interactions.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import {
  blockInteraction,
  commentOperation,
  proposalDecision,
  protectionOperation,
  textChange,
} from "../../protocol/widget-inputs.ts";
import type { Origin } from "./browser-cache.ts";
import { type Base, baseApart, baseAt, type LocalChanges, type Outgoing } from "./state.ts";

/** A save that went out and was not answered, and what came after it. It grew from the record's base. */
export type UnansweredSave = Pick<
  Outgoing,
  "saveKey" | "content" | "changes" | "isWhole" | "local" | "withBase" | "suggest" | "left"
> & {
  readonly later: LocalChanges;
};

/** Unsaved work as the browser keeps it: enough to continue, or to merge, after anything. */
export interface PendingRecord {
  readonly storeId: string;
  readonly owner: string;
  /** When it was last written, in milliseconds. */
  readonly at: number;
  readonly base: Base;
  readonly content: string;
  /** What makes it of the base's content. */
  readonly changes: readonly TextChange[];
  readonly local: LocalChanges;
  readonly suggesting: boolean;
  /** What the content had grown from before the base. */
  readonly past: readonly TextMark[];
  readonly unanswered: UnansweredSave | null;
}

/** The record as it is written: of its texts only the one that it grew from is whole. */
export function writePending({ content: _, unanswered, ...record }: PendingRecord): object {
  if (unanswered === null) return { ...record, unanswered };
  const { content, ...sent } = unanswered;
  return { ...record, unanswered: { ...sent, hasText: content !== null } };
}

/** The record, or null when it is none: browsers' storages get damaged. Operations that make no sense are left out. */
export function readPending(value: unknown): PendingRecord | null {
  if (!isRecord(value) || !isRecord(value.base)) return null;
  const { storeId, owner, at } = value;
  const { revision, content: baseContent } = value.base;
  if (typeof storeId !== "string" || typeof owner !== "string" || typeof at !== "number") return null;
  if (typeof revision !== "number" || typeof baseContent !== "string") return null;
  const text = readText(value, baseContent);
  if (text === null) return null;
  return {
    storeId,
    owner,
    at,
    ...text,
    base: baseOf(revision, baseContent, value.base),
    local: readLocal(value.local),
    suggesting: value.suggesting === true,
    past: readPast(value.past),
    unanswered: readUnanswered(value.unanswered, baseContent),
  };
}

/** A text, and what makes it of its base; null: it cannot be had. Records of earlier releases have it whole. */
function readText(
  { content, changes }: Readonly<Record<string, unknown>>,
  base: string,
): Pick<PendingRecord, "content" | "changes"> | null {
  if (typeof content === "string") return { content, changes: changesBetween(base, content) };
  const read = z.array(textChange).safeParse(changes);
  if (!read.success || !changesFit(base.length, read.data)) return null;
  return { content: applyChanges(base, read.data), changes: read.data };
}

/** Records of earlier releases have no hash: their base is the text at that revision. */
function baseOf(revision: number, content: string, { apart, hash }: Readonly<Record<string, unknown>>): Base {
  if (apart !== true || typeof hash !== "string") return baseAt(revision, content);
  return baseApart(content, { revision, hash });
}

/** Records of earlier releases have none. */
function readPast(value: unknown): readonly TextMark[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown) => {
    if (!isRecord(item) || typeof item.revision !== "number" || typeof item.hash !== "string") return [];
    return [{ revision: item.revision, hash: item.hash }];
  });
}

function readUnanswered(value: unknown, base: string): UnansweredSave | null {
  if (!isRecord(value) || typeof value.saveKey !== "string") return null;
  const isWhole = value.isWhole === true || typeof value.content === "string";
  const text = value.content === null || value.hasText === false ? null : readText(value, base);
  if (text === null && value.content !== null && value.hasText !== false) return null;
  return {
    saveKey: value.saveKey,
    content: text?.content ?? null,
    changes: text?.changes ?? [],
    // As it went out: under its key it has to be the same.
    ...(isWhole ? { isWhole } : {}),
    local: readLocal(value.local),
    withBase: value.withBase === true,
    suggest: value.suggest === true,
    ...(value.left === true ? { left: true } : {}),
    later: readLocal(value.later),
  };
}

const localDecision = z.intersection(
  proposalDecision,
  z.object({ was: z.string().optional(), put: z.string().optional() }),
);

function readLocal(value: unknown): LocalChanges {
  const local = isRecord(value) ? value : {};
  const list = (name: string): readonly unknown[] => (Array.isArray(local[name]) ? local[name] : []);
  return {
    title: typeof local.title === "string" ? local.title : null,
    comments: list("comments").flatMap((item) => {
      const parsed = commentOperation.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
    decisions: list("decisions").flatMap((item) => {
      const parsed = localDecision.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
    protect: list("protect").flatMap((item) => {
      const parsed = protectionOperation.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
    interactions: list("interactions").flatMap((item) => {
      const parsed = blockInteraction.safeParse(item);
      return parsed.success && isReadable(parsed.data) ? [parsed.data] : [];
    }),
    suggestOnly: typeof local.suggestOnly === "boolean" ? local.suggestOnly : null,
  };
}

/** Marks as the browser keeps them: on a text that is known by its hash, and most likely that of a version. */
export interface MarksRecord {
  /** Whose version that is. */
  readonly home: "server" | "browser";
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
  const home = value.home === "browser" ? "browser" : "server";
  return marks.length === 0 ? null : { home, version, hash, marks };
}

function isMark(value: unknown): value is ChangeMark {
  if (!isRecord(value)) return false;
  const { from, to, was } = value;
  return (
    Number.isInteger(from) && Number.isInteger(to) && (from as number) <= (to as number) && typeof was === "string"
  );
}
