import { expect, test } from "vitest";
import { META_KEY } from "../../../protocol/names.ts";
import type { PageCanvas } from "../../../protocol/page.ts";
import type { BoardView, WidgetReply } from "../../../protocol/widget-tools.ts";
import { sampleCanvas } from "../../features/board/sample-canvas.ts";
import type { Abilities } from "../../host/fake-host.ts";
import { createFakeServer } from "../../host/fake-server.ts";
import type { ToolReply } from "../../host/host-port.ts";
import { boardWords } from "../../words.ts";
import { allSettled } from "../fake-clock.ts";
import { openWidget } from "../widget-rig.ts";

const CARD = sampleCanvas({ id: "HN8B", title: "Plan" });
const OTHER = sampleCanvas({ id: "OTHR", title: "Other", status: "in_review" });

function boardOf(canvases: readonly PageCanvas[]): BoardView {
  const total = (status: string) => canvases.filter((canvas) => canvas.status === status).length;
  return {
    storeId: "store",
    owner: "local",
    key: "board-key",
    query: "",
    canvases,
    totals: {
      draft: total("draft"),
      in_review: total("in_review"),
      approved: total("approved"),
      archived: total("archived"),
    },
    notice: null,
  };
}

function reply(said: WidgetReply): ToolReply {
  return {
    isError: said.kind === "error",
    text: said.kind === "error" ? said.message : "",
    meta: { [META_KEY]: said },
  };
}

/** A widget in which the model called show_board, before a server with one canvas and a board of two. */
async function openBoard(abilities: Partial<Abilities> = {}) {
  const server = createFakeServer();
  server.write("# Plan\n\nOne.\n");
  const answers: { moved: WidgetReply | null; list: readonly PageCanvas[]; refuses: boolean } = {
    moved: null,
    list: [CARD, OTHER],
    refuses: false,
  };
  const answer = (tool: string, args: Readonly<Record<string, unknown>>): ToolReply => {
    if (answers.refuses) return reply({ kind: "error", code: "wrong_key", message: "Models use show_board." });
    if (tool === "list_board") return reply({ kind: "board", board: boardOf(answers.list) });
    if (tool === "move_on_board" && answers.moved) return reply(answers.moved);
    if (tool === "open_from_board") return server.answer("load_canvas", { canvas_id: args.canvas_id, key: "secret" });
    return server.answer(tool, args);
  };
  const rig = openWidget({ server: { ...server, answer }, abilities });
  rig.host.tell({ kind: "input", tool: "show_board", args: {} });
  const show = async (board = boardOf([CARD])) => {
    rig.host.tell({ kind: "result", result: reply({ kind: "board", board }) });
    await allSettled();
  };
  const asked = (tool: string) => rig.host.calls.filter((call) => call.tool === tool).map((call) => call.args);
  return { rig, answers, show, asked, board: () => rig.store.state().board };
}

test("a call of show_board shows that a board is coming, then the board, then what the server has now", async () => {
  const { rig, show, asked, board } = await openBoard();
  expect(rig.canvas().phase).toBe("board");
  expect(board()).toEqual({ view: null, busy: true, error: null });
  await show();
  expect(asked("list_board")).toEqual([{ key: "board-key" }]);
  expect(board()?.view?.canvases).toEqual([CARD, OTHER]);
  expect(board()).toMatchObject({ busy: false, error: null });
});

test("a host that does not name the tool shows the board all the same", async () => {
  const { rig, show } = await openBoard();
  const fresh = openWidget();
  fresh.host.tell({ kind: "input", tool: "write_canvas", args: {} });
  fresh.host.tell({ kind: "result", result: reply({ kind: "board", board: boardOf([CARD]) }) });
  await allSettled();
  expect(fresh.canvas().phase).toBe("board");
  await show();
  expect(rig.canvas().phase).toBe("board");
});

test("coming back looks again; without a server it stays as it came, with words", async () => {
  const { rig, show, asked, answers, board } = await openBoard();
  await show();
  answers.list = [OTHER];
  await rig.actions.returned();
  expect(board()?.view?.canvases).toEqual([OTHER]);
  rig.host.reachable = false;
  await rig.actions.returned();
  expect(board()).toMatchObject({ view: { canvases: [OTHER] }, error: boardWords.unreachable("connection lost") });
  expect(asked("list_board")).toHaveLength(3);
});

