import { Board } from "../../../../widget/features/board/Board.tsx";
import type { BoardMove, BoardMoved } from "../../../../widget/state/board-moves.ts";
import type { Api } from "../access/gate.ts";
import type { List } from "./use-list.ts";

interface ListBoardProps {
  readonly list: List;
  readonly api: Api;
  readonly query: string;
  readonly busy: boolean;
  readonly returnsTo: string | null;
  readonly onOpen: (id: string) => void;
}

/** The canvases as a board by status; moving a card is the person's word to the server. */
export function ListBoard({ list, api, query, busy, returnsTo, onOpen }: ListBoardProps) {
  const { loaded, failed } = list;
  const canvases = (loaded?.rows.rows ?? []).map((row) => row.canvas);
  const move = async (wish: BoardMove): Promise<BoardMoved> => {
    const answer = await api.call("/api/status", wish);
    return answer.ok ? { ok: true, canvas: answer.value.canvas } : { ok: false, message: answer.message };
  };
  return (
    <Board
      canvases={canvases}
      {...(loaded?.totals === undefined ? {} : { totals: loaded.totals })}
      query={query}
      busy={busy}
      error={loaded === null ? failed : null}
      onRetry={() => void list.refresh()}
      returnsTo={returnsTo}
      onMove={move}
      onOpen={onOpen}
    />
  );
}
