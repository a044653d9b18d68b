import type { PageCanvas } from "../../../protocol/page.ts";
import type { BoardView } from "../../../protocol/widget-tools.ts";
import { type CallError, callTool, wordsOf } from "../../host/call-tool.ts";
import { boardWords, shellWords } from "../../words.ts";
import type { BoardMove, BoardMoved } from "../board-moves.ts";
import type { Autosave } from "./autosave.ts";
import { type EffectDeps, readyOf } from "./effect-deps.ts";
import { rememberInstead } from "./load.ts";

/** What the person can do on the board of show_board. */
export interface BoardCalls {
  /** The board as the server has it now; asked on showing it, on focus, and after moves. */
  refresh(): Promise<void>;
  search(query: string): Promise<void>;
  move(move: BoardMove): Promise<BoardMoved>;
  /** Opens a canvas in this frame. */
  open(id: string): Promise<void>;
  /** Back to the board, once the open canvas is safe. */
  back(): Promise<void>;
}

export function createBoardCalls(deps: EffectDeps, autosave: Autosave, opened: () => Promise<void>): BoardCalls {
  const { store, host, cache } = deps;
  let query: string | null = null;
  // Of several answers only that to the last question counts.
  let asked = 0;

  const viewNow = (): BoardView | null => store.state().board?.view ?? null;
  const key = (): string => viewNow()?.key ?? "";

  const refresh = async (): Promise<void> => {
    const view = viewNow();
    if (!view || host.abilities.serverTools === "no") return;
    const turn = ++asked;
    store.dispatch({ kind: "boardBusy" });
    const sought = query ?? view.query;
    const answer = await callTool(deps, "list_board", { key: key(), ...(sought === "" ? {} : { query: sought }) });
    if (turn !== asked) return;
    if (answer.ok) store.dispatch({ kind: "boardLoaded", view: answer.reply.board, fresh: true });
    else if (isOutOfReach()) store.dispatch({ kind: "boardLoaded", view, fresh: true });
    else store.dispatch({ kind: "boardFailed", why: whyOf(answer.error) });
  };
  /** The host has refused since: the board is one to look at. */
  const isOutOfReach = (): boolean => host.abilities.serverTools === "no";

  return {
    refresh,
    async search(words) {
      query = words;
      await refresh();
    },
    async move({ id, to, revision, note }) {
      const input = { key: key(), canvas_id: id, to, revision, ...(note === undefined ? {} : { note }) };
      const answer = await callTool(deps, "move_on_board", input);
      if (!answer.ok) {
        // It may have been refused because somebody was faster: then the card is not what it seems.
        void refresh();
        return { ok: false, message: whyOf(answer.error) };
      }
      const canvas: PageCanvas = answer.reply.canvas;
      store.dispatch({ kind: "boardMoved", canvas });
      void refresh();
      return { ok: true, canvas };
    },
    async open(id) {
      const warn = (text: string): void =>
        store.dispatch({ kind: "said", notice: { id: "board", tone: "warning", text } });
      store.dispatch({ kind: "dismissed", id: "board" });
      if (isOutOfReach()) return warn(boardWords.openNoServer(id));
      const answer = await callTool(deps, "open_from_board", { key: key(), canvas_id: id });
      if (!answer.ok) {
        void refresh();
        return warn(whyOf(answer.error));
      }
      if (store.state().canvas.phase !== "board") return;
      const { view } = answer.reply;
      rememberInstead(deps, view, cache.recall(id));
      store.dispatch({ kind: "loaded", view, home: "server" });
      await opened();
    },
    async back() {
      const flushed = await autosave.flush({ suggest: true });
      const ready = readyOf(store);
      const isKept = ready?.save.kind === "browser" || (ready?.save.kind === "failed" && ready.save.kept);
      if (!flushed.ok && !isKept) {
        const text = shellWords.failedNotKept(flushed.why);
        return store.dispatch({ kind: "said", notice: { id: "back", tone: "warning", text } });
      }
      store.dispatch({ kind: "boardShown" });
      await refresh();
    },
  };
}

function whyOf(error: CallError): string {
  if (error.kind === "unreachable") return boardWords.unreachable(error.why);
  // What the server says of a wrong key is meant for models.
  return error.kind === "refused" && error.code === "wrong_key" ? boardWords.otherStore : wordsOf(error);
}
