import type { CanvasState, JsonObject } from "../../wire/types.ts";
import type { CanvasFrame, FrameEnd, FrameEvents, FrameLook } from "./canvas-frame.ts";
import { createDirectFrame } from "./direct-frame.ts";
import { changedFields } from "./mcp-apps.ts";
import { MESSAGE_LIMITS, type MessageFault, type MessageLimits } from "./message-limits.ts";
import type { ReadResource, RelayLimits, RelayProblem } from "./relay/reader.ts";
import { createRelayedFrame } from "./relayed-frame.ts";
import { checkUrl, type UrlDecision } from "./url-policy.ts";
import { ownContext, type ViewContext } from "./view-context.ts";
import { createViewMessages, type Done, type ViewMessages } from "./view-messages.ts";
import { createViewPanel } from "./view-panel.ts";
import { viewWords } from "./words.ts";

/** What a canvas does without, or was stopped for. For a log: the person is told in words of their own. */
export type ViewProblem =
  | RelayProblem
  | { readonly kind: "message"; readonly fault: MessageFault }
  | { readonly kind: "refused"; readonly url: string; readonly why: string }
  | { readonly kind: "ended"; readonly why: FrameEnd };

export interface ShowCanvasOptions {
  /** The canvas takes all of its room. */
  readonly element: HTMLElement;
  readonly state: CanvasState;
  /** What an `ahp-canvas-content:` address stands for. */
  readonly readResource: ReadResource;
  /** From the canvas to whoever provides it. Where it gives a promise that is rejected, the canvas learns that it failed. */
  readonly send: (payload: unknown) => unknown;
  /** From whoever provides it to the canvas; the function that is given back ends it. */
  readonly onMessage: (listener: (payload: unknown) => void) => () => void;
  readonly context?: ViewContext | undefined;
  /** The person wants to open a web page or write a mail. Left out: canvases are told that they cannot. */
  readonly onOpenLink?: ((url: string) => Done) | undefined;
  /** MCP's own resources, to be given to the person as files. Left out: canvases are told that they cannot. */
  readonly onDownload?: ((contents: readonly unknown[]) => Done) | undefined;
  readonly onProblem?: ((problem: ViewProblem) => void) | undefined;
  /** Schemes of the program around this page that its frames can load, such as `vscode-webview`. */
  readonly schemes?: readonly string[] | undefined;
  readonly limits?: Partial<RelayLimits & MessageLimits> | undefined;
}

export interface ShownCanvas {
  /** Its state is this now. */
  update(state: CanvasState): void;
  /** Only what is there changes. */
  setContext(context: ViewContext): void;
  /** Messages of the past may be lost: whatever it still waits for is answered with an error, so that it tries again. */
  lost(): void;
  /** It saves what it has, if it knows how, for a second or two at most; then it is gone. */
  close(): Promise<void>;
}

/** What a canvas gets to save what it has, once it is out of sight. */
const TEARDOWN_MS = 2_000;

/**
 * Shows one open canvas of a session in an element, from wherever its address leads. It is a stranger: it runs in a frame that
 * reaches neither this page nor, where it is read over the channel, any network. Throws nothing for what the canvas or its host
 * does: that is said in the element's place, in words.
 *
 * A page with a Content-Security-Policy of its own passes that on to a canvas that is read over the channel: it has to allow inline
 * scripts and styles, and `data:` for both.
 */
