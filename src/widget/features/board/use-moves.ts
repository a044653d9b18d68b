import { useReducer } from "react";
import type { Status } from "../../../core/records/canvas.ts";
import type { PageCanvas } from "../../../protocol/page.ts";
import {
  type BoardMove,
  type BoardMoved,
  type MovesState,
  NO_MOVES,
  reduceMoves,
  undoStatus,
} from "../../state/board-moves.ts";
import { boardWords, statusWords } from "../../words.ts";

export interface Moves {
  readonly state: MovesState;
  move(canvas: PageCanvas, to: Status, note?: string): Promise<void>;
  undo(): Promise<void>;
  dismiss(): void;
}

/** Moves cards at once and asks afterwards; says what came of it. */
export function useMoves(onMove: (move: BoardMove) => Promise<BoardMoved>, say: (text: string) => void): Moves {
  const [state, dispatch] = useReducer(reduceMoves, NO_MOVES);

  const ask = async (canvas: PageCanvas, to: Status, undoes: boolean, note?: string): Promise<void> => {
    dispatch({ kind: "asked", id: canvas.id, to, at: new Date().toISOString() });
    const answer = await onMove({
      id: canvas.id,
      to,
      revision: canvas.revision,
      ...(note === undefined || note === "" ? {} : { note }),
    }).catch((error: unknown) => ({ ok: false as const, message: boardWords.moveFailed(wordsOf(error)) }));
    if (answer.ok) {
      dispatch({ kind: "moved", canvas: answer.canvas, from: undoStatus(canvas), undoes });
      say(boardWords.moved(canvas.title, statusWords[to]));
    } else {
      dispatch({ kind: "refused", canvas, message: answer.message });
      say(boardWords.stays(canvas.title, statusWords[canvas.status], answer.message));
    }
  };

  return {
    state,
    move: (canvas, to, note) => ask(canvas, to, false, note),
    async undo() {
      const { toast } = state;
      if (toast?.kind === "moved" && toast.from !== null) await ask(toast.canvas, toast.from, true);
    },
    dismiss: () => dispatch({ kind: "dismissed" }),
  };
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
