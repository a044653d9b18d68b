import { counted } from "../../../core/feedback/build-feedback.ts";
import { STATUSES } from "../../../core/records/canvas.ts";
import { quoted } from "../../../core/text/quote-text.ts";
import { showBoardInput } from "../../../protocol/model-tools.ts";
import type { PageCanvas } from "../../../protocol/page.ts";
import type { BoardView } from "../../../protocol/widget-tools.ts";
import { board as gatherBoard } from "../../actions/listing/board.ts";
import { list } from "../../actions/listing/list.ts";
import { lineOf } from "../../telling/tell-list.ts";
import { linkFor } from "../page-links.ts";
import { asModel, defineTool, READS } from "../tool.ts";
import { errorResult, textResult } from "../tool-result.ts";

/** So many of each status go along; the widget asks for more itself. */
const GO_ALONG = 50;
/** So many are named to the model. */
const NAMED = 10;

export const showBoard = defineTool({
  name: "show_board",
  title: "Show the board",
  description:
    "Shows the person their canvases as a board by status, where they move and open them. Use it when they ask what there is or what is open.",
  input: showBoardInput,
  annotations: READS,
  shows: "widget",
  run: async (args, call) => {
    const newest = await list.run(asModel(call), { ...args, limit: NAMED });
    if (!newest.ok) return errorResult(newest.error);
    const gathered = await gatherBoard.run(asModel(call), { ...args, limit: GO_ALONG });
    if (!gathered.ok) return errorResult(gathered.error);
    const { board } = gathered;
    const lines = [
      totalsLine(board),
      ...waitingLines(board),
      ...(newest.canvases.length === 0 ? [] : ["", "Last changed:", ...newest.canvases.map(lineOf)]),
      ...(newest.next === undefined ? [] : ["For more call list_canvases."]),
      "",
      "The person sees all of them as a board and can move and open them there. Only they approve.",
    ];
    const link = await linkFor(call);
    if (link !== null) lines.push(`They can also see them at ${link}`);
    if (board.notice !== null) lines.push("", `Tell the person: ${board.notice}`);
    return textResult(lines.join("\n"), { kind: "board", board });
  },
});

function totalsLine({ totals, query }: BoardView): string {
  const all = STATUSES.reduce((sum, status) => sum + totals[status], 0);
  const matching = query === "" ? "" : ` with ${quoted(query, 80)}`;
  if (all === 0) return query === "" ? "There are no canvases yet." : `No canvas matches ${quoted(query, 80)}.`;
  const parts = STATUSES.filter((status) => totals[status] > 0).map((status) => `${totals[status]} ${status}`);
  return `${counted(all, "canvas", "canvases")}${matching}: ${parts.join(", ")}.`;
}

/** What waits for the person, and what they left for the model. */
function waitingLines({ canvases }: BoardView): string[] {
  const open = canvases.filter(({ status }) => status !== "archived");
  const awaited = open.filter(({ waiting, status }) => waiting !== null || status === "in_review");
  const toDecide = open.filter((canvas) => canvas.openProposals > 0 && !awaited.includes(canvas));
  const toAnswer = open.filter(({ newEdits, newComments, newOthers }) => newEdits + newComments + newOthers > 0);
  return [
    ...named("Waiting for the person's review:", awaited),
    ...named("With suggestions or conflicts that wait for the person:", toDecide),
    ...named("With news from the person for you:", toAnswer),
  ];
}

function named(what: string, canvases: readonly PageCanvas[]): string[] {
  if (canvases.length === 0) return [];
  const names = canvases.slice(0, NAMED).map(({ id, title }) => `${id} ${quoted(title, 60)}`);
  const more = canvases.length > NAMED ? `, and ${canvases.length - NAMED} more` : "";
  return [`${what} ${names.join(", ")}${more}.`];
}
