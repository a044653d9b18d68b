import type { CallToolResult } from "@modelcontextprotocol/server";
import { keepCanvas } from "../../core/document/create-canvas.ts";
import { KEPT } from "../../core/feedback/build-feedback.ts";
import type { SaveCanvasInput } from "../../protocol/widget-tools.ts";
import { createRateLimit, type RateLimit, secondsFrom } from "../rate-limit/rate-limit.ts";
import { foundRecord, type Once } from "../storage/ports.ts";
import { viewOf } from "./canvas-view.ts";
import { createUnderFreeId } from "./create-new-canvas.ts";
import { type Call, momentOf } from "./tool.ts";
import { toolError, widgetResult } from "./tool-result.ts";

const KEY_LENGTH = 24;
/** More than a person presses the button; little enough that a program in a loop fills no store. */
const KEEPS = { burst: 6, everyMs: 20_000 };
const TAKEN: readonly string[] = ["content", "title", "save_key"] satisfies (keyof SaveCanvasInput)[];

export function createKeepLimit(): RateLimit {
  return createRateLimit(KEEPS);
}

/**
 * "Keep this text": what streamed in before the call was stopped becomes a canvas. There is no key yet that shows who calls,
 * so that whoever sees the tools can: it makes a draft that says where it comes from, and nothing else, and not often.
 */
export async function keepText(args: SaveCanvasInput, call: Call, once: Once): Promise<CallToolResult> {
  const { content, title } = args;
  if (content === undefined) {
    return toolError(
      "invalid_input",
      "content is missing: to create a canvas pass its text, to save one pass canvas_id and key.",
    );
  }
  const more = Object.entries(args).flatMap(([name, value]) =>
    value === undefined || TAKEN.includes(name) ? [] : [name],
  );
  if (more.length > 0) {
    return toolError(
      "invalid_input",
      `Without canvas_id a text is only kept, as a draft: leave out ${more.join(", ")}. To save what the person did to a canvas pass its canvas_id and key.`,
    );
  }
  const { store, owner, randomId, keeps, clock } = call.deps;
  const waitMs = (await keeps?.take(owner, clock())) ?? 0;
  if (waitMs > 0) {
    const seconds = secondsFrom(waitMs);
    return toolError(
      "too_many_kept",
      `Too many texts were kept in a short time. Try again in ${seconds === 1 ? "1 second" : `${seconds} seconds`}.`,
    );
  }
  const moment = momentOf(call, "model");
  const made = await createUnderFreeId(call, { ...once, key: `keep:${once.key}` }, (id) => ({
    change: keepCanvas(
      { id, content, owner, widgetKey: randomId(KEY_LENGTH), ...(title === undefined ? {} : { title }) },
      moment,
    ),
  }));
  if ("repeatedId" in made) keeps?.giveBack(owner);
  const record =
    "repeatedId" in made ? foundRecord(await store.canvases.find(owner, made.repeatedId)) : made.change.record;
  if (record === null)
    return toolError(
      "deleted_canvas",
      "The canvas that this save made was deleted since. Save again with a new save_key.",
    );
  const { id, status } = record.document;
  const origin = record.meta.kept === true ? ` It is a ${status}, ${KEPT}.` : "";
  return widgetResult(`Kept as canvas ${id}.${origin}`, { kind: "view", view: viewOf(store, record, call) });
}
