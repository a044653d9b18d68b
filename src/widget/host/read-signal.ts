import { MODEL_TOOLS, type ModelTool } from "../../protocol/names.ts";
import { isRecord } from "../../protocol/partial-check.ts";
import type { ToolReply } from "./host-port.ts";

/** Which of our tools is being called. Hosts need not say: only edits come as a list, and only the board's `whole` call has no content. */
export function whichTool(
  named: string | undefined,
  args: Readonly<Record<string, unknown>>,
  whole: boolean,
): ModelTool {
  const known = MODEL_TOOLS.find((tool) => tool === named);
  if (known) return known;
  if ("content" in args) return "write_canvas";
  if ("edits" in args) return "edit_canvas";
  return whole ? "show_board" : "write_canvas";
}

interface RawResult {
  readonly content?: readonly unknown[] | undefined;
  readonly isError?: boolean | undefined;
  readonly _meta?: unknown;
}

/** A tool's result in our words; Whatever is missing or odd becomes empty, never an exception. */
export function readToolReply(result: RawResult): ToolReply {
  const texts = (result.content ?? []).flatMap((block) =>
    isRecord(block) && block.type === "text" && typeof block.text === "string" ? [block.text] : [],
  );
  return {
    isError: result.isError === true,
    text: texts.join("\n"),
    meta: result._meta,
  };
}
