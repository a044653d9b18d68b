import type { Checkpoint } from "../../core/document/records.ts";
import { META_KEY } from "../../protocol/names.ts";
import type { CanvasView, WidgetReply } from "../../protocol/widget-tools.ts";
import type { ToolReply } from "./host-port.ts";
import { isRecord } from "./read-signal.ts";

const KINDS = ["view", "key", "unchanged", "versions", "version", "error"];

/** What a result carries for the widget, or null when it carries nothing that this widget understands. */
export function readReply(reply: ToolReply): WidgetReply | null {
  if (!isRecord(reply.meta)) return null;
  const said = reply.meta[META_KEY];
  if (!isRecord(said) || typeof said.kind !== "string" || !KINDS.includes(said.kind)) return null;
  if (said.kind === "view" && !isView(said.view)) return null;
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
    typeof document.status === "string" &&
    typeof document.version === "number" &&
    typeof document.revision === "number" &&
    typeof value.claudeContent === "string" &&
    Array.isArray(value.comments) &&
    Array.isArray(value.proposals) &&
    isRecord(value.told) &&
    isRecord(value.settings)
  );
}
