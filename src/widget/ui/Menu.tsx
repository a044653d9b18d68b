import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Icon, type IconName } from "./icons.tsx";
import "./menu.css";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly icon?: IconName;
  /** One of several choices; true for the one in force. */
  readonly checked?: boolean;
  /** A switch of its own; true while it is on. */
  readonly toggled?: boolean;
  readonly disabled?: boolean;
  /** A line above it. */
  readonly apart?: boolean;
  readonly onChoose: () => void;
}

interface MenuProps {
  readonly label: string;
  readonly items: readonly MenuItem[];
  /** The button, given what makes it one of a menu. */
  readonly children: (trigger: MenuTrigger) => ReactNode;
}
export interface MenuTrigger {
  readonly "aria-haspopup": "menu";
  readonly "aria-expanded": boolean;
  readonly "aria-controls"?: string | undefined;
  readonly ref: (element: HTMLButtonElement | null) => void;
  readonly onClick: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** A menu behind a button: arrows, Home, End, first letters, Escape; the focus comes back to the button. */
export function Menu({ label, items, children }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();

  const entries = () => [...(list.current?.querySelectorAll<HTMLElement>("[role^=menuitem]") ?? [])];
  const close = (refocus: boolean) => {
    setOpen(false);
    if (refocus) button.current?.focus();
  };
  const choose = (item: MenuItem) => {
    if (item.disabled) return;
    close(true);
    item.onChoose();
  };

  useLayoutEffect(() => {
    if (!open || !list.current || !button.current) return;
    placeBelow(list.current, button.current);
    const all = [...list.current.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    (all.find((entry) => entry.getAttribute("aria-checked") === "true") ?? all[0])?.focus();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      const target = event.target as Node;
      if (!list.current?.contains(target) && !button.current?.contains(target)) setOpen(false);
    };
    const away = () => setOpen(false);
    const replace = () => {
      if (list.current && button.current) placeBelow(list.current, button.current);
    };
    document.addEventListener("pointerdown", outside);
    window.addEventListener("blur", away);
    window.addEventListener("resize", replace);
    return () => {
      document.removeEventListener("pointerdown", outside);
      window.removeEventListener("blur", away);
      window.removeEventListener("resize", replace);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => all[(index + all.length) % all.length]?.focus();
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else if (event.key === "Escape") close(true);
    else if (event.key === "Tab") return close(false);
    else if (event.key.length === 1 && event.key !== " ") {
      const letter = event.key.toLowerCase();
      const next = [...all.slice(at + 1), ...all].find((one) =>
        one.textContent?.trim().toLowerCase().startsWith(letter),
      );
      next?.focus();
      return;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className="menu">
      {children({
        "aria-haspopup": "menu",
        "aria-expanded": open,
        "aria-controls": open ? id : undefined,
        ref: (element) => {
          button.current = element;
        },
        onClick: () => setOpen(!open),
        onKeyDown: (event) => {
          if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
          event.preventDefault();
          setOpen(true);
        },
      })}
      {open && (
        <div
          className="menu-list"
          role="menu"
          aria-label={label}
          id={id}
          ref={list}
          onKeyDown={onKeyDown}
          tabIndex={-1}
        >
          {items.map((item) => (
            <MenuEntry key={item.id} item={item} onChoose={() => choose(item)} />
          ))}
        </div>
      )}
    </div>
  );
}

function MenuEntry({ item, onChoose }: { readonly item: MenuItem; readonly onChoose: () => void }) {
  const icon = item.checked || item.toggled ? "Check" : item.icon;
  const choice =
    item.toggled !== undefined
      ? { role: "menuitemcheckbox", "aria-checked": item.toggled }
      : item.checked === undefined
        ? { role: "menuitem" }
        : { role: "menuitemradio", "aria-checked": item.checked };
  return (
    <>
      {item.apart && <hr className="menu-line" />}
      <button
        className="menu-item"
        type="button"
        tabIndex={-1}
        aria-disabled={item.disabled ?? false}
        onClick={onChoose}
        {...choice}
      >
        {icon ? <Icon name={icon} /> : <span />}
        <span>{item.label}</span>
      </button>
    </>
  );
}

const GAP = 4;
const EDGE = 8;

/** Puts a floating element below its anchor, or above where there is more room, always inside the window. */
function placeBelow(floating: HTMLElement, anchor: HTMLElement): void {
  const place = anchor.getBoundingClientRect();
  const width = floating.offsetWidth;
  const height = floating.offsetHeight;
  const rightToLeft = getComputedStyle(anchor).direction === "rtl";
  // A control in the far half opens towards the near one.
  const wantsEnd = place.left + place.width / 2 > innerWidth / 2;
  const left = wantsEnd || rightToLeft ? place.right - width : place.left;
  const below = innerHeight - place.bottom - GAP - EDGE;
  const above = place.top - GAP - EDGE;
  const opensUp = height > below && above > below;
  const top = opensUp ? place.top - GAP - Math.min(height, above) : place.bottom + GAP;
  floating.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
  floating.style.top = `${Math.max(EDGE, top)}px`;
  floating.style.maxHeight = `${Math.max(96, opensUp ? above : below)}px`;
}
