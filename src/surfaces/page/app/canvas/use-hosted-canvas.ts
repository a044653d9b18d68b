import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { LEAVING_BYTES, type LeftSave } from "../../../../protocol/left-save.ts";
import type { OpenedCanvas, PageCanvas, UnchangedCanvas } from "../../../../protocol/page.ts";
import type { Api } from "../access/gate.ts";
import type { Live } from "../access/live.ts";
import type { Toasts } from "../parts/toasts.ts";
import { pageWords } from "../words.ts";
import { type HostedCanvas, hostCanvas } from "./host-canvas.ts";
import type { McpLink } from "./mcp-link.ts";
import { printDocument } from "./print-sheet.ts";
import type { WarmFrames } from "./warm-frames.ts";

export type CanvasState =
  | { readonly kind: "opening" }
  | { readonly kind: "failed"; readonly message: string }
  | {
      readonly kind: "open";
      readonly canvas: PageCanvas;
      readonly deleted: boolean;
      /** The widget has not come up for so long that something must be wrong. */
      readonly silent: boolean;
      /** The program that read or wrote it last. */
      readonly reader: string | undefined;
      readonly lastMessage: OpenedCanvas["lastMessage"];
    };

/** What is said of assistants below the canvas: what was sent from here, or that it is empty. */
type Bar =
  | { readonly kind: "sent"; readonly prompt: string; readonly givenTo: string | null }
  | { readonly kind: "empty" };

/** Longer than any machine takes to load a widget from itself. */
const SILENT_MS = 15_000;

interface Hosting {
  readonly id: string;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly frames: WarmFrames;
  readonly theme: "light" | "dark";
  readonly api: Api;
  readonly live: Live;
  readonly link: McpLink;
  readonly toasts: Toasts;
  /** What is printed is noted for the owner. */
  readonly hasPeople: boolean;
}

