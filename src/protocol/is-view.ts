import { STATUSES } from "../core/records/canvas.ts";
import type { CanvasView } from "./widget-tools.ts";
import { decodeCheckpoint, type WireCheckpoint } from "./wire-words.ts";

type WireView = Omit<CanvasView, "checkpoint"> & { readonly checkpoint: WireCheckpoint };

/**
 * The canvas that is written here in the words of the wire, or null: it is none. Enough of a check that showing and
 * continuing it cannot fail: also for what a browser cache gives back.
 */
export function readView(value: unknown): CanvasView | null {
  return isView(value) ? { ...value, checkpoint: decodeCheckpoint(value.checkpoint) } : null;
}

function isView(value: unknown): value is WireView {
  return (
    isRecord(value) &&
    typeof value.storeId === "string" &&
    typeof value.owner === "string" &&
    typeof value.key === "string" &&
    typeof value.state === "string" &&
    isCheckpoint(value.checkpoint)
  );
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isCheckpoint(value: unknown): value is WireCheckpoint {
  if (!isRecord(value) || !isRecord(value.document)) return false;
  const document = value.document;
  return (
    typeof document.id === "string" &&
    typeof document.title === "string" &&
    typeof document.content === "string" &&
    STATUSES.some((status) => status === document.status) &&
    typeof document.version === "number" &&
    typeof document.revision === "number" &&
    typeof value.claudeContent === "string" &&
    isListOf(value.comments, isComment) &&
    isListOf(value.proposals, isProposal) &&
    isListOf(value.protections, ({ id, anchor }) => typeof id === "string" && isAnchor(anchor)) &&
    isTold(value.told) &&
    isRecord(value.settings)
  );
}

function isTold(value: unknown): boolean {
  return (
    isRecord(value) &&
    Array.isArray(value.seen) &&
    Array.isArray(value.offered) &&
    typeof value.knownVersion === "number" &&
    (value.others === undefined || isListOf(value.others, ({ version }) => typeof version === "number"))
  );
}

type Fields = Readonly<Record<string, unknown>>;

function isListOf(value: unknown, fits: (item: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && fits(item));
}

function isComment({ id, body, anchor, by }: Fields): boolean {
  return typeof id === "string" && typeof body === "string" && isRecord(by) && (anchor === null || isAnchor(anchor));
}

function isProposal({ id, text, anchor, by }: Fields): boolean {
  return typeof id === "string" && typeof text === "string" && isRecord(by) && isAnchor(anchor);
}

function isAnchor(value: unknown): boolean {
  return (
    isRecord(value) &&
    typeof value.quotedText === "string" &&
    typeof value.prefix === "string" &&
    typeof value.suffix === "string" &&
    typeof value.offset === "number" &&
    typeof value.length === "number"
  );
}
