import type { ModelTool } from "../../protocol/names.ts";
import type { Stream, StreamedEdit } from "./state.ts";

/** What has arrived of a call's arguments. Arguments are healed by the host and may be anything: odd parts are left out. */
export function readStream(tool: ModelTool, args: Readonly<Record<string, unknown>>): Stream {
  const canvasId = text(args.canvas_id);
  if (tool === "edit_canvas") {
    const edits = Array.isArray(args.edits) ? args.edits : [];
    return { kind: "edits", canvasId, edits: edits.flatMap(readEdit) };
  }
  return { kind: "text", canvasId, title: text(args.title), text: text(args.content) ?? "" };
}

function readEdit(value: unknown): StreamedEdit[] {
  if (typeof value !== "object" || value === null) return [];
  const edit = value as Record<string, unknown>;
  const find = text(edit.find);
  if (find === null || find === "") return [];
  const line = edit.line;
  return [{ find, replace: text(edit.replace), line: typeof line === "number" ? line : null }];
}

function text(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
