import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { shellWords } from "../words.ts";
import { IconButton } from "./Button.tsx";
import { type Box, placeBeside, type Side } from "./place-beside.ts";
import { isAbove, isTopmost, nextToTakeEscape } from "./use-escape.ts";
import "./popover.css";

/** How the person closes it: by Escape, by a press outside, and by a button. */
interface Closing {
  /** They want it closed. */
  onClose(): void;
  readonly hasButton?: boolean;
  /** Something was begun in it that would be lost: a press outside leaves it open, Escape does not. */
  readonly isUnfinished?: boolean;
  /** What belongs to it although it is outside: a press there leaves it open. */
  belongs?(pressed: Element): boolean;
}

export interface PopoverProps {
  /** Where its place is now, in the window; null: not on screen. */
  boxOf(): Box | null;
  readonly side?: Side;
  /** A card has a width of its own, tools are a row of buttons, and a menu rather shrinks than cover its place. */
  readonly look?: "card" | "tools" | "menu";
  readonly label: string;
  readonly id?: string;
  /** The words that it is about. */
  readonly quote?: string;
  readonly children: ReactNode;
  /** The person opened it to go on inside: to what has `data-first-focus`, or else to the first control. */
  readonly takesFocus?: boolean;
  /** Gives the focus back where nothing had it that can take it again: to the selected text. */
  onReturn?(): void;
  /** Left out: it is there as long as its place is, and neither Escape nor a press concerns it. */
  readonly closing?: Closing;
  onKeyDown?(event: KeyboardEvent): void;
  /** The pointer has come over it, or left it. */
  onHover?(isOver: boolean): void;
}

const ROLES = { card: "dialog", tools: "group", menu: "menu" } as const;

/**
 * What floats beside a place, the same everywhere. It stays beside its place while the page scrolls, resizes and changes;
 * the focus goes in when the person opened it, and comes back; Escape closes the topmost; a press outside closes it.
 */
export function Popover(props: PopoverProps) {
  const { look = "card", label, id, quote, children, closing } = props;
  const element = useRef<HTMLDivElement>(null);
  usePlace(element, props);
  const letGo = useFocus(element, props);
  const takeEscape = useClosing(element, props, letGo);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its role is one of three
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a dialog, a group or a menu, all of which take a name
    <div
      ref={element}
      className="popover"
      data-look={look}
      role={ROLES[look]}
      aria-label={label}
      id={id}
      tabIndex={look === "menu" ? -1 : undefined}
      onKeyDown={(event) => {
        takeEscape(event);
        if (!event.defaultPrevented) props.onKeyDown?.(event);
      }}
      onPointerEnter={() => props.onHover?.(true)}
      onPointerLeave={() => props.onHover?.(false)}
    >
      {closing?.hasButton && <IconButton icon="Close" label={shellWords.close} onClick={() => closing.onClose()} />}
      {quote !== undefined && (
        <p className="popover-quote" dir="auto">
          {quote}
        </p>
      )}
      {children}
    </div>
  );
}

type ElementRef = { readonly current: HTMLDivElement | null };

function usePlace(element: ElementRef, { boxOf, side = "start", look }: PopoverProps): void {
  const place = useEffectEvent(() => {
    const box = boxOf();
    const self = element.current;
    if (self === null) return;
    self.hidden = box === null;
    if (box === null) return;
    const isMenu = look === "menu";
    if (isMenu) self.style.maxHeight = "";
    const size = { width: self.offsetWidth, height: self.offsetHeight };
    const isRightToLeft = side === "nearer" && getComputedStyle(self).direction === "rtl";
    const wanted = isRightToLeft ? "end" : side;
    const at = placeBeside(box, size, windowInSight(), { side: wanted, gap: isMenu ? 4 : 6, shrinks: isMenu });
    self.style.left = `${at.left}px`;
    self.style.top = `${at.top}px`;
    if (isMenu) self.style.maxHeight = `${Math.max(LEAST_ROOM, at.room)}px`;
  });
  useLayoutEffect(() => place());
  useLayoutEffect(() => {
    let frame = 0;
    const soon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => place());
    };
    const view = window.visualViewport;
    addEventListener("scroll", soon, { capture: true, passive: true });
    addEventListener("resize", soon);
    view?.addEventListener("resize", soon);
    const observer = new ResizeObserver(soon);
    observer.observe(element.current!);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener("scroll", soon, { capture: true });
      removeEventListener("resize", soon);
      view?.removeEventListener("resize", soon);
      observer.disconnect();
    };
  }, [element]);
}

