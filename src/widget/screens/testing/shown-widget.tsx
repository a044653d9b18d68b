import { EditorView } from "@codemirror/view";
import { act } from "react";
import { afterEach, beforeEach, vi } from "vitest";
import type { HostContext, HostSignal, ToolReply } from "../../host/host-port.ts";
import { openWidget, type WidgetRig } from "../../state/widget-rig.ts";
import { reactPage } from "../../testing/react-page.ts";
import { CanvasApp } from "../CanvasApp.tsx";
import { setWidth } from "./set-width.ts";

const TIMERS = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date"] as const;
const FRAMES = ["requestAnimationFrame", "cancelAnimationFrame"] as const;
const FRAME_MS = 20;

/** The whole widget on a page, before a fake host and a fake server, with time that passes when it is told to. */
export interface ShownWidget {
  readonly page: HTMLElement;
  readonly rig: WidgetRig;
  show(options?: Parameters<typeof openWidget>[0]): WidgetRig;
  /** Does something, and all that follows at once, the next frame included. */
  after(what: () => unknown): Promise<void>;
  pass(ms: number): Promise<void>;
  tell(...signals: readonly HostSignal[]): Promise<void>;
  /** As much of a text of the model's, on its way here. */
  streams(content: string): Promise<void>;
  /** The whole of it has come, and the server's answer. */
  arrives(content: string, result?: ToolReply): Promise<void>;
  /** An edit of the model's, as it is done and as its result comes. */
  edits(find: string, replace: string, mode?: "apply" | "suggest"): Promise<void>;
  /** The host has a screen of this form for it. */
  hosts(context: Partial<HostContext>): Promise<void>;
  /** `in`: where it is looked for, the page otherwise. */
  button(name: string, within?: string): HTMLButtonElement;
  buttons(within: string): string[];
  /** By pointer, and by keyboard where `detail` is 0. */
  press(name: string, within?: string, detail?: number): Promise<void>;
  key(key: string, init?: KeyboardEventInit, at?: Element): Promise<KeyboardEvent>;
  find(selector: string): HTMLElement | null;
  /** Which of these are other elements now than when they were noted, by their selectors. */
  note(...selectors: readonly string[]): () => readonly string[];
  /** The bars of one line: those that are open by their ids, those that wait by their words. */
  bars(place: "above" | "below"): { readonly open: readonly string[]; readonly closed: readonly string[] };
  texts(selector: string): string[];
  /** Types this at the end of what stands in the editor, or at a place. */
  type(text: string, at?: number): Promise<void>;
  editorText(): string | null;
}

export function shownWidget(): ShownWidget {
  const shown = reactPage();
  let rig: WidgetRig | null = null;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: [...TIMERS, ...FRAMES], now: Date.parse("2026-11-16T12:00:00Z") });
    // As browsers do: CodeMirror counts on hearing of a selection after the call that set it.
    document.addEventListener("selectionchange", stop, true);
    // happy-dom draws nothing, so there are no words under a point.
    Object.assign(document, { caretPositionFromPoint: () => null });
    // happy-dom has styles that cannot be gone through.
    Object.assign(CSSStyleDeclaration.prototype, { [Symbol.iterator]: namesOf });
  });
  afterEach(async () => {
    await act(async () => shown.root.render(null));
    rig?.stop();
    rig = null;
    document.removeEventListener("selectionchange", stop, true);
    setWidth(1024);
    vi.useRealTimers();
  });
  const current = (): WidgetRig => {
    if (rig === null) throw new Error("Show the widget first");
    return rig;
  };
  const after = async (what: () => unknown) => {
    await act(async () => {
      await what();
      await current().clock.advance(0);
    });
    await act(() => vi.advanceTimersByTimeAsync(FRAME_MS));
  };
  const nameOf = (one: Element) => one.getAttribute("aria-label") ?? spoken(one);
  const find = (selector: string) => shown.page.querySelector<HTMLElement>(selector);
  const all = (selector: string) => [...shown.page.querySelectorAll<HTMLElement>(selector)];
  const editor = () => {
    const element = find(".cm-editor");
    return element === null ? null : EditorView.findFromDOM(element);
  };
  const args = (content: string) =>
    current().canvas().phase === "ready" ? { canvas_id: "HN8B", content } : { content };
  const self: ShownWidget = {
    get page() {
      return shown.page;
    },
    get rig() {
      return current();
    },
    show(options) {
      rig = openWidget(options);
      act(() => shown.root.render(<CanvasApp store={current().store} actions={current().actions} />));
      return rig;
    },
    after,
    async pass(ms) {
      await act(async () => {
        await vi.advanceTimersByTimeAsync(ms);
        await current().clock.advance(ms);
      });
    },
    tell: (...signals) =>
      after(() => {
        for (const signal of signals) current().host.tell(signal);
      }),
    streams: (content) => self.tell({ kind: "partial", tool: "write_canvas", args: args(content) }),
    arrives: (content, result = current().server.write(content)) =>
      self.tell({ kind: "input", tool: "write_canvas", args: args(content) }, { kind: "result", result }),
    edits: (find, replace, mode = "apply") => {
      const edits = [{ find, replace }];
      return self.tell(
        { kind: "input", tool: "edit_canvas", args: { canvas_id: "HN8B", edits, mode } },
        { kind: "result", result: current().server.edit(edits, mode) },
      );
    },
    hosts: (context) => self.tell({ kind: "context", context: { ...current().host.context, ...context } }),
    button(name, within = "main") {
      const found = all(`${within} button`).find((one) => nameOf(one) === name);
      if (found === undefined) throw new Error(`No button "${name}" among: ${self.buttons(within).join(", ")}`);
      return found as HTMLButtonElement;
    },
    buttons: (within) => all(`${within} button`).map((one) => nameOf(one) ?? ""),
    press: (name, within, detail = 1) =>
      after(() => {
        const button = self.button(name, within);
        if (!button.disabled) button.focus();
        button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
      }),
    async key(key, init = {}, at = document.activeElement ?? document.body) {
      const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init });
      await after(() => at.dispatchEvent(event));
      return event;
    },
    find,
    note(...selectors) {
      const noted = selectors.map((selector) => [selector, find(selector)] as const);
      return () => noted.filter(([selector, element]) => find(selector) !== element).map(([selector]) => selector);
    },
    bars(place) {
      const line = `.bar-line[data-place=${place}]`;
      return {
        open: all(`${line} .bar-place`).map((bar) => bar.dataset.bar ?? ""),
        closed: all(`${line} .bar-closed button`).map(
          (one) => one.querySelector(".bar-closed-words")?.textContent ?? one.getAttribute("aria-label") ?? "",
        ),
      };
    },
    texts: (selector) => all(selector).map((one) => one.textContent ?? ""),
    type: (text, at) =>
      after(() => {
        const view = editor();
        if (view === null) throw new Error("There is no editor");
        const from = at ?? view.state.doc.length;
        const selection = { anchor: from + text.length };
        view.dispatch({ changes: { from, insert: text }, selection, userEvent: "input.type" });
      }),
    editorText: () => editor()?.state.doc.toString() ?? null,
  };
  return self;
}

/** Its words as they are read out. */
function spoken(element: Element): string {
  return [...element.childNodes]
    .filter((node) => !(node instanceof Element) || node.getAttribute("aria-hidden") !== "true")
    .map((node) => (node instanceof Element ? spoken(node) : node.textContent))
    .join("");
}

const stop = (event: Event) => event.stopImmediatePropagation();

function* namesOf(this: CSSStyleDeclaration): Iterable<string> {
  for (let at = 0; at < this.length; at += 1) yield this[at]!;
}
