import {
  type CanvasFrame,
  createMailbox,
  type FrameClock,
  type FrameEnd,
  type FrameEvents,
  type FrameLook,
} from "./canvas-frame.ts";
import { shellPage } from "./frame/frame-scripts.ts";
import { HELLO } from "./frame/names.ts";
import { NO_PERMISSIONS, RELAY_SANDBOX } from "./frame/policies.ts";
import type { FromShell, ToShell } from "./frame/protocol.ts";
import { answerBridge } from "./relay/answer-bridge.ts";
import type { ReadResource, RelayLimits, RelayProblem } from "./relay/reader.ts";
import { createRelay, type RelayedPage } from "./relay/relay.ts";

/** Our own page speaks before it has loaded, unless the page around it forbids what it needs. */
const LATE_HELLO_MS = 3_000;
/** That a document has loaded is said by the document itself, too; what loads without a word is another one. */
const LATE_LOAD_MS = 3_000;
const MOST_ASKED_A_SECOND = 3_000;

/**
 * A frame that shows a canvas which is read over its channel. Between this page and the document is a page of our own without an
 * origin, whose policy keeps the document where it is: a document that leads itself elsewhere asks nobody for anything.
 */
export function createRelayedFrame(options: {
  readonly document: Document;
  readonly uri: string;
  readonly look: FrameLook;
  readonly readResource: ReadResource;
  readonly limits?: Partial<RelayLimits> | undefined;
  readonly clock: FrameClock;
  /** The person did something a moment ago, as far as the browser knows. */
  readonly isPressed: () => boolean;
  readonly events: FrameEvents;
  readonly onProblem: (problem: RelayProblem) => void;
}): CanvasFrame {
  const { document, uri, clock, events } = options;
  const window = document.defaultView!;
  const element = document.createElement("iframe");
  const relay = createRelay({ ...options, now: clock.now });
  let look = options.look;
  let shell: MessagePort | null = null;
  let page: RelayedPage | null = null;
  let bridge: MessagePort | null = null;
  let hasLoaded = false;
  let isOver = false;
  let second = 0;
  let asked = 0;

  const tell = (message: ToShell): void => shell?.postMessage(message);
  const mailbox = createMailbox((data) => tell({ kind: "post", data }));
  const close = (): void => {
    isOver = true;
    relay.reader.stop();
    window.removeEventListener("message", heard);
    shell?.close();
    bridge?.close();
    element.remove();
  };
  const end = (why: FrameEnd): void => {
    if (isOver) return;
    close();
    events.ended(why);
  };
  const dress = (next: FrameLook): void => {
    look = next;
    element.title = look.title;
    element.style.colorScheme = look.scheme;
    tell({ kind: "look", ...look });
  };
  const mayAsk = (): boolean => {
    if (clock.now() - second >= 1000) {
      second = clock.now();
      asked = 0;
    }
    asked += 1;
    if (asked > MOST_ASKED_A_SECOND) end("flood");
    return !isOver;
  };

  const show = (): void => {
    if (shell === null || page === null) return;
    bridge?.close();
    bridge = null;
    hasLoaded = false;
    tell({ kind: "look", ...look });
    tell({ kind: "show", html: page.html, sandbox: RELAY_SANDBOX, allow: NO_PERMISSIONS });
  };
  const open = async (address: string): Promise<void> => {
    const opened = await relay.open(address);
    if (isOver) return;
    if (opened !== null) {
      page = opened;
      show();
    } else if (page === null) {
      close();
      events.failed(relay.reader.whyNot(address));
    }
  };
  const follow = (href: string): void => {
    // A document of ours is work for this page: none that leads itself from one to the next.
    if (!options.isPressed()) return;
    if (/^(?:https?|mailto):/i.test(href.trim())) {
      events.link(href.trim());
      return;
    }
    const address = page === null ? null : relay.reader.resolve(page.base, href);
    if (address !== null) open(address).catch(() => end("left"));
  };
  const connect = (given: MessagePort): void => {
    if (page === null) return;
    bridge = given;
    answerBridge(relay, page, given, {
      mayAsk,
      told(what) {
        if (isOver || bridge !== given) return;
        if (what.kind === "link") follow(what.href);
        else if (what.kind === "left") end("left");
        else hasLoaded = true;
      },
    });
  };
  const loaded = (times: number): void => {
    if (times > 1) {
      end("left");
      return;
    }
    ready();
    const shownPage = page;
    clock.after(LATE_LOAD_MS, () => {
      if (!hasLoaded && page === shownPage) end("left");
    });
  };
  const ready = (): void => {
    mailbox.open();
    events.shown();
  };
  const heardShell = ({ data, ports }: MessageEvent<FromShell>): void => {
    if (isOver) return;
    if (data.kind === "hello") connect(ports[0]!);
    else if (data.kind === "loaded") loaded(data.times);
    else {
      ready();
      events.posted(data.data);
    }
  };
  const heard = ({ source, data, ports }: MessageEvent): void => {
    if (isOver || shell !== null || source === null || source !== element.contentWindow) return;
    if ((data as { readonly type?: unknown } | null)?.type !== HELLO || ports[0] === undefined) return;
    shell = ports[0];
    shell.onmessage = heardShell;
    show();
  };

  element.setAttribute("sandbox", RELAY_SANDBOX);
  element.setAttribute("allow", NO_PERMISSIONS);
  element.setAttribute("referrerpolicy", "no-referrer");
  element.setAttribute("credentialless", "");
  element.srcdoc = shellPage(uri);
  dress(look);
  window.addEventListener("message", heard);
  element.addEventListener("load", () =>
    clock.after(LATE_HELLO_MS, () => {
      if (shell === null) end("silent");
    }),
  );
  // A page may demand that no text becomes a document.
  open(uri).catch(() => end("silent"));

  return {
    element,
    post: mailbox.post,
    dress,
    focus() {
      element.focus();
      tell({ kind: "focus" });
    },
    close,
  };
}
