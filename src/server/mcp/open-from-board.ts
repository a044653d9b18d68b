import { openFromBoardInput } from "../../protocol/widget-tools.ts";
import { loadForPerson } from "../person/page-canvas.ts";
import { isBoardKey, wrongBoardKey } from "./board-key.ts";
import { viewOf } from "./canvas-view.ts";
import { defineTool, READS } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";

export const openFromBoard = defineTool({
  name: "open_from_board",
  title: "Open a canvas from the board",
  description: "For the board's widget only. Models use read_canvas.",
  input: openFromBoardInput,
  annotations: READS,
  shows: "app",
  run: async ({ key, canvas_id }, call) => {
    if (!(await isBoardKey(call.deps, key))) return errorResult(wrongBoardKey);
    const loaded = await loadForPerson(call.deps, canvas_id);
    if (!loaded.ok) return errorResult(loaded.error);
    const { id, version } = loaded.record.document;
    const view = viewOf(call.deps.store, loaded.record, call);
    return widgetResult(`Canvas ${id} at v${version}.`, { kind: "view", view });
  },
});
