import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import type { Status } from "../../../../core/records/canvas.ts";
import type { PageCanvas, PageList } from "../../../../protocol/page.ts";
import type { Api, ApiAnswer } from "../access/gate.ts";
import type { Live } from "../access/live.ts";
import type { Whose } from "../parts/preferences.ts";
import { askBoard, type BoardList } from "./ask-board.ts";
import { arrivedIn, NO_ROWS, type Rows, release, takeFresh, withCanvas, withoutRow } from "./list-state.ts";

export interface ListScope {
  readonly query: string;
  readonly status: Status | null;
  readonly whose: Whose;
  /** The board shows the archived too, and more at once. */
  readonly board: boolean;
}

interface Loaded {
  readonly rows: Rows;
  readonly total: number;
  /** On the board: how many there are of each status. */
  readonly totals?: Readonly<Partial<Record<Status, number>>>;
  readonly next: string | undefined;
  readonly notice: string | null;
  /** What the answer was for: another query's rows are not this one's. */
  readonly scope: ListScope;
}

export interface List {
  readonly loaded: Loaded | null;
  readonly arrived: number;
  /** Why the last answer failed, while there is none newer. */
  readonly failed: string | null;
  readonly busy: boolean;
  /** Whether rows must keep their places. */
  hold(held: boolean): void;
  showArrived(): void;
  more(): Promise<void>;
  /** After something that the person did: it shows at once, wherever the pointer is. */
  refresh(): Promise<void>;
  take(id: string): void;
  put(canvas: PageCanvas): void;
}

const PAGE = 50;
const BOARD = 200;
const MOST = 500;

/** The canvases on screen, kept up to date by the server's events. */
export function useList(api: Api, live: Live, scope: ListScope): List {
  const { query, status, whose, board } = scope;
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const [busy, setBusy] = useState(true);
  const held = useRef(false);

  const ask = useCallback(
    (limit: number, cursor?: string, signal?: AbortSignal): Promise<ApiAnswer<PageList | BoardList>> => {
      const words = { ...(query === "" ? {} : { query }), ...(whose === "all" ? {} : { whose }) };
      if (board && status === null) return askBoard(api, words, signal);
      const only = status === null ? { except: "archived" as const } : { status };
      const from = cursor === undefined ? {} : { cursor };
      return api.call("/api/list", { limit, ...words, ...only, ...from }, { signal });
    },
    [api, query, status, whose, board],
  );

  const take = useCallback(
    (answer: PageList | BoardList, fresh: boolean) => {
      const here: ListScope = { query, status, whose, board };
      setFailed(null);
      setLoaded((before) => {
        const rows = before !== null && !fresh ? before.rows : NO_ROWS;
        const canvases = withWaiting(answer, here);
        return {
          rows: takeFresh(rows, canvases, held.current),
          total: answer.total,
          ...("totals" in answer ? { totals: answer.totals } : {}),
          next: answer.next,
          notice: answer.notice,
          scope: here,
        };
      });
    },
    [query, status, whose, board],
  );

  const refresh = async (signal?: AbortSignal) => {
    const size = board ? BOARD : Math.min(MOST, Math.max(PAGE, loaded?.rows.rows.length ?? 0));
    const answer = await ask(size, undefined, signal);
    if (signal?.aborted) return;
    if (answer.ok) take(answer.value, false);
    else if (answer.kind !== "locked") setFailed(answer.message);
  };
  const refreshNow = useEffectEvent(refresh);

  useEffect(() => {
    const abort = new AbortController();
    setBusy(true);
    let again = false;
    let running = false;
    // One request at a time: what happens meanwhile is asked for right after.
    const keepFresh = async (): Promise<void> => {
      if (running) {
        again = true;
        return;
      }
      running = true;
      do {
        again = false;
        await refreshNow(abort.signal);
      } while (again && !abort.signal.aborted);
      running = false;
    };
    void ask(board ? BOARD : PAGE, undefined, abort.signal).then((answer) => {
      if (abort.signal.aborted) return;
      setBusy(false);
      if (answer.ok) take(answer.value, true);
      else if (answer.kind !== "locked") setFailed(answer.message);
    });
    const stop = live.subscribe(() => void keepFresh());
    return () => {
      abort.abort();
      stop();
    };
  }, [ask, take, live, board]);

  const change = useCallback(
    (by: (rows: Rows) => Rows) => setLoaded((before) => before && { ...before, rows: by(before.rows) }),
    [],
  );
  const hold = useCallback(
    (isHeld: boolean) => {
      if (held.current === isHeld) return;
      held.current = isHeld;
      if (!isHeld) change(release);
    },
    [change],
  );
  return {
    loaded,
    arrived: loaded === null ? 0 : arrivedIn(loaded.rows),
    failed,
    busy,
    hold,
    showArrived: () => change(release),
    async more() {
      if (loaded?.next === undefined) return;
      const answer = await ask(PAGE, loaded.next);
      if (!answer.ok) return setFailed(answer.message);
      const { canvases, next, total } = answer.value;
      setLoaded((before) => {
        if (before === null || before.next !== loaded.next) return before;
        const known = new Set(before.rows.rows.map((row) => row.canvas.id));
        const added = canvases.filter(({ id }) => !known.has(id)).map((canvas) => ({ canvas, pulse: 0, gone: false }));
        return { ...before, rows: { ...before.rows, rows: [...before.rows.rows, ...added] }, next, total };
      });
    },
    async refresh() {
      await refresh();
      change(release);
    },
    take: (id) =>
      setLoaded(
        (before) => before && { ...before, rows: withoutRow(before.rows, id), total: Math.max(0, before.total - 1) },
      ),
    put: (canvas) => change((rows) => withCanvas(rows, canvas)),
  };
}

/** What an agent waits for is shown however old it is; not where the person looks for something else. */
export function withWaiting({ canvases, waiting = [] }: PageList, scope: ListScope): readonly PageCanvas[] {
  const { query, status, whose } = scope;
  if (query !== "" || status !== null) return canvases;
  const known = new Set(canvases.map(({ id }) => id));
  const isAsked = ({ sharedBy }: PageCanvas) => whose === "all" || (whose === "shared") === (sharedBy !== undefined);
  return [...waiting.filter((canvas) => !known.has(canvas.id) && isAsked(canvas)), ...canvases];
}