export function showCanvas(options: ShowCanvasOptions): ShownCanvas {
  const document = options.element.ownerDocument;
  const window = document.defaultView!;
  const panel = createViewPanel(document, () => shown?.frame.focus());
  let state = options.state;
  let given: ViewContext = options.context ?? {};
  let told: JsonObject = {};
  let shown: { readonly url: string; readonly frame: CanvasFrame; readonly messages: ViewMessages } | null = null;
  /** What is said of the address that is there now: it stays said until there is another. */
  let settled: { readonly url: string } | null = null;
  let isLoaded = false;
  let isClosed = false;
  let closing: Promise<void> | null = null;

  const problem = (what: ViewProblem): void => options.onProblem?.(what);
  const context = (): JsonObject => {
    const said = Object.entries(given).filter(([, value]) => value !== undefined);
    return { ...ownContext(panel.element), ...Object.fromEntries(said) };
  };
  const theme = (): "light" | "dark" => (context().theme === "dark" ? "dark" : "light");
  const look = (): FrameLook => ({
    title: state.title || state.displayName || viewWords.untitled,
    scheme: theme(),
  });
  const clock = {
    now: () => window.performance.now(),
    after: (ms: number, run: () => void) => void window.setTimeout(run, ms),
  };

  const isPressed = (): boolean => window.navigator.userActivation?.isActive !== false;

  const takeDown = (): void => {
    const before = shown;
    shown = null;
    panel.setFrame(null);
    before?.frame.close();
  };
  const start = (url: string, decision: Exclude<UrlDecision, { kind: "refused" }>): void => {
    const faults = new Set<MessageFault>();
    const isNow = (): boolean => !isClosed && shown?.messages === messages;
    const messages = createViewMessages({
      limits: { ...MESSAGE_LIMITS, ...options.limits },
      now: clock.now,
      context,
      post: (data) => isNow() && shown?.frame.post(data),
      send: options.send,
      isPressed,
      onOpenLink: options.onOpenLink,
      onDownload: options.onDownload,
      onFault(fault) {
        if (!faults.has(fault)) problem({ kind: "message", fault });
        faults.add(fault);
        if (fault === "flood") events.ended("flood");
      },
    });
    const fail = (kind: "failed" | "ended", heading: string, words: string, label: string): void => {
      takeDown();
      settled = { url };
      panel.say({ kind, heading, words, action: { label, run: () => open(url) } });
    };
    const events: FrameEvents = {
      posted: (data) => isNow() && messages.posted(data),
      shown() {
        if (!isNow() || isLoaded) return;
        isLoaded = true;
        tellState();
      },
      failed(why) {
        if (isNow()) fail("failed", viewWords.failed.heading, viewWords.failed.words(why), viewWords.retry);
      },
      ended(why) {
        if (!isNow()) return;
        problem({ kind: "ended", why });
        fail("ended", viewWords.ended.heading, viewWords.ended[why], viewWords.showAgain);
      },
      link: (href) => isNow() && messages.followed(href),
    };
    const common = { document, look: look(), events };
    const frame =
      decision.kind === "direct"
        ? createDirectFrame({ ...common, url: decision.url, hasOrigin: decision.hasOrigin })
        : createRelayedFrame({
            ...common,
            uri: decision.uri,
            readResource: options.readResource,
            limits: options.limits,
            clock,
            isPressed,
            onProblem: problem,
          });
    shown = { url, frame, messages };
    panel.setFrame(frame.element);
  };
  const open = (url: string): void => {
    takeDown();
    settled = null;
    isLoaded = false;
    const decision = checkUrl(url, {
      instanceId: state.instanceId,
      pageOrigin: window.origin,
      schemes: options.schemes,
    });
    if (decision.kind === "refused") {
      settled = { url };
      problem({ kind: "refused", url, why: decision.why });
      panel.say({ kind: "refused", heading: viewWords.refused.heading, words: viewWords.refused.words(decision.why) });
      return;
    }
    panel.say({ kind: "loading", words: viewWords.loading });
    try {
      start(url, decision);
    } catch {
      // A page may demand that no text becomes a document.
      settled = { url };
      problem({ kind: "ended", why: "silent" });
      panel.say({ kind: "ended", heading: viewWords.ended.heading, words: viewWords.ended.silent });
    }
  };
  /** What is said over a frame that is there, or in the place of one that is not yet. */
  const tellState = (): void => {
    const isAway = state.availability === "stale" || !state.url;
    if (isAway) panel.say({ kind: "stale", ...(isLoaded ? viewWords.stale : viewWords.staleUnseen) });
    else if (isLoaded) panel.say(null);
    else panel.say({ kind: "loading", words: viewWords.loading });
  };
  const follow = (): void => {
    const { url, availability } = state;
    shown?.frame.dress(look());
    if (availability === "stale" || !url) {
      settled = null;
      tellState();
    } else if (shown?.url === url) {
      if (panel.element.dataset.state === "stale") shown.messages.back();
      tellState();
    } else if (settled?.url !== url) open(url);
  };
  const contextMayHaveChanged = (): void => {
    const now = context();
    const changed = changedFields(told, now);
    told = now;
    panel.setTheme(theme());
    shown?.frame.dress(look());
    shown?.messages.contextChanged(changed);
  };

  const close = async (): Promise<void> => {
    panel.element.style.visibility = "hidden";
    const late = new Promise<void>((resolve) => clock.after(TEARDOWN_MS, resolve));
    await Promise.race([shown?.messages.tearDown(), late]);
    isClosed = true;
    endMessages();
    sizes.disconnect();
    schemes.removeEventListener("change", contextMayHaveChanged);
    takeDown();
    panel.remove();
  };

  options.element.append(panel.element);
  told = context();
  panel.setTheme(theme());
  const sizes = new window.ResizeObserver(contextMayHaveChanged);
  sizes.observe(panel.element);
  const schemes = window.matchMedia("(prefers-color-scheme: dark)");
  schemes.addEventListener("change", contextMayHaveChanged);
  const endMessages = options.onMessage((payload) => shown?.messages.came(payload));
  follow();

  return {
    update(next) {
      if (isClosed) return;
      state = next;
      follow();
    },
    setContext(next) {
      given = { ...given, ...next };
      if (!isClosed) contextMayHaveChanged();
    },
    lost: () => shown?.messages.lost(),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