/** A canvas in its frame: opened, kept up to date, and taken down with its last save when the person leaves. */
export function useHostedCanvas({ id, place, frames, theme, api, live, link, toasts, hasPeople }: Hosting) {
  const [state, setState] = useState<CanvasState>({ kind: "opening" });
  const [attempt, setAttempt] = useState(0);
  /** What was sent in this visit, and not put away. */
  const [sent, setSent] = useState<string | null>(null);
  const [isBare, setBare] = useState(false);
  const hosted = useRef<HostedCanvas | null>(null);
  const themeNow = useEffectEvent(() => theme);
  const notesPrints = useEffectEvent(() => hasPeople);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` is there to try again
  useEffect(() => {
    const box = place.current;
    if (box === null) return;
    const { frame, transport } = frames.take(box);
    frame.inert = false;
    const context = () => hostContext(id, themeNow(), box.getBoundingClientRect());
    const view: { waiting: PageCanvas["waiting"] } = { waiting: null };
    let isGone = false;
    let mine: HostedCanvas | null = null;

    const patch = (change: { readonly silent?: boolean; readonly deleted?: boolean }): void =>
      setState((before) => (before.kind === "open" ? { ...before, ...change } : before));
    const silence = setTimeout(() => patch({ silent: true }), SILENT_MS);
    const show = (opened: OpenedCanvas | UnchangedCanvas): void => {
      view.waiting = opened.canvas.waiting;
      setState((before) => ({
        kind: "open",
        canvas: opened.canvas,
        deleted: false,
        silent: before.kind === "open" && before.silent,
        reader: opened.reader,
        lastMessage: opened.lastMessage,
      }));
    };
    const host = (opened: OpenedCanvas): HostedCanvas =>
      hostCanvas({
        transport,
        link,
        opened,
        context: context(),
        events: {
          onReady: () => {
            frame.dataset.ready = "true";
            clearTimeout(silence);
            patch({ silent: false });
          },
          onDocument: (document) => {
            setState((before) =>
              before.kind === "open"
                ? { ...before, canvas: { ...before.canvas, title: document.title, status: document.status } }
                : before,
            );
          },
          async onMessage(message) {
            const { waiting } = view;
            const answer = await api.call("/api/message", { id, text: message });
            // The widget then gives the person the words to copy.
            if (!answer.ok) throw new Error(answer.message);
            if (waiting !== null) toasts.show({ text: pageWords.answered(waiting.client) });
            else setSent(message);
          },
          onLeft: (saves, leaves) => sendLeft(api, saves, leaves),
          onPrint: () => window.print(),
          onLinkRefused: () => toasts.show({ tone: "error", text: pageWords.linkRefused }),
        },
      });

    let running = false;
    let again = false;
    let wasDeleted = false;
    /** One question at a time; what happens meanwhile is asked for right after. */
    const refresh = async (): Promise<void> => {
      if (running) {
        again = true;
        return;
      }
      running = true;
      do {
        again = false;
        // Its own save is news to everybody else. A canvas that lay in the bin is handed over in any case.
        const since = mine === null || wasDeleted ? undefined : await mine.knownState();
        if (isGone) return;
        const answer = await api.call("/api/open", { id, ...(since === undefined ? {} : { since }) });
        if (isGone) return;
        if (answer.ok) {
          show(answer.value);
          if (answer.value.result === null) continue;
          if (mine === null) {
            mine = host(answer.value);
            hosted.current = mine;
          } else {
            // What was typed while it lay in the bin could not be saved: now it can.
            const isBack = wasDeleted;
            wasDeleted = false;
            await mine.update(answer.value, isBack);
          }
        } else if (mine === null) {
          // A server that is away comes back, and this is asked again.
          if (answer.kind === "refused") setState({ kind: "failed", message: answer.message });
        } else if (answer.code === "deleted_canvas" || answer.code === "unknown_canvas") {
          wasDeleted = true;
          patch({ deleted: true });
        }
      } while (again);
      running = false;
    };
    setState({ kind: "opening" });
    void refresh();
    const stop = live.subscribe((ids) => {
      if (ids === null || ids.includes(id)) void refresh();
    });
    const resized = new ResizeObserver(() => mine?.setContext(context()));
    resized.observe(box);
    const stopPrinting = printDocument(
      () => mine?.printed() ?? null,
      () => {
        if (notesPrints()) void api.call("/api/exported", { id, form: "print" });
      },
    );
    return () => {
      isGone = true;
      stopPrinting();
      clearTimeout(silence);
      stop();
      resized.disconnect();
      hosted.current = null;
      // Out of sight at once, and gone when its last save is done.
      frame.dataset.ready = "leaving";
      frame.inert = true;
      if (mine === null) {
        frame.remove();
        void transport.close();
      } else void mine.close().finally(() => frame.remove());
    };
  }, [id, place, frames, api, live, link, toasts, attempt]);

  useEffect(() => {
    const box = place.current;
    if (box !== null) hosted.current?.setContext(hostContext(id, theme, box.getBoundingClientRect()));
  }, [theme, id, place]);

  const isEmpty = state.kind === "open" && state.canvas.words === 0 && state.canvas.status !== "archived";
  const { givenTo = null, isNewest = true } = (state.kind === "open" && state.lastMessage) || {};
  // What was read is no news any more once something else was written.
  const isOver = givenTo !== null && !isNewest;
  const bar: Bar | null =
    sent !== null && !isOver ? { kind: "sent", prompt: sent, givenTo } : isEmpty && !isBare ? { kind: "empty" } : null;

  return {
    state,
    bar,
    closeBar: () => {
      setSent(null);
      setBare(true);
    },
    /** What the person sees and may approve: typed text is saved when the focus leaves the widget. null: it could not be. */
    shownRevision: async () => (await hosted.current?.shownRevision()) ?? null,
    tryAgain: () => setAttempt((before) => before + 1),
  };
}

/** What the widget is told of this page: it has the whole window under the bar, and nothing but that. */
function hostContext(canvas: string, theme: "light" | "dark", place: DOMRectReadOnly): McpUiHostContext {
  const touch = matchMedia("(pointer: coarse)").matches;
  return {
    toolInfo: {
      // The same on every visit: text that was never saved finds its widget again.
      id: `page-${canvas}`,
      // No model called anything: this is the tool whose result the widget is given.
      tool: { name: "load_canvas", inputSchema: { type: "object" } },
    },
    theme,
    displayMode: "fullscreen",
    availableDisplayModes: ["fullscreen"],
    containerDimensions: { width: Math.floor(place.width), height: Math.floor(place.height) },
    locale: navigator.language,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    platform: touch ? "mobile" : "web",
    deviceCapabilities: { touch, hover: matchMedia("(hover: hover)").matches },
  };
}

/**
 * Sends what the widget has not saved. From a page that goes, as small as it must be: the browser sees only so much through
 * to the end. The browser's own copy stays either way, and brings back under the same key what did not arrive.
 */
export async function sendLeft(api: Pick<Api, "call">, saves: readonly LeftSave[], leaves: boolean): Promise<void> {
  const fitting = leaves ? fitToLeave(saves) : saves;
  const outlivesPage = leaves && sizeOf(fitting) <= LEAVING_BYTES;
  const answer = await api.call("/api/left-saves", { saves: fitting }, { outlivesPage });
  if (!answer.ok) console.debug("canvas", "unsaved work was not taken", answer.code);
}

/** Without the texts that only a merge would need, where they take too much. */
function fitToLeave(saves: readonly LeftSave[]): readonly LeftSave[] {
  if (sizeOf(saves) <= LEAVING_BYTES) return saves;
  return saves.map(({ base_content: _, ...save }) => save);
}

function sizeOf(saves: readonly LeftSave[]): number {
  return new Blob([JSON.stringify({ saves })]).size;
}
