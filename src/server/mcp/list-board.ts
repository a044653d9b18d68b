import { listBoardInput } from "../../protocol/widget-tools.ts";
import { isBoardKey, wrongBoardKey } from "./board-key.ts";
import { boardViewOf } from "./board-view.ts";
import { defineTool, READS } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";

/** So many of each status are drawn; a search finds the others. */
const SHOWN = 200;

export const listBoard = defineTool({
  name: "list_board",
  title: "List the canvases of the board",
  description: "For the board's widget only. Models use list_canvases.",
  input: listBoardInput,
  annotations: READS,
  shows: "app",
  run: async (args, call) => {
    if (!(await isBoardKey(call.deps, args.key))) return errorResult(wrongBoardKey);
    const board = await boardViewOf(call.deps, args, SHOWN);
    return widgetResult("The board as it is now.", { kind: "board", board });
  },
});
