import type { CanvasError, ErrorCode, Outcome } from "../../protocol/errors.ts";
import type { Call } from "../../server/actions/call.ts";
import { list } from "../../server/actions/listing/list.ts";
import { openPanel } from "../../server/actions/panels/open-panel.ts";
import { lineOf } from "../../server/telling/tell-list.ts";
import { badInput } from "../panels/bad-input.ts";
import type { PanelLinks } from "../panels/panel-links.ts";
import { type Instance, type Panels, panelName } from "./panels.ts";

/** What a panel is opened with: nothing, a canvas that is there, or a new one. */
export const openInput = openPanel.input
  .omit({ panel: true, last: true })
  .strict()
  .extend({
    canvasId: openPanel.input.shape.canvasId.describe(
      "A canvas that is there; an id that is none is answered with those last changed. Left out: the panel's own, made when there is none",
    ),
    content: openPanel.input.shape.content.describe(
      "The markdown text of a new one. The result repeats it: open without, then write_canvas, is cheaper for a long one",
    ),
  });

const HOW_TO_OPEN = 'Pass {"canvas_id": …} for a canvas that is there, or {"content": …} for a new one.';

/** What the host shows of an open panel, and its model reads. */
export interface OpenInstance {
  /** Left out: there is no page to show. */
  readonly url?: string;
  readonly title: string;
  readonly status: string;
}

/**
 * Opens the canvas of this instance, or shows it again: the runtime asks for that on a re-open, when the provider is back, and
 * when a session is resumed, with the input that it was given last.
 */
export async function openInstance(
  call: Call,
  { panels, links }: { readonly panels: Panels; readonly links: PanelLinks | null },
  instance: Instance,
  given: unknown,
): Promise<Outcome<OpenInstance>> {
  const asked = openInput.safeParse(given ?? {});
  if (!asked.success) return { ok: false, error: badInput(asked.error, HOW_TO_OPEN) };
  const input = asked.data;
  const before = panels.of(instance);
  // What is asked for now is what the runtime will ask for when nobody knows of this panel any more.
  if (before?.by === "id" && Object.values(input).every((value) => value === undefined))
    return { ok: false, error: needsId(before.canvasId) };
  const panel = panelName(instance);
  const last = before?.by === "panel" ? before.canvasId : undefined;
  const opened = await openPanel.run(call, { ...input, panel, last });
  if (!opened.ok) return input.canvasId === undefined ? opened : withIds(call, opened);
  const { id, title, status, version } = opened.record.document;
  const url = (await links?.panelTo(id, panel)) ?? null;
  const { sessionId, instanceId } = instance;
  const by = input.canvasId === undefined ? "panel" : "id";
  panels.put({ sessionId, instanceId, canvasId: id, by, answers: opened.record.review?.number ?? 0 });
  const words = `Canvas ${id}, v${version}, ${status.replace("_", " ")}`;
  return url === null
    ? { ok: true, title, status: `${words}; there is no page to show it` }
    : { ok: true, url, title, status: words };
}

const SHOWN = 10;

/** Without an open panel there is no list_canvases: whoever only knows that there is a canvas finds its id here. */
async function withIds(
  call: Call,
  refused: { readonly ok: false; readonly error: CanvasError },
): Promise<Outcome<OpenInstance>> {
  if (!GONE.has(refused.error.code)) return refused;
  const listed = await list.run(call, { limit: SHOWN });
  if (!listed.ok || listed.canvases.length === 0) return refused;
  const { code, message } = refused.error;
  const lines = [message, `The last changed of ${listed.total}:`, ...listed.canvases.map(lineOf)];
  return { ok: false, error: { code, message: lines.join("\n") } };
}

const GONE: ReadonlySet<ErrorCode> = new Set(["unknown_canvas", "invalid_canvas_id", "deleted_canvas"]);

function needsId(id: string): CanvasError {
  const message = `This instance shows canvas ${id}. To open it again pass {"canvas_id": "${id}"} as its input.`;
  return { code: "invalid_input", message };
}
