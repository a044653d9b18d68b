import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { Banner } from "../../../../widget/shell/Banner.tsx";
import { Button } from "../../../../widget/shell/Button.tsx";
import { useNow } from "../../../../widget/time-in-words.ts";
import { writePlace } from "../access/place.ts";
import { Message } from "../shell/Message.tsx";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";
import { BinList } from "./BinList.tsx";
import { createCanvasActions } from "./canvas-actions.ts";
import { EmptyList } from "./EmptyList.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { ListBoard } from "./ListBoard.tsx";
import { ListRows } from "./ListRows.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import type { Looking } from "./list-state.ts";
import { useDebouncedText } from "./use-debounced-text.ts";
import { useList } from "./use-list.ts";
import { useListKeys } from "./use-list-keys.ts";
import "./list-screen.css";

interface ListScreenProps extends Surroundings {
  /** The canvas that the person comes back from. */
  readonly from: string | null;
  readonly keysOpen: boolean;
  readonly onKeysOpen: (open: boolean) => void;
  readonly looking: Looking;
  readonly onLook: (looking: Looking) => void;
}

/** All canvases: as a list or as a board. */
export function ListScreen(props: ListScreenProps) {
  const { api, live, toasts, preferences, prefer, from, keysOpen, onKeysOpen, looking, onLook } = props;
  const { typed, filter } = looking;
  const setTyped = (text: string) => onLook({ ...looking, typed: text });
  const query = useDebouncedText(typed.trim());
  const [active, setActive] = useState<string | null>(from);
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const board = preferences.view === "board";
  const inBin = filter === "bin" && !board;
  const status = board || filter === "bin" ? null : filter;
  const list = useList(api, live, { query, status, board });
  const latest = useRef(list);
  latest.current = list;
  const go = useCallback((id: string) => {
    location.hash = writePlace({ kind: "canvas", id });
  }, []);
  const actions = useMemo(
    () => createCanvasActions({ api, toasts, list: () => latest.current, go }),
    [api, toasts, go],
  );
  const { loaded } = list;
  const rows = loaded?.rows.rows ?? [];
  const settled = loaded !== null && loaded.scope.query === query && loaded.scope.board === board;

  useListKeys({
    on: preferences.keys,
    place,
    search: field,
    find: (id) => rows.find((row) => row.canvas.id === id)?.canvas,
    actions,
    onView: () => prefer({ view: board ? "list" : "board" }),
    onHelp: () => onKeysOpen(true),
    onUndo() {
      const { undo } = toasts.current() ?? {};
      if (undo === undefined) return false;
      toasts.close();
      undo();
      return true;
    },
  });

  const waiting = rows.find((row) => row.canvas.waiting !== null)?.canvas;
  useEffect(() => {
    document.title = `${waiting === undefined ? "" : "● "}${pageWords.page} · ${pageWords.product}`;
  }, [waiting]);
  // For who does not see the list change.
  const said = [
    settled && query !== "" ? pageWords.found(loaded.total) : "",
    waiting === undefined ? "" : pageWords.isWaiting(waiting.waiting?.client),
  ];
  const activeId = rows.some((row) => row.canvas.id === active) ? (active ?? undefined) : rows[0]?.canvas.id;
  const clear = () => {
    setTyped("");
    field.current?.focus();
  };
  return (
    <main className="list-screen" data-view={preferences.view}>
      {loaded?.notice && <Banner tone="warning">{loaded.notice}</Banner>}
      <div className="list-column">
        <div className="list-head">
          <h1 className="list-title">{pageWords.page}</h1>
          {settled && !inBin && loaded.total > 0 && (
            <span className="list-total">{loaded.total.toLocaleString("en")}</span>
          )}
          <output className="visually-hidden">{said.filter(Boolean).join(". ")}</output>
        </div>
        <ListToolbar
          typed={typed}
          onType={setTyped}
          field={field}
          filter={filter}
          onFilter={(one) => onLook({ ...looking, filter: one })}
          view={preferences.view}
          onView={(view) => prefer({ view })}
          keys={preferences.keys}
        />
        <div className="list-place" ref={place}>
          {board ? (
            <ListBoard list={list} api={api} query={query} busy={!settled} returnsTo={from} onOpen={go} />
          ) : inBin ? (
            <BinList api={api} live={live} toasts={toasts} query={query} now={now} />
          ) : (
            <>
              {loaded === null && list.failed !== null && (
                <Message title={pageWords.listFailed}>
                  <p>{list.failed}</p>
                  <Button kind="outline" icon="Sync" onClick={() => void list.refresh()}>
                    {pageWords.again}
                  </Button>
                </Message>
              )}
              {loaded === null && list.failed === null && <Skeleton />}
              {settled && rows.length === 0 && (
                <EmptyList query={query} status={status} onNew={() => void actions.make()} onClear={clear} />
              )}
              {rows.length > 0 && (
                <ListRows
                  list={list}
                  rows={rows}
                  now={now}
                  busy={!settled}
                  active={activeId}
                  onActive={setActive}
                  place={place}
                  actions={actions}
                />
              )}
            </>
          )}
        </div>
      </div>
      {keysOpen && (
        <KeysDialog on={preferences.keys} onSwitch={(keys) => prefer({ keys })} onClose={() => onKeysOpen(false)} />
      )}
    </main>
  );
}

function Skeleton() {
  return (
    <div className="list-skeleton" role="status">
      <span className="visually-hidden">{pageWords.loading}</span>
      {[62, 44, 53, 38].map((width) => (
        <div key={width} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  );
}
