import type { z } from "zod";
import { viewsKey } from "./canvas-view.ts";
import { isRecord } from "./is-record.ts";
import { META_KEY, type WidgetTool } from "./names.ts";
import { type ModelReply, modelReply, type Reply, widgetTools } from "./widget-tools.ts";

/** What the tool's result carries for the widget under `_meta`, or null: nothing, or nothing that this release can use. */
export function readReply<Tool extends WidgetTool>(tool: Tool, meta: unknown): Reply<Tool> | null {
  const schema = widgetTools[tool].reply as unknown as z.ZodType<Reply<Tool>>;
  const read = schema.safeParse(carriedIn(meta));
  return read.success ? read.data : null;
}

/** The same for a result of a model's call. A canvas that cannot be read as it came is one to be loaded. */
export function readModelReply(meta: unknown): ModelReply | null {
  const carried = carriedIn(meta);
  const read = modelReply.safeParse(carried);
  if (read.success) return read.data;
  return isRecord(carried) && carried.kind === "view" ? keyOf(carried.view) : null;
}

/** Where to load a canvas whose text is not here. */
export function keyOf(view: unknown): Extract<ModelReply, { kind: "key" }> | null {
  const read = viewsKey.safeParse(view);
  if (!read.success) return null;
  const { storeId, owner, key, checkpoint } = read.data;
  return { kind: "key", canvasId: checkpoint.document.id, key, storeId, owner };
}

function carriedIn(meta: unknown): unknown {
  return isRecord(meta) ? meta[META_KEY] : undefined;
}
