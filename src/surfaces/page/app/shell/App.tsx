import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { TextStorage } from "../../../../widget/state/text-storage.ts";
import { Button } from "../../../../widget/ui/Button.tsx";
import { Icon } from "../../../../widget/ui/icons.tsx";
import { useKeymap } from "../../../../widget/ui/use-keymap.ts";
import type { Entry } from "../access/entry.ts";
import type { Api } from "../access/gate.ts";
import type { Live } from "../access/live.ts";
import { type Place, readPlace, writePlace } from "../access/place.ts";
import { useMe } from "../access/use-me.ts";
import { ActivityScreen } from "../audit/ActivityScreen.tsx";
import { CanvasScreen } from "../canvas/CanvasScreen.tsx";
import type { McpLink } from "../canvas/mcp-link.ts";
import type { CanvasState } from "../canvas/use-hosted-canvas.ts";
import type { WarmFrames } from "../canvas/warm-frames.ts";
import { createCanvasActions } from "../list/canvas-actions.ts";
import { ListScreen } from "../list/ListScreen.tsx";
import { LOOKING_AT_ALL } from "../list/list-state.ts";
import { Mark } from "../parts/Mark.tsx";
import { Message } from "../parts/Message.tsx";
import { useOwnServer } from "../parts/own-server.ts";
import { usePreferences } from "../parts/preferences.ts";
import type { Toasts } from "../parts/toasts.ts";
import { JoinScreen } from "../share/JoinScreen.tsx";
import type { Join } from "../share/join.ts";
import { pageWords } from "../words.ts";
import { EnteringScreen, LockedScreen } from "./LockedScreen.tsx";
import { PageBar } from "./PageBar.tsx";
import { StateBanners } from "./StateBanners.tsx";
import { ToastBar } from "./ToastBar.tsx";
import "./app.css";

export interface AppProps {
  readonly entry: Entry;
  readonly api: Api;
  readonly live: Live;
  readonly link: McpLink;
  readonly join: Join;
  readonly toasts: Toasts;
  readonly storage: TextStorage;
  /** Where canvases are shown. null: this page was not served by us. */
  readonly frames: WarmFrames | null;
  /** The right to use this page ends with the tab. */
  readonly memoryOnly: boolean;
}

/** The list comes first. */
const WARM_AFTER_MS = 400;

const subscribeHash = (listener: () => void) => {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
};

