import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { HostContext } from "../../host/host-port.ts";
import type { BoardState } from "../../state/board-state.ts";
import type { BoardCalls } from "../../state/effects/board.ts";
import { Banner } from "../../ui/Banner.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { Header } from "../../ui/Header.tsx";
import { Icon } from "../../ui/icons.tsx";
import { Waiting } from "../../ui/Waiting.tsx";
import { boardWords, shellWords } from "../../words.ts";
import { Board } from "./Board.tsx";
import "./board-screen.css";

interface BoardScreenProps {
  readonly board: BoardState;
  readonly host: HostContext;
  /** Whether this host lets a widget reach its server. */
  readonly reaches: boolean;
  readonly calls: BoardCalls;
  readonly returnsTo: string | null;
  readonly onOpen: (id: string) => void;
  readonly onMode: (mode: "inline" | "fullscreen") => void;
}

/** A search runs when the typing rests. */
const REST_MS = 300;

/** The board in a conversation: what show_board shows. */
export function BoardScreen({ board, host, reaches, calls, returnsTo, onOpen, onMode }: BoardScreenProps) {
  const { view, busy, error } = board;
  const fullscreen = host.displayMode === "fullscreen";
  if (!view) {
    return error === null ? (
      <Waiting title={boardWords.loading} busy />
    ) : (
      <Waiting title={error} next={shellWords.connectFailedNext} alert />
    );
  }
  return (
    <>
      <Header
        title={<h1 className="board-screen-title">{boardWords.title}</h1>}
        state={reaches && <BoardSearch query={view.query} onSearch={(query) => void calls.search(query)} />}
      >
        {reaches && <IconButton icon="Sync" label={boardWords.refresh} onClick={() => void calls.refresh()} />}
        {host.displayModes.includes("fullscreen") && (
          <IconButton
            icon={fullscreen ? "Collapse" : "Expand"}
            label={fullscreen ? shellWords.collapse : shellWords.expand}
            onClick={() => onMode(fullscreen ? "inline" : "fullscreen")}
          />
        )}
      </Header>
      {view.notice !== null && <Banner tone="warning">{view.notice}</Banner>}
      <Board
        canvases={view.canvases}
        totals={view.totals}
        query={view.query}
        busy={busy}
        error={error}
        onRetry={() => void calls.refresh()}
        readOnly={reaches ? null : boardWords.noServer}
        locale={host.locale ?? "en"}
        {...(view.status === undefined ? {} : { opensOn: view.status })}
        onMove={calls.move}
        returnsTo={returnsTo}
        onOpen={onOpen}
      />
    </>
  );
}

function BoardSearch({ query, onSearch }: { readonly query: string; readonly onSearch: (query: string) => void }) {
  const [typed, setTyped] = useState(query);
  const asked = useRef(query);
  const search = useEffectEvent(onSearch);
  useEffect(() => {
    if (typed.trim() === asked.current.trim()) return;
    const timer = setTimeout(() => {
      asked.current = typed;
      search(typed);
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <label className="board-search">
      <Icon name="Search" />
      <input
        type="search"
        aria-label={boardWords.search}
        placeholder={boardWords.search}
        dir="auto"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </label>
  );
}
