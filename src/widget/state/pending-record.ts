import { isRecord } from "../../protocol/is-view.ts";
import { commentOperation, proposalDecision, protectionOperation } from "../../protocol/widget-tools.ts";
import type { Base, LocalChanges, Outgoing } from "./state.ts";

/** A save that went out and was not answered, and what came after it. It grew from the record's base. */
export type UnansweredSave = Pick<Outgoing, "saveKey" | "content" | "local" | "withBase" | "suggest" | "left"> & {
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
  readonly local: LocalChanges;
  readonly suggesting: boolean;
  readonly unanswered: UnansweredSave | null;
}

/** The record, or null when it is none: browsers' storages get damaged. Operations that make no sense are left out. */
export function readPending(value: unknown): PendingRecord | null {
  if (!isRecord(value) || !isRecord(value.base)) return null;
  const { storeId, owner, at, content } = value;
  const { revision, content: baseContent } = value.base;
  if (typeof storeId !== "string" || typeof owner !== "string" || typeof at !== "number") return null;
  if (typeof content !== "string" || typeof revision !== "number" || typeof baseContent !== "string") return null;
  const base = { revision, content: baseContent };
  const suggesting = value.suggesting === true;
  const unanswered = readUnanswered(value.unanswered);
  return { storeId, owner, at, content, base, local: readLocal(value.local), suggesting, unanswered };
}

function readUnanswered(value: unknown): UnansweredSave | null {
  if (!isRecord(value)) return null;
  const { saveKey, content } = value;
  if (typeof saveKey !== "string" || (content !== null && typeof content !== "string")) return null;
  return {
    saveKey,
    content,
    local: readLocal(value.local),
    withBase: value.withBase === true,
    suggest: value.suggest === true,
    ...(value.left === true ? { left: true } : {}),
    later: readLocal(value.later),
  };
}

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
      const parsed = proposalDecision.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
    protect: list("protect").flatMap((item) => {
      const parsed = protectionOperation.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
    suggestOnly: typeof local.suggestOnly === "boolean" ? local.suggestOnly : null,
  };
}