const LEAST_ROOM = 96;

/** The window without what a virtual keyboard covers of it. */
function windowInSight(): { readonly width: number; readonly height: number } {
  const view = window.visualViewport;
  const whole = { width: innerWidth, height: innerHeight };
  // Of an enlarged page only a part is in sight, and one goes on through all of it.
  if (view?.scale !== 1) return whole;
  return { ...whole, height: Math.min(innerHeight, view.offsetTop + view.height) };
}

/** The button that closes it is a child of its own, and not what it was opened for. */
const FIRST = ["[data-first-focus]", ":scope > :not(button) :is(button, textarea, input)", "button"];

/** The result lets the focus go: whoever presses elsewhere wants it there. */
function useFocus(element: ElementRef, { takesFocus = false, onReturn }: PopoverProps): () => void {
  // Before anything inside takes it.
  const [before] = useState(() => document.activeElement);
  const isLetGo = useRef(false);
  useLayoutEffect(() => {
    const self = element.current;
    if (!takesFocus || self === null || self.contains(document.activeElement)) return;
    const first = FIRST.map((wanted) => self.querySelector<HTMLElement>(wanted)).find((one) => one !== null);
    first?.focus({ preventScroll: true });
  }, [element, takesFocus]);
  const giveBack = useEffectEvent((self: HTMLElement) => {
    const now = document.activeElement;
    // Whoever has gone to another window is not called back.
    if (!document.hasFocus()) return;
    const isLost = takesFocus && (now === null || now === document.body);
    if (isLetGo.current || !(isLost || self.contains(now))) return;
    if (before instanceof HTMLElement && before !== document.body && before.isConnected)
      before.focus({ preventScroll: true });
    else onReturn?.();
  });
  useLayoutEffect(() => {
    const self = element.current!;
    return () => giveBack(self);
  }, [element]);
  return () => {
    isLetGo.current = true;
  };
}

/** The result answers an Escape that was pressed inside. */
function useClosing(element: ElementRef, { closing }: PopoverProps, letGo: () => void): (event: KeyboardEvent) => void {
  const isClosable = closing !== undefined;
  const close = (event: Pick<Event, "preventDefault" | "stopPropagation">) => {
    event.preventDefault();
    event.stopPropagation();
    closing?.onClose();
  };
  const isMeant = (event: globalThis.KeyboardEvent) =>
    event.key === "Escape" && !event.isComposing && !event.defaultPrevented && isTopmost(element.current);
  const pressKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    // What is inside has it first.
    if (isMeant(event) && element.current?.contains(event.target as Node) === false) close(event);
  });
  const press = useEffectEvent(({ target, type, pointerType }: PointerEvent) => {
    // A finger that goes down may mean to scroll: then it never comes up here.
    if ((pointerType === "touch") !== (type === "pointerup")) return;
    if (closing?.isUnfinished || !(target instanceof Element) || element.current?.contains(target)) return;
    if (closing?.belongs?.(target) || isAbove(target, element.current)) return;
    letGo();
    closing?.onClose();
  });
  useLayoutEffect(() => {
    const self = element.current;
    if (!isClosable || self === null) return;
    self.dataset.takesEscape = nextToTakeEscape();
    return () => {
      delete self.dataset.takesEscape;
    };
  }, [element, isClosable]);
  useEffect(() => {
    if (!isClosable) return;
    // Before everybody who listens on the page or in it: what lies on top has the first say.
    const options = { capture: true };
    document.addEventListener("keydown", pressKey, options);
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", press, options);
    return () => {
      document.removeEventListener("keydown", pressKey, options);
      document.removeEventListener("pointerdown", press, options);
      document.removeEventListener("pointerup", press, options);
    };
  }, [isClosable]);
  return (event) => {
    if (isClosable && isMeant(event.nativeEvent)) close(event);
  };
}
