import { blockData } from "../../../../core/blocks/block-code.ts";
import { prepareBlock } from "../../../../core/blocks/prepare-block.ts";
import { type BlockMessage, readInteraction, type Unreadable } from "../../../../core/blocks/read-interaction.ts";
import { INTERACTION_TYPE } from "../../../../protocol/interactions.ts";
import bridge from "./block-bridge.js?raw";
import { BLOCK_PERMISSIONS, BLOCK_POLICY, BLOCK_SANDBOX } from "./block-policy.ts";
import { type BlockTheme, themeStyle } from "./block-theme.ts";
import { followHeight } from "./follow-height.ts";
import { createPresses, type Presses } from "./presses.ts";
import { createSendRate } from "./send-rate.ts";

/** Why a block was taken down: it left its page, its host runs none, it sent too much, it took the keyboard. */
export type FrameEnd = "left" | "refused" | "flood" | "focus";

export interface FrameEvents {
  /** The person did something in it that is to be told. */
  done(message: BlockMessage): void;
  /** It sent what nobody pressed, what cannot be told, or more than can be; or a link in it was pressed. */
  ignored(why: Unreadable | "unpressed" | "fast" | "link"): void;
  /** It does not answer, or does again. */
  silent(isSilent: boolean): void;
  /** New data could not be put into it as it runs: it has to start again. */
  outdated(): void;
  ended(why: FrameEnd): void;
  /** The person wants to leave it by keys. */
  escaped(): void;
}

export interface FrameOptions {
  readonly document: Document;
  readonly html: string;
  readonly title: string;
  readonly theme: BlockTheme;
  readonly events: FrameEvents;
  now(): number;
  after(ms: number, run: () => void): void;
  /** The keys go to it, or do no more. */
  focused(frame: BlockFrame, isIn: boolean): void;
  /** Whether a change of its height would move what lies under the pointer. */
  isHeld(frame: HTMLIFrameElement, from: number, to: number): boolean;
}

export interface BlockFrame {
  readonly element: HTMLIFrameElement;
  readonly presses: Presses;
  /** A message to our window. What comes from other windows is not looked at. */
  heard(event: MessageEvent): void;
  /** To be called a few times a second. */
  tick(now: number): void;
  /** The block has other data and the same code. */
  update(html: string): void;
  dress(theme: BlockTheme): void;
  /** It took the focus from a field in which the person was at work. */
  stole(): void;
  close(): void;
}

const FIRST_HEIGHT = 120;
const HELLO_MS = 10_000;
const PING_MS = 2000;
const SILENT_MS = 5000;
/** Longer than this between two ticks, and it was this window that slept. */
const SLEPT_MS = 1500;
const MOST_MESSAGES_A_SECOND = 300;
/** What it sends and the press that it was sent for come by different ways. */
const LATE_PRESS_MS = 150;
/** That a page has loaded, or goes, is said by the page itself, too; not every browser lets it say the second. */
const LATE_LOAD_MS = 1000;
/** So often in so long: once may be no more than bad manners. */
const MOST_THEFTS = 2;
const THEFTS_MS = 10_000;

/**
 * The frame in which a block runs. Of its window's messages only two kinds count: the first, which brings a port from our own
 * script in it, and those that say what the person did.
 */