test("a host without server tools shows what came, and says how to open a canvas", async () => {
  const { rig, show, asked, board } = await openBoard({ serverTools: false });
  await show();
  expect(board()).toEqual({ view: boardOf([CARD]), busy: false, error: null });
  await rig.actions.board.open("HN8B");
  expect(asked("open_from_board")).toEqual([]);
  expect(rig.store.state().notices[0]?.text).toBe(boardWords.openNoServer("HN8B"));
});

test("a move names the revision that was seen, and what the server answers stands on the board", async () => {
  const { rig, show, asked, answers, board } = await openBoard();
  await show();
  const moved = { ...CARD, status: "in_review" as const, revision: 2 };
  answers.moved = { kind: "moved", canvas: moved };
  answers.list = [moved, OTHER];
  expect(await rig.actions.board.move({ id: "HN8B", to: "in_review", revision: 1 })).toEqual({
    ok: true,
    canvas: moved,
  });
  expect(asked("move_on_board")).toEqual([{ key: "board-key", canvas_id: "HN8B", to: "in_review", revision: 1 }]);
  expect(board()?.view?.totals).toMatchObject({ draft: 0, in_review: 2 });
  await allSettled();
  expect(asked("list_board")).toHaveLength(2);
});

test("a refused move gives its reason, and looks what is there now", async () => {
  const { rig, show, asked, answers } = await openBoard();
  await show();
  answers.moved = { kind: "error", code: "approval_stale", message: "It has changed." };
  expect(await rig.actions.board.move({ id: "HN8B", to: "approved", revision: 1 })).toEqual({
    ok: false,
    message: "It has changed.",
  });
  await allSettled();
  expect(asked("list_board")).toHaveLength(2);
});

test("a canvas opens in the same frame, is edited and saved, and the board is there again", async () => {
  const { rig, show, asked } = await openBoard();
  await show();
  await rig.actions.board.open("HN8B");
  expect(rig.ready().draft).toBe("# Plan\n\nOne.\n");
  rig.actions.type("# Plan\n\nTwo.\n");
  await rig.actions.board.back();
  expect(rig.canvas().phase).toBe("board");
  expect(rig.saves().at(-1)).toMatchObject({ content: "# Plan\n\nTwo.\n" });
  expect(asked("list_board")).toHaveLength(2);
});

test("what the server did not get is kept when the board comes back, and there when it is opened again", async () => {
  const { rig, show } = await openBoard();
  await show();
  await rig.actions.board.open("HN8B");
  rig.actions.type("# Plan\n\nTwo.\n");
  rig.host.reachable = false;
  await rig.actions.board.back();
  expect(rig.canvas().phase).toBe("board");
  rig.host.reachable = true;
  await rig.actions.board.open("HN8B");
  await allSettled();
  expect(rig.ready().draft).toBe("# Plan\n\nTwo.\n");
});

test("a refused or stopped call says so where the board would be", async () => {
  const refused = await openBoard();
  refused.rig.host.tell({
    kind: "result",
    result: reply({ kind: "error", code: "storage_failed", message: "No disk." }),
  });
  await allSettled();
  expect(refused.board()?.error).toBe("No disk.");
  const stopped = await openBoard();
  stopped.rig.host.tell({ kind: "cancelled" });
  expect(stopped.board()?.error).toBe(boardWords.stopped);
  const bare = await openBoard();
  bare.rig.host.tell({
    kind: "result",
    result: { isError: false, text: "3 canvases", meta: undefined },
  });
  await allSettled();
  expect(bare.board()?.error).toBe(boardWords.lost);
});

test("a canvas that the model rewrote meanwhile is simply shown newer, since it stands for no call", async () => {
  const { rig, show } = await openBoard();
  await show();
  await rig.actions.board.open("HN8B");
  rig.server.write("# Plan\n\nBy the model.\n");
  await rig.actions.returned();
  expect(rig.ready()).toMatchObject({ superseded: null, draft: "# Plan\n\nBy the model.\n" });
});

test("a board of a store that was replaced says so in words for the person", async () => {
  const { rig, show, answers, board } = await openBoard();
  await show();
  answers.refuses = true;
  await rig.actions.board.refresh();
  expect(board()).toMatchObject({ view: { canvases: [CARD, OTHER] }, error: boardWords.otherStore });
});
