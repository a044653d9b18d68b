import { useEffect, useMemo, useRef, useState } from "react";
import { useNow } from "../../../../widget/time-in-words.ts";
import { Banner } from "../../../../widget/ui/Banner.tsx";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Icon } from "../../../../widget/ui/icons.tsx";
import { useNewest } from "../../../../widget/ui/use-newest.ts";
import { type Place, writePlace } from "../access/place.ts";
import { Message } from "../parts/Message.tsx";
import { ShareCanvas } from "../share/ShareCanvas.tsx";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";
import { BinList } from "./BinList.tsx";
import { createCanvasActions, type RowQuestion } from "./canvas-actions.ts";
import { EmptyList } from "./EmptyList.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { LeaveDialog } from "./LeaveDialog.tsx";
import { ListBoard } from "./ListBoard.tsx";
import { ListRows } from "./ListRows.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import type { Looking } from "./list-state.ts";
import { useDebouncedText } from "./use-debounced-text.ts";
import { useList } from "./use-list.ts";
import { useListKeys } from "./use-list-keys.ts";
import { WhoseChoice } from "./WhoseChoice.tsx";
import "../parts/screen.css";
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
  const { api, live, toasts, preferences, prefer, me, from, keysOpen, onKeysOpen, looking, onLook } = props;
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
  // Who chose among canvases of several people has signed in here before.
  const team = me === undefined ? preferences.whose !== "all" : me !== null;
  const whose = team ? preferences.whose : "all";
  const list = useList(api, live, { query, status, whose, board });
  const newestList = useNewest(list);
  const [question, setQuestion] = useState<RowQuestion | null>(null);
  const actions = useMemo(
    () => createCanvasActions({ api, toasts, list: newestList, go, ask: setQuestion }),
    [api, toasts, newestList],
  );
  const { loaded } = list;
  const rows = loaded?.rows.rows ?? [];
  const settled =
    loaded !== null && loaded.scope.query === query && loaded.scope.board === board && loaded.scope.whose === whose;
  const isNothingShared = settled && board && whose === "shared" && query === "" && loaded.total === 0;

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
    <main className="screen" data-view={preferences.view}>
      {loaded?.notice && <Banner tone="warning">{loaded.notice}</Banner>}
      <div className="screen-column">
        <div className="screen-head">
          <h1 className="screen-title">{pageWords.page}</h1>
          {settled && !inBin && loaded.total > 0 && (
            <span className="list-total">{loaded.total.toLocaleString("en")}</span>
          )}
          <output className="visually-hidden">{said.filter(Boolean).join(". ")}</output>
          {team && (
            <>
              <a className="button list-activity" href={writePlace({ kind: "activity" })}>
                <Icon name="History" />
                {pageWords.activity}
              </a>
              <WhoseChoice
                whose={whose}
                idle={inBin ? pageWords.binIsOwn : undefined}
                onWhose={(one) => prefer({ whose: one })}
              />
            </>
          )}
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
          {isNothingShared ? (
            <EmptyList query="" status={null} whose={whose} onNew={() => void actions.make()} onClear={clear} />
          ) : board ? (
            <ListBoard list={list} api={api} query={query} busy={!settled} returnsTo={from} onOpen={openCanvas} />
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
                <EmptyList
                  query={query}
                  status={status}
                  whose={whose}
                  onNew={() => void actions.make()}
                  onClear={clear}
                />
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
                  team={team}
                  actions={actions}
                />
              )}
            </>
          )}
        </div>
      </div>
      {question?.kind === "share" && (
        <ShareCanvas
          api={api}
          live={live}
          toasts={toasts}
          canvas={question.canvas}
          now={now}
          onClose={() => setQuestion(null)}
        />
      )}
      {question?.kind === "leave" && (
        <LeaveDialog
          canvas={question.canvas}
          onLeave={() => {
            setQuestion(null);
            void actions.leave(question.canvas);
          }}
          onClose={() => setQuestion(null)}
        />
      )}
      {keysOpen && (
        <KeysDialog on={preferences.keys} onSwitch={(keys) => prefer({ keys })} onClose={() => onKeysOpen(false)} />
      )}
    </main>
  );
}

function go(place: Place): void {
  location.hash = writePlace(place);
}

function openCanvas(id: string): void {
  go({ kind: "canvas", id });
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
