import { type Checkpoint, STATUSES } from "../../core/document/records.ts";
import { META_KEY } from "../../protocol/names.ts";
import type { CanvasView, WidgetReply } from "../../protocol/widget-tools.ts";
import type { ToolReply } from "./host-port.ts";
import { isBoardView, isPageCanvas } from "./read-board.ts";
import { isRecord } from "./read-signal.ts";

const KINDS = ["view", "key", "unchanged", "versions", "version", "board", "moved", "error"];

/** What a result carries for the widget, or null when it carries nothing that this widget understands. */
export function readReply(reply: ToolReply): WidgetReply | null {
  if (!isRecord(reply.meta)) return null;
  const said = reply.meta[META_KEY];
  if (!isRecord(said) || typeof said.kind !== "string" || !KINDS.includes(said.kind)) return null;
  if (said.kind === "view" && !isView(said.view)) return null;
  if (said.kind === "board" && !isBoardView(said.board)) return null;
  if (said.kind === "moved" && !isPageCanvas(said.canvas)) return null;
  return said as unknown as WidgetReply;
}

/** Enough of a check that showing and continuing the canvas cannot fail: also for what a browser cache gives back. */
export function isView(value: unknown): value is CanvasView {
  return (
    isRecord(value) &&
    typeof value.storeId === "string" &&
    typeof value.owner === "string" &&
    typeof value.key === "string" &&
    typeof value.state === "string" &&
    isCheckpoint(value.checkpoint)
  );
}

function isCheckpoint(value: unknown): value is Checkpoint {
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
    isRecord(value.told) &&
    isRecord(value.settings)
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
