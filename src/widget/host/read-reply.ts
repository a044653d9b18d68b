import { isRecord } from "../../protocol/is-view.ts";
import { META_KEY } from "../../protocol/names.ts";
import { unpackView } from "../../protocol/pack-view.ts";
import type { CanvasView, WidgetReply } from "../../protocol/widget-tools.ts";
import type { ToolReply } from "./host-port.ts";
import { isBoardView, isPageCanvas } from "./read-board.ts";

type PackedReply = Extract<WidgetReply, { kind: "view" }>;

/** What a result carries for the widget, with the canvas unpacked. */
export type ReadReply = Exclude<WidgetReply, PackedReply> | (Omit<PackedReply, "view"> & { readonly view: CanvasView });

const KINDS = ["view", "key", "unchanged", "versions", "version", "board", "moved", "error"];

/**
 * What a result carries for the widget, or null when it carries nothing that this widget understands. `input`: the content
 * that the call passed, as far as the host has told. A canvas that cannot be unpacked without it is one to be loaded.
 */
export function readReply(reply: ToolReply, input: string | null = null): ReadReply | null {
  if (!isRecord(reply.meta)) return null;
  const said = reply.meta[META_KEY];
  if (!isRecord(said) || typeof said.kind !== "string" || !KINDS.includes(said.kind)) return null;
  if (said.kind === "view") {
    const view = unpackView(said.view, input);
    return view ? ({ ...said, view } as unknown as ReadReply) : keyIn(said.view);
  }
  if (said.kind === "key") return isKey(said) ? said : null;
  if (said.kind === "board" && !isBoardView(said.board)) return null;
  if (said.kind === "moved" && !isPageCanvas(said.canvas)) return null;
  return said as unknown as ReadReply;
}

type Key = Extract<WidgetReply, { kind: "key" }>;

/** Where to load a canvas whose text is not here. */
function keyIn(packed: unknown): Key | null {
  if (!isRecord(packed) || !isRecord(packed.checkpoint) || !isRecord(packed.checkpoint.document)) return null;
  const { key, storeId, owner } = packed;
  const said = { kind: "key", canvasId: packed.checkpoint.document.id, key, storeId, owner };
  return isKey(said) ? said : null;
}

function isKey(said: Readonly<Record<string, unknown>>): said is Key {
  return [said.canvasId, said.key, said.storeId, said.owner].every((field) => typeof field === "string");
}
