import { checkText } from "../../../core/document/check-text.ts";
import type { Outcome } from "../../../protocol/errors.ts";
import { MAX_COMMENT_BODY } from "../../../protocol/limits.ts";
import { listBoardInput, moveOnBoardInput, openFromBoardInput } from "../../../protocol/widget-inputs.ts";
import { isBoardKey } from "../../access/keys.ts";
import { wrongBoardKey } from "../../access/may.ts";
import { whoOf } from "../../access/who.ts";
import type { Call } from "../../actions/call.ts";
import { pageCanvasOfRecord, viewOf } from "../../actions/canvas-view.ts";
import { forPerson } from "../../actions/find-canvas.ts";
import { board as gatherBoard } from "../../actions/listing/board.ts";
import { load } from "../../actions/reading/load.ts";
import { setStatus } from "../../actions/review/set-status.ts";
import { defineTool, READS, type ToolCall } from "../tool.ts";
import { errorResult, widgetResult } from "../tool-result.ts";

/** So many of each status are drawn; a search finds the others. */
const SHOWN = 200;

/** The person, where the board's widget has shown the board's key. */
async function atBoard({ deps, client }: ToolCall, key: string | undefined): Promise<Outcome<{ readonly call: Call }>> {
  if (!(await isBoardKey(deps.store, deps.owner, key))) return { ok: false, error: wrongBoardKey };
  return { ok: true, call: { deps, who: { ...whoOf(deps), kind: "person", client } } };
}

export const listBoard = defineTool({
  name: "list_board",
  title: "List the canvases of the board",
  description: "For the board's widget only. Models use list_canvases.",
  input: listBoardInput,
  annotations: READS,
  shows: "app",
  run: async ({ key, query }, call) => {
    const person = await atBoard(call, key);
    if (!person.ok) return errorResult(person.error);
    const gathered = await gatherBoard.run(person.call, { query, limit: SHOWN });
    if (!gathered.ok) return errorResult(gathered.error);
    return widgetResult("The board as it is now.", { kind: "board", board: gathered.board });
  },
});

export const moveOnBoard = defineTool({
  name: "move_on_board",
  title: "Move a canvas on the board",
  description: "For the board's widget only: the person changes a status. Models pass status to edit_canvas.",
  input: moveOnBoardInput,
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  shows: "app",
  run: async ({ key, canvas_id: canvasId, to, revision, note }, call) => {
    const person = await atBoard(call, key);
    if (!person.ok) return errorResult(person.error);
    const bad = note === undefined ? null : checkText("note", note, MAX_COMMENT_BODY * 4);
    if (bad !== null) return errorResult(bad);
    const moved = await setStatus.run(person.call, { canvasId, to, revision, note });
    if (!moved.ok) return errorResult(forPerson(moved.error, canvasId));
    const canvas = await pageCanvasOfRecord(person.call, moved.record);
    return widgetResult(`Canvas ${canvas.id} is ${to}.`, { kind: "moved", canvas });
  },
});

export const openFromBoard = defineTool({
  name: "open_from_board",
  title: "Open a canvas from the board",
  description: "For the board's widget only. Models use read_canvas.",
  input: openFromBoardInput,
  annotations: READS,
  shows: "app",
  run: async ({ key, canvas_id: canvasId }, call) => {
    const person = await atBoard(call, key);
    if (!person.ok) return errorResult(person.error);
    const loaded = await load.run(person.call, { canvasId });
    if (!loaded.ok) return errorResult(forPerson(loaded.error, canvasId));
    const { id, version } = loaded.record.document;
    const view = viewOf(person.call, loaded.record, { state: loaded.state });
    return widgetResult(`Canvas ${id} at v${version}.`, { kind: "view", view });
  },
});
