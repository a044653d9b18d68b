import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { Icon, type IconName } from "./icons.tsx";
import { Popover } from "./Popover.tsx";
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
  const id = useId();
  const close = () => setOpen(false);
  const choose = (item: MenuItem) => {
    if (item.disabled) return;
    close();
    item.onChoose();
  };

  useEffect(() => {
    if (!open) return;
    const away = () => setOpen(false);
    window.addEventListener("blur", away);
    return () => window.removeEventListener("blur", away);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const at = all.indexOf(document.activeElement as HTMLElement);
    const go = (index: number) => all[(index + all.length) % all.length]?.focus();
    if (event.key === "ArrowDown") go(at + 1);
    else if (event.key === "ArrowUp") go(at - 1);
    else if (event.key === "Home") go(0);
    else if (event.key === "End") go(-1);
    else if (event.key === "Tab") return close();
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

  const first = Math.max(
    0,
    items.findIndex(({ checked, toggled }) => (toggled ?? checked) === true),
  );
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
        <Popover
          look="menu"
          label={label}
          id={id}
          side="nearer"
          boxOf={() => button.current?.getBoundingClientRect() ?? null}
          takesFocus
          onReturn={() => button.current?.focus()}
          closing={{ onClose: close, belongs: (pressed) => button.current?.contains(pressed) === true }}
          onKeyDown={onKeyDown}
        >
          {items.map((item, at) => (
            <MenuEntry key={item.id} item={item} isFirst={at === first} onChoose={() => choose(item)} />
          ))}
        </Popover>
      )}
    </div>
  );
}

interface MenuEntryProps {
  readonly item: MenuItem;
  readonly isFirst: boolean;
  readonly onChoose: () => void;
}

function MenuEntry({ item, isFirst, onChoose }: MenuEntryProps) {
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
        data-first-focus={isFirst ? "" : undefined}
        onClick={onChoose}
        {...choice}
      >
        {icon ? <Icon name={icon} /> : <span />}
        <span>{item.label}</span>
      </button>
    </>
  );
}
