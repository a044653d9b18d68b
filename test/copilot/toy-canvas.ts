import { type Canvas, type CanvasOptions, createCanvas } from "@github/copilot-sdk";
import type { ToolCall } from "./stub-model.ts";

/** A canvas that does next to nothing, and what it was asked. */
export interface ToyCanvas {
  readonly canvas: Canvas;
  readonly opened: readonly Parameters<CanvasOptions["open"]>[0][];
  /** The instances that it was told are closed. */
  readonly closed: readonly string[];
}

export const TOY_URL = "http://127.0.0.1:9/toy";

/** Its action "greet" says hello. */
export function makeToy(id: string, more: Partial<CanvasOptions> = {}): ToyCanvas {
  const opened: Parameters<CanvasOptions["open"]>[0][] = [];
  const closed: string[] = [];
  const canvas = createCanvas({
    id,
    displayName: `Toy ${id}`,
    description: "A toy.",
    onClose: ({ instanceId }) => {
      closed.push(instanceId);
    },
    actions: [{ name: "greet", handler: () => "hello" }],
    ...more,
    open: (request) => {
      opened.push(request);
      return more.open?.(request) ?? { url: TOY_URL, title: "Toy" };
    },
  });
  return { canvas, opened, closed };
}

export const openCall = (
  canvasId: string,
  instanceId: string,
  more: Readonly<Record<string, unknown>> = {},
): ToolCall => ({
  tool: "open_canvas",
  args: { canvasId, instanceId, ...more },
});

export const actCall = (instanceId: string, actionName: string, input?: unknown): ToolCall => ({
  tool: "invoke_canvas_action",
  args: { instanceId, actionName, ...(input === undefined ? {} : { input }) },
});

export const describeCall = (canvasId: string): ToolCall => ({ tool: "list_canvas_capabilities", args: { canvasId } });