export function createBlockFrame(options: FrameOptions): BlockFrame {
  const { document, events, now } = options;
  const { navigator } = document.defaultView!;
  const element = document.createElement("iframe");
  const presses = createPresses();
  const height = followHeight(FIRST_HEIGHT);
  const rate = createSendRate<BlockMessage>();
  const started = now();
  let port: MessagePort | null = null;
  let isOver = false;
  let loads = 0;
  let isLoaded = false;
  let thefts: readonly number[] = [];
  let html = options.html;
  let theme = options.theme;
  let number = 0;
  let pinged: number | null = null;
  let lastPing = started;
  let lastTick = started;
  let isSilent = false;
  let second = started;
  let messages = 0;

  const end = (why: FrameEnd) => {
    if (isOver) return;
    close();
    events.ended(why);
  };
  const close = () => {
    isOver = true;
    port?.close();
    element.remove();
  };
  /** Counted before anything is read: to read a message costs as much as its sender wants. */
  const isFlood = (): boolean => {
    if (now() - second >= 1000) {
      second = now();
      messages = 0;
    }
    messages++;
    return messages > MOST_MESSAGES_A_SECOND;
  };
  const isPersons = () => presses.isRecent(now()) && navigator.userActivation?.isActive !== false;
  const pass = (message: BlockMessage) => {
    const when = rate.take(`${message.action}\n${message.element ?? ""}`, message, now());
    if (when === "now") events.done(message);
    else if (when === "dropped") events.ignored("fast");
  };
  const say = (data: unknown) => {
    const read = readInteraction(data);
    if (!read.ok) events.ignored(read.why);
    else if (isPersons()) pass(read.message);
    else
      options.after(LATE_PRESS_MS, () => {
        if (isOver) return;
        if (isPersons()) pass(read.message);
        else events.ignored("unpressed");
      });
  };
  const sendData = () => {
    number++;
    port?.postMessage({ kind: "data", number, data: blockData(html) });
  };
  const sendTheme = () => port?.postMessage({ kind: "theme", ...theme });
  const answered = (data: unknown) => {
    const { kind, by, height: wished, number: of, isTaken, isIn } = fieldsOf(data);
    if (kind === "pressed" && (by === "pointer" || by === "key")) {
      presses.pressed(by, now());
      height.pressed();
    } else if (kind === "height" && typeof wished === "number") height.wish(wished);
    else if (kind === "pong") {
      pinged = null;
      setSilent(false);
    } else if (kind === "updated" && of === number && isTaken !== true) events.outdated();
    else if (kind === "out") events.escaped();
    else if (kind === "left") end("left");
    else if (kind === "loaded") isLoaded = true;
    else if (kind === "focus") options.focused(frame, isIn === true);
    else if (kind === "link") events.ignored("link");
  };
  const setSilent = (next: boolean) => {
    if (isSilent === next) return;
    isSilent = next;
    events.silent(next);
  };
  const connect = (given: MessagePort) => {
    port = given;
    given.onmessage = ({ data }) => {
      if (isOver) return;
      if (isFlood()) end("flood");
      else answered(data);
    };
    if (html !== options.html) sendData();
    if (theme !== options.theme) sendTheme();
  };

  element.className = "preview-block-page";
  element.title = options.title;
  element.setAttribute("sandbox", BLOCK_SANDBOX);
  element.setAttribute("allow", BLOCK_PERMISSIONS);
  element.setAttribute("referrerpolicy", "no-referrer");
  element.setAttribute("credentialless", "");
  element.style.colorScheme = theme.scheme;
  element.style.height = `${FIRST_HEIGHT}px`;
  element.addEventListener("load", () => {
    loads++;
    // Another page is in the frame, and nothing of it is known.
    if (loads > 1) end("left");
    else
      options.after(LATE_LOAD_MS, () => {
        if (port !== null && !isLoaded) end("left");
      });
  });
  element.srcdoc = prepareBlock(html, { policy: BLOCK_POLICY, style: themeStyle(theme), bridge });

  const frame: BlockFrame = {
    element,
    presses,
    heard(event) {
      if (isOver || event.source === null || event.source !== element.contentWindow) return;
      if (isFlood()) {
        end("flood");
        return;
      }
      const { type } = fieldsOf(event.data);
      const [given] = event.ports;
      if (type === "canvas:hello" && port === null && given !== undefined) connect(given);
      else if (type === INTERACTION_TYPE) say(event.data);
    },
    tick(at) {
      if (isOver) return;
      const hasSlept = at - lastTick > SLEPT_MS || document.hidden;
      lastTick = at;
      for (const message of rate.due(at)) events.done(message);
      const next = height.next(at, (from, to) => options.isHeld(element, from, to));
      if (next !== null) element.style.height = `${next}px`;
      if (port === null) {
        if (at - started > HELLO_MS && !hasSlept) end("refused");
        return;
      }
      if (hasSlept && pinged !== null) pinged = at;
      if (pinged !== null && at - pinged > SILENT_MS) setSilent(true);
      if (pinged !== null || at - lastPing < PING_MS) return;
      pinged = at;
      lastPing = at;
      port.postMessage({ kind: "ping", number });
    },
    update(next) {
      html = next;
      if (port !== null) sendData();
    },
    dress(next) {
      theme = next;
      element.style.colorScheme = next.scheme;
      sendTheme();
    },
    stole() {
      thefts = [...thefts.filter((at) => now() - at < THEFTS_MS), now()];
      if (thefts.length >= MOST_THEFTS) end("focus");
    },
    close,
  };
  return frame;
}

function fieldsOf(data: unknown): Readonly<Record<string, unknown>> {
  return typeof data === "object" && data !== null ? (data as Readonly<Record<string, unknown>>) : {};
}
