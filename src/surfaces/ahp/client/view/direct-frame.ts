import { type CanvasFrame, createMailbox, type FrameEvents, type FrameLook } from "./canvas-frame.ts";

/**
 * A frame that loads a canvas from its own address. It is no part of the page around it: it keeps its own origin, and with it
 * what it stores there, only where that is another one than the page's; otherwise it has none. Where the browser knows how, it
 * gets none of the cookies and stores that the person has with that address: what it keeps is new, and lasts as long as the page
 * around it.
 */
export function createDirectFrame(options: {
  readonly document: Document;
  readonly url: string;
  readonly hasOrigin: boolean;
  readonly look: FrameLook;
  readonly events: FrameEvents;
}): CanvasFrame {
  const { document, events } = options;
  const window = document.defaultView!;
  const element = document.createElement("iframe");
  const mailbox = createMailbox((data) => element.contentWindow?.postMessage(data, "*"));
  let isOver = false;

  const close = (): void => {
    isOver = true;
    window.removeEventListener("message", heard);
    element.remove();
  };
  /** Somebody is there to listen, be it that all has loaded or that they have spoken. */
  const ready = (): void => {
    mailbox.open();
    events.shown();
  };
  const heard = ({ source, data }: MessageEvent): void => {
    if (isOver || source === null || source !== element.contentWindow) return;
    ready();
    events.posted(data);
  };
  const dress = ({ title, scheme }: FrameLook): void => {
    element.title = title;
    element.style.colorScheme = scheme;
  };
  element.addEventListener("load", () => {
    if (isOver) return;
    // An address elsewhere may lead on to the page's own origin, where the sandbox would be none.
    if (options.hasOrigin && isReachable(element)) {
      close();
      events.ended("inside");
      return;
    }
    ready();
  });
  element.setAttribute(
    "sandbox",
    options.hasOrigin ? "allow-scripts allow-forms allow-same-origin" : "allow-scripts allow-forms",
  );
  element.setAttribute("referrerpolicy", "no-referrer");
  element.setAttribute("credentialless", "");
  element.src = options.url;
  dress(options.look);
  window.addEventListener("message", heard);

  return { element, post: mailbox.post, dress, focus: () => element.focus(), close };
}

/** Whether this page could look into it: then it could look into this page. */
function isReachable(frame: HTMLIFrameElement): boolean {
  try {
    return frame.contentDocument !== null;
  } catch {
    return false;
  }
}
