import { type CanvasView, type PackedView, unpackView } from "../../protocol/canvas-view.ts";
import { keyOf, type ModelReply, readModelReply } from "../../protocol/widget-tools.ts";
import type { ToolReply } from "./host-port.ts";

/** The same, with the canvas unpacked. */
export type Unpacked<Said> = Said extends { readonly view: PackedView }
  ? Omit<Said, "view"> & { readonly view: CanvasView }
  : Said;

/**
 * What the result of a model's call carries for the widget, or null when it carries nothing that this widget understands.
 * `input`: the content that the call passed, as far as the host has told. A canvas that cannot be unpacked without it is one
 * to be loaded.
 */
export function readResult(result: ToolReply, input: string | null): Unpacked<ModelReply> | null {
  const said = readModelReply(result.meta);
  if (said?.kind !== "view") return said;
  const view = unpackView(said.view, input);
  return view ? { ...said, view } : keyOf(said.view);
}
