import { blockCode } from "../../../../core/blocks/block-code.ts";
import { blockTitle } from "../../../../core/blocks/block-title.ts";
import { blockWords } from "../../../words.ts";
import { visibleText } from "../safe-address.ts";
import type { BlockFrame, FrameEvents } from "./block-frame.ts";
import type { BlockDeed, BlockPort } from "./block-port.ts";

/** The elements of a code block that becomes an interactive one. */
export interface CodeParts {
  readonly dom: HTMLElement;
  readonly bar: HTMLElement;
  readonly label: HTMLElement;
  readonly pre: HTMLElement;
}

export interface BlockCard {
  /** The block's text is this now. */
  show(html: string): void;
  /** It runs, and this text has the same code: it goes on. */
  keeps(html: string): boolean;
  /** Shows all of the source. */
  openSource(): void;
  /** What the port says may be other. */
  refresh(): void;
}

export interface CardOptions {
  readonly port: BlockPort;
  now(): number;
  /** Starts a frame that is not on the page yet; throws where the browser refuses it. */
  start(html: string, title: string, events: FrameEvents): BlockFrame;
  stopped(frame: BlockFrame): void;
  /** The person started it. */
  pressed(): void;
}

type Note = { readonly tone: "quiet" | "warning"; readonly words: string };

/** A press so soon after the last was not meant for what the button says now. */
const TWICE_MS = 400;
const RUN = "M5 3.2v9.600l7.500-4.800z";
const STOP = "M4.200 4.200h7.600v7.600H4.200z";

/** Bar and states of one block. Off until the person presses Run, and off again when its code changes. */
export function createBlockCard({ dom, bar, label, pre }: CodeParts, first: string, options: CardOptions): BlockCard {
  const { port } = options;
  const document = dom.ownerDocument;
  let html = first;
  let title: string | null = null;
  /** What the person allowed, while it runs. */
  let running: { frame: BlockFrame; readonly code: string } | null = null;
  let isSilent = false;
  let note: Note | null = null;
  let last: BlockDeed | null = null;
  let pressedAt = Number.NEGATIVE_INFINITY;

  const make = <K extends keyof HTMLElementTagNameMap>(name: K, className: string) => {
    const made = document.createElement(name);
    made.className = className;
    return made;
  };
  const name = make("span", "preview-block-name");
  const status = make("span", "preview-block-status");
  status.setAttribute("role", "status");
  const source = make("button", "preview-button preview-block-source");
  const run = make("button", "preview-button preview-block-run");
  for (const button of [source, run]) button.type = "button";
  source.textContent = blockWords.source;
  const frameBox = make("div", "preview-block-frame");
  frameBox.dataset.own = "";
  dom.classList.add("preview-block");
  dom.setAttribute("role", "group");
  const heading = make("span", "preview-block-heading");
  const controls = make("span", "preview-block-controls");
  heading.append(label, name);
  controls.append(...bar.children, source, run);
  bar.append(heading, status, controls);
  bar.after(frameBox);

  const setSource = (isOpen: boolean) => {
    dom.dataset.source = isOpen ? "open" : "closed";
    source.setAttribute("aria-expanded", String(isOpen));
    pre.tabIndex = isOpen ? 0 : -1;
  };
  const setNote = (next: Note | null) => {
    note = next;
    refresh();
  };
  const wordsOfLast = (): Note | null => {
    const state = last === null ? null : port.stateOf(last);
    if (last === null || state === null) return null;
    const what = visibleText(last.element ?? last.action);
    return { tone: "quiet", words: blockWords.told(what, state, port.assistant()) };
  };
  const refresh = () => {
    const why = running === null ? null : port.whyNot();
    const shown: Note | null =
      (isSilent ? { tone: "warning", words: blockWords.silent } : null) ??
      note ??
      (why === null ? null : { tone: "quiet", words: why }) ??
      wordsOfLast();
    if (status.textContent !== (shown?.words ?? "")) status.textContent = shown?.words ?? "";
    status.dataset.tone = shown?.tone ?? "quiet";
    // Read in full where there is no room for all of it.
    status.title = shown?.words ?? "";
  };
  const showTitle = () => {
    title = blockTitle(html);
    name.textContent = title === null ? "" : visibleText(title);
    dom.setAttribute("aria-label", title === null ? blockWords.label : blockWords.named(name.textContent));
  };
  const showState = () => {
    dom.dataset.state = running === null ? "off" : "running";
    const words = running === null ? blockWords.run : blockWords.stop;
    run.replaceChildren(drawing(document, running === null ? RUN : STOP), words);
    run.dataset.kind = running === null ? "primary" : "plain";
    refresh();
  };

  const events: FrameEvents = {
    done(message) {
      const deed: BlockDeed = title === null ? message : { ...message, block: title };
      const sent = port.send(deed);
      if (sent.ok) last = deed;
      setNote(sent.ok || port.whyNot() !== null ? null : { tone: "warning", words: sent.why });
    },
    ignored: (why) => setNote({ tone: "warning", words: blockWords.ignored[why] }),
    silent(next) {
      isSilent = next;
      refresh();
    },
    // A new frame, not a new page in the old one: what the old page sends at its end must not count as the new one's.
    outdated: () => start(),
    ended: (why) => stop(blockWords.ended[why]),
    escaped: () => run.focus({ preventScroll: true }),
  };
  const stop = (why: string | null) => {
    const { frame } = running ?? {};
    const hadFocus = frame !== undefined && document.activeElement === frame.element;
    running = null;
    isSilent = false;
    last = null;
    note = why === null ? null : { tone: "warning", words: why };
    if (frame !== undefined) {
      frame.close();
      options.stopped(frame);
    }
    frameBox.replaceChildren();
    showState();
    if (hadFocus) run.focus({ preventScroll: true });
  };
  const start = () => {
    if (running !== null) {
      running.frame.close();
      options.stopped(running.frame);
    }
    isSilent = false;
    try {
      const frame = options.start(html, blockWords.page(name.textContent ?? ""), events);
      running = { frame, code: blockCode(html) };
      frameBox.replaceChildren(frame.element);
      showState();
    } catch (error) {
      // A host that demands Trusted Types lets no text become a page.
      console.warn(error);
      running = null;
      stop(blockWords.ended.refused);
    }
  };

  run.addEventListener("click", () => {
    if (options.now() - pressedAt < TWICE_MS) return;
    pressedAt = options.now();
    if (running !== null) {
      stop(null);
      return;
    }
    note = null;
    last = null;
    setSource(false);
    start();
    options.pressed();
  });
  source.addEventListener("click", () => setSource(dom.dataset.source === "closed"));
  setSource(false);
  showTitle();
  showState();

  return {
    show(next) {
      if (next === html) return;
      const hasSameCode = running !== null && blockCode(next) === running.code;
      html = next;
      showTitle();
      if (running === null) {
        // What it says is of the block as it was.
        if (note !== null && note.words !== blockWords.changed) setNote(null);
      } else if (hasSameCode) running.frame.update(next);
      else stop(blockWords.changed);
    },
    keeps: (next) => running !== null && blockCode(next) === running.code,
    openSource: () => setSource(true),
    refresh,
  };
}

function drawing(document: Document, path: string): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  const line = document.createElementNS("http://www.w3.org/2000/svg", "path");
  line.setAttribute("d", path);
  svg.append(line);
  return svg;
}
