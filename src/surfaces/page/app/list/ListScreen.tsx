import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { Status } from "../../../../core/document/records.ts";
import { useNow } from "../../../../widget/comments/use-now.ts";
import { Banner } from "../../../../widget/shell/Banner.tsx";
import { Button } from "../../../../widget/shell/Button.tsx";
import { writePlace } from "../access/place.ts";
import { Message } from "../shell/Message.tsx";
import type { Surroundings } from "../surroundings.ts";
import { pageWords } from "../words.ts";
import { CanvasRow } from "./CanvasRow.tsx";
import { createCanvasActions } from "./canvas-actions.ts";
import { EmptyList } from "./EmptyList.tsx";
import { KeysDialog } from "./KeysDialog.tsx";
import { ListToolbar } from "./ListToolbar.tsx";
import { useList } from "./use-list.ts";
import { useListKeys } from "./use-list-keys.ts";
import { useRestedText } from "./use-rested-text.ts";
import "./list-screen.css";

interface ListScreenProps extends Surroundings {
  readonly keysOpen: boolean;
  readonly onKeysOpen: (open: boolean) => void;
}

/** All canvases: as a list or as a board. */
export function ListScreen({ api, live, toasts, preferences, prefer, keysOpen, onKeysOpen }: ListScreenProps) {
  const [typed, setTyped] = useState("");
  const query = useRestedText(typed.trim());
  const [status, setStatus] = useState<Status | null>(null);
  const [active, setActive] = useState<string | null>(null);
  const now = useNow();
  const field = useRef<HTMLInputElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const board = preferences.view === "board";
  const list = useList(api, live, { query, status: board ? null : status, board });
  const latest = useRef(list);
  latest.current = list;
  const go = useCallback((id: string) => {
    location.hash = writePlace({ kind: "canvas", id });
  }, []);
  const actions = useMemo(
    () => createCanvasActions({ api, toasts, list: () => latest.current, go }),
    [api, toasts, go],
  );
  const rows = list.loaded?.rows.rows ?? [];

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

  // Told once it is known, for who does not see the list change.
  const found = list.loaded?.scope.query === query && query !== "" ? pageWords.found(list.loaded.total) : "";
  const waiting = rows.find((row) => row.canvas.waiting !== null)?.canvas;
  useEffect(() => {
    document.title = `${waiting === undefined ? "" : "● "}${pageWords.page} · ${pageWords.product}`;
  }, [waiting]);

  const activeId = rows.some((row) => row.canvas.id === active) ? active : rows[0]?.canvas.id;
  const settled = list.loaded !== null && list.loaded.scope.query === query && list.loaded.scope.board === board;
  return (
    <main className="list-screen" data-view={preferences.view}>
      {list.loaded?.notice && <Banner tone="warning">{list.loaded.notice}</Banner>}
      <div className="list-column">
        <div className="list-head">
          <h1 className="list-title">{pageWords.page}</h1>
          {settled && list.loaded !== null && list.loaded.total > 0 && (
            <span className="list-total">{list.loaded.total.toLocaleString("en")}</span>
          )}
          <output className="visually-hidden">
            {[found, waiting && pageWords.isWaiting(waiting.waiting?.client)].filter(Boolean).join(". ")}
          </output>
        </div>
        <ListToolbar
          typed={typed}
          onType={setTyped}
          field={field}
          status={status}
          onStatus={setStatus}
          view={preferences.view}
          onView={(view) => prefer({ view })}
          keys={preferences.keys}
        />
        <div className="list-place" ref={place}>
          {list.arrived > 0 && (
            <div className="list-arrived">
              <Button kind="primary" icon="ChevronUp" onClick={list.showArrived}>
                {pageWords.arrived(list.arrived)}
              </Button>
            </div>
          )}
          {list.loaded === null && list.failed !== null && (
            <Message title={pageWords.listFailed}>
              <p>{list.failed}</p>
              <Button kind="outline" icon="Sync" onClick={() => void list.refresh()}>
                {pageWords.again}
              </Button>
            </Message>
          )}
          {list.loaded === null && list.failed === null && <Skeleton />}
          {settled && rows.length === 0 && (
            <EmptyList
              query={query}
              status={status}
              onNew={() => void actions.make()}
              onClear={() => {
                setTyped("");
                field.current?.focus();
              }}
            />
          )}
          {rows.length > 0 && (
            <ul
              className="list-rows"
              aria-label={pageWords.page}
              aria-busy={!settled}
              onPointerEnter={() => list.hold(true)}
              onPointerLeave={() => list.hold(place.current?.querySelector(".row:focus-within") != null)}
              onFocus={(event) => {
                list.hold(true);
                const id = event.target.closest<HTMLElement>(".row")?.dataset.id;
                if (id !== undefined) setActive(id);
              }}
              onBlur={(event) => {
                if (!event.currentTarget.contains(event.relatedTarget))
                  list.hold(event.currentTarget.matches(":hover"));
              }}
            >
              {rows.map((row) => (
                <CanvasRow
                  key={row.canvas.id}
                  row={row}
                  now={now}
                  active={row.canvas.id === activeId}
                  actions={actions}
                />
              ))}
            </ul>
          )}
          {list.loaded?.next !== undefined && rows.length > 0 && (
            <div className="list-more">
              <Button kind="outline" onClick={() => void list.more()}>
                {pageWords.showMore}
              </Button>
              <span>{pageWords.shown(rows.length, list.loaded.total)}</span>
            </div>
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
