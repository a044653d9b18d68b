import { checkText } from "../../core/document/check-text.ts";
import { MAX_COMMENT_BODY } from "../../protocol/limits.ts";
import { moveOnBoardInput } from "../../protocol/widget-tools.ts";
import { statusForPerson } from "../person/status-for-person.ts";
import { isBoardKey, wrongBoardKey } from "./board-key.ts";
import { defineTool } from "./tool.ts";
import { errorResult, widgetResult } from "./tool-result.ts";

export const moveOnBoard = defineTool({
  name: "move_on_board",
  title: "Move a canvas on the board",
  description: "For the board's widget only: the person changes a status. Models pass status to edit_canvas.",
  input: moveOnBoardInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "app",
  run: async ({ key, canvas_id: id, to, revision, note }, call) => {
    if (!(await isBoardKey(call.deps, key))) return errorResult(wrongBoardKey);
    const bad = note === undefined ? null : checkText("note", note, MAX_COMMENT_BODY * 4);
    if (bad !== null) return errorResult(bad);
    const changed = await statusForPerson(call, { id, to, revision, note });
    if (!changed.ok) return errorResult(changed.error);
    return widgetResult(`Canvas ${changed.canvas.id} is ${to}.`, { kind: "moved", canvas: changed.canvas });
  },
});
