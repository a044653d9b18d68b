import { parseCanvasId } from "../../core/document/ids.ts";
import type { CanvasView, PackedView } from "../../protocol/canvas-view.ts";
import { unpackView } from "../../protocol/canvas-view.ts";
import type { ModelTool } from "../../protocol/names.ts";
import { readCreatedId } from "../../protocol/result-lines.ts";
import type { ModelReply } from "../../protocol/widget-tools.ts";
import { keyOf, readModelReply } from "../../protocol/widget-tools.ts";
import type { ToolReply } from "./host-port.ts";

/** A call of the model's with its whole arguments, as the host told them. */
export interface ModelCall {
  readonly tool: ModelTool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** What the model is writing, as far as it has arrived. */
export type Stream =
  | {
      readonly kind: "text";
      readonly canvasId: string | null;
      /** As far as the call names one. */
      readonly title: string | null;
      readonly text: string;
      /** The title that the canvas has, if this browser knows it. */
      readonly ownTitle?: string;
    }
  | {
      readonly kind: "edits";
      readonly canvasId: string | null;
      readonly edits: readonly StreamedEdit[];
      readonly ownTitle?: string;
    };

/** One edit of a streaming edit_canvas, as far as it has arrived. */
export interface StreamedEdit {
  readonly find: string;
  /** null: only the search has arrived, and perhaps not all of it. */
  readonly replace: string | null;
  readonly line: number | null;
}

/** What has arrived of a call's arguments. Arguments are healed by the host and may be anything: odd parts are left out. */
export function readStream(tool: ModelTool, args: Readonly<Record<string, unknown>>): Stream {
  const canvasId = stringOrNull(args.canvas_id);
  if (tool === "edit_canvas") {
    const edits = Array.isArray(args.edits) ? args.edits : [];
    return { kind: "edits", canvasId, edits: edits.flatMap(readEdit) };
  }
  return { kind: "text", canvasId, title: stringOrNull(args.title), text: stringOrNull(args.content) ?? "" };
}

function readEdit(value: unknown): StreamedEdit[] {
  if (typeof value !== "object" || value === null) return [];
  const edit = value as Record<string, unknown>;
  const find = stringOrNull(edit.find);
  if (find === null || find === "") return [];
  const line = edit.line;
  return [{ find, replace: stringOrNull(edit.replace), line: typeof line === "number" ? line : null }];
}

/** A reply with its canvas unpacked. */
export type Unpacked<Said> = Said extends { readonly view: PackedView }
  ? Omit<Said, "view"> & { readonly view: CanvasView }
  : Said;

/**
 * What the result of a model's call carries for the widget, or null when it carries nothing that this widget understands. A
 * result need not repeat the content that the call passed: a canvas that cannot be unpacked without it is one to be loaded.
 */
export function readResult(result: ToolReply, call: ModelCall | null): Unpacked<ModelReply> | null {
  const said = readModelReply(result.meta);
  if (said?.kind !== "view") return said;
  const view = unpackView(said.view, stringOrNull(call?.args.content));
  return view ? { ...said, view } : keyOf(said.view);
}

/** The canvas that a result is about, where the result itself does not tell the widget: the call names it, or has made it. */
export function canvasOfCall(call: ModelCall | null, resultText: string): string | null {
  const named = stringOrNull(call?.args.canvas_id);
  return named === null ? readCreatedId(resultText) : parseCanvasId(named);
}

function stringOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