/** The page: one bar, one screen, one place for toasts. */
export function App({ entry, api, live, link, join, toasts, storage, frames, memoryOnly }: AppProps) {
  const access = useSyncExternalStore(entry.subscribe, entry.state);
  const liveState = useSyncExternalStore(live.subscribeState, live.state);
  const hash = useSyncExternalStore(subscribeHash, () => location.hash);
  const { preferences, prefer, theme } = usePreferences(storage);
  const [keysOpen, setKeysOpen] = useState(false);
  const [looking, setLooking] = useState(LOOKING_AT_ALL);
  const [shown, setShown] = useState<CanvasState>({ kind: "opening" });
  const box = useRef<HTMLDivElement>(null);
  const { only } = useOwnServer();
  const place: Place = only === null ? readPlace(hash).place : { kind: "canvas", id: only };
  const canvasId = place.kind === "canvas" ? place.id : null;
  const isList = place.kind === "list";
  const joining = useSyncExternalStore(join.subscribe, join.state);
  const isJoining = joining.kind !== "none" && joining.id === canvasId;
  const onState = useCallback((state: CanvasState) => setShown(state), []);
  const from = useCameFrom(canvasId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going elsewhere is the next action, and ends what was said about the last
  useEffect(() => () => toasts.close(), [canvasId]);
  useEffect(() => {
    if (joining.kind !== "none" && joining.id !== canvasId) join.leave();
  }, [join, joining, canvasId]);
  useKeymap([
    {
      key: "Escape",
      run(event) {
        const isFree = !event.defaultPrevented && document.querySelector("dialog[open], [role=menu]") === null;
        if (isList || only !== null || !isFree) return false;
        location.hash = writePlace({ kind: "list" });
        return true;
      },
    },
  ]);

  const isOpen = access.kind === "open" && !access.ended;
  const me = useMe(api, live, isOpen);
  useEffect(() => {
    if (canvasId !== null || !isOpen || frames === null) return;
    // While one still looks at the list, and again when one comes back to it.
    const prepare = () => {
      if (box.current !== null && document.visibilityState === "visible") frames.prepare(box.current);
    };
    const onRow = ({ target }: Event) => {
      if (target instanceof Element && target.closest(".row, .board-card") !== null) prepare();
    };
    const timer = setTimeout(prepare, WARM_AFTER_MS);
    document.addEventListener("pointerover", onRow);
    document.addEventListener("focusin", onRow);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("pointerover", onRow);
      document.removeEventListener("focusin", onRow);
    };
  }, [canvasId, isOpen, frames]);

  if (access.kind === "locked") return <LockedScreen why={access.why} memoryOnly={memoryOnly} />;
  if (access.kind !== "open") return <EnteringScreen unreachable={access.kind === "unreachable"} />;
  if (access.ended && canvasId === null) return <LockedScreen why="expired" memoryOnly={memoryOnly} />;

  const surroundings = { api, live, toasts, preferences, prefer, me };
  const make = () => {
    const list = { take: () => {}, put: () => {}, refresh: async () => {} };
    const go = (to: Place) => {
      location.hash = writePlace(to);
    };
    void createCanvasActions({ api, toasts, list: () => list, go, ask: () => {} }).make();
  };
  const bar = {
    live: access.ended ? ("connecting" as const) : liveState,
    theme: preferences.theme,
    onTheme: (one: typeof preferences.theme) => prefer({ theme: one }),
  };
  const title = shown.kind === "open" ? shown.canvas.title || pageWords.untitled : "";
  return (
    <>
      {isList ? (
        <PageBar
          {...bar}
          onKeys={() => setKeysOpen(true)}
          end={
            <Button kind="primary" icon="Plus" onClick={make}>
              <span>
                {pageWords.newShort} <span className="long">{pageWords.newRest}</span>
              </span>
            </Button>
          }
        >
          <span className="page-bar-brand">
            <Mark />
            <span>{pageWords.product}</span>
          </span>
        </PageBar>
      ) : only !== null ? (
        <h1 className="visually-hidden">
          <bdi>{title}</bdi>
        </h1>
      ) : (
        <PageBar {...bar} slim={canvasId !== null}>
          <a className="button page-bar-back" href={writePlace({ kind: "list" })}>
            <Icon name="ChevronLeft" />
            {pageWords.back}
          </a>
          {canvasId !== null && (
            <h1 className="visually-hidden">
              <bdi>{title}</bdi>
            </h1>
          )}
        </PageBar>
      )}
      <StateBanners
        ended={access.ended}
        lost={liveState === "lost" || liveState === "stranger"}
        stranger={liveState === "stranger"}
        memoryOnly={memoryOnly}
        onCanvas={canvasId !== null}
        onRetry={() => live.retryNow()}
      />
      {place.kind === "activity" && <ActivityScreen {...surroundings} id={place.id} />}
      {isList && (
        <ListScreen
          {...surroundings}
          from={from}
          keysOpen={keysOpen}
          onKeysOpen={setKeysOpen}
          looking={looking}
          onLook={setLooking}
        />
      )}
      <CanvasMain shown={canvasId !== null}>
        {isJoining && <JoinScreen joining={joining} />}
        {canvasId !== null && !isJoining && frames === null && (
          <Message title={pageWords.openFailed}>
            <p>{pageWords.noSandbox}</p>
          </Message>
        )}
        {canvasId !== null && !isJoining && frames !== null && (
          <CanvasScreen
            {...surroundings}
            key={canvasId}
            id={canvasId}
            link={link}
            frames={frames}
            theme={theme}
            place={box}
            onState={onState}
          />
        )}
        <div className="frames" ref={box} />
      </CanvasMain>
      <ToastBar toasts={toasts} />
    </>
  );
}

/** The frame's place is a landmark only while a canvas is shown in it. */
function CanvasMain({ shown, children }: { readonly shown: boolean; readonly children: React.ReactNode }) {
  return (
    <div className="canvas-main" data-shown={shown} {...(shown ? { role: "main" } : { inert: true })}>
      {children}
    </div>
  );
}

/** The canvas that was open before the list; the focus goes back to its row. */
function useCameFrom(canvasId: string | null): string | null {
  const [last, setLast] = useState(canvasId);
  useEffect(() => {
    if (canvasId !== null) {
      setLast(canvasId);
      return;
    }
    if (last === null) return;
    const find = () => {
      const link = document.querySelector<HTMLElement>(`.row[data-id="${last}"] .row-link`);
      link?.focus();
      if (link !== null) waiting.disconnect();
    };
    // The rows come with the server's answer. Whoever does something else meanwhile is left alone.
    const waiting = new MutationObserver(() => {
      if (document.activeElement === document.body) find();
      else waiting.disconnect();
    });
    waiting.observe(document.body, { childList: true, subtree: true });
    return () => waiting.disconnect();
  }, [canvasId, last]);
  return last;
}
