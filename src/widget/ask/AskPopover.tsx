import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { shortQuote } from "../comments/comment-marks.ts";
import { Button, IconButton } from "../shell/Button.tsx";
import { askWords as words } from "../words.ts";
import "./ask-popover.css";

export interface AskPopoverProps {
  readonly quote: string;
  readonly assistant: string;
  /** The person's own actions, kept for next time. */
  readonly kept: readonly string[];
  onKeep(kept: readonly string[]): void;
  onAsk(wish: string): void;
  onClose(): void;
}

/** What to ask about the selected passage: a few ready wishes, the person's own, or words of the moment. */
export function AskPopover({ quote, assistant, kept, onKeep, onAsk, onClose }: AskPopoverProps) {
  const [wish, setWish] = useState("");
  const [keeps, setKeeps] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement;
    field.current?.focus({ preventScroll: true });
    return () => {
      // By now the field is gone, and with it the focus.
      queueMicrotask(() => {
        if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
      });
    };
  }, []);
  const latest = useRef(onClose);
  latest.current = onClose;
  useEffect(() => {
    const pressed = (event: PointerEvent) => {
      if (!(event.target as Element).closest(".ask")) latest.current();
    };
    document.addEventListener("pointerdown", pressed);
    return () => document.removeEventListener("pointerdown", pressed);
  }, []);
  const own = wish.trim();
  const ask = () => {
    if (own === "") return;
    if (keeps && !kept.includes(own)) onKeep([...kept, own]);
    onAsk(own);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target === field.current && !event.nativeEvent.isComposing) ask();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and Enter serve the controls inside
    <div className="ask" onKeyDown={press}>
      <p className="popover-quote" dir="auto">
        {shortQuote(quote, 120)}
      </p>
      <div className="ask-own">
        <input
          ref={field}
          className="field"
          dir="auto"
          value={wish}
          maxLength={500}
          placeholder={words.placeholder(assistant)}
          aria-label={words.own(assistant)}
          onChange={(event) => setWish(event.target.value)}
        />
        <IconButton icon="Send" label={words.ask} disabled={own === ""} onClick={ask} />
      </div>
      {own !== "" && (
        <label className="ask-keep">
          <input type="checkbox" checked={keeps} onChange={(event) => setKeeps(event.target.checked)} />
          {words.keep}
        </label>
      )}
      <ul className="ask-list" aria-label={words.ready}>
        {words.wishes.map(({ name, wish: ready }) => (
          <li key={name}>
            <Button onClick={() => onAsk(ready)}>{name}</Button>
          </li>
        ))}
        {kept.map((name) => (
          <li key={name} data-own="true">
            <Button onClick={() => onAsk(name)}>{name}</Button>
            <IconButton
              icon="Close"
              label={words.forget(name)}
              onClick={() => onKeep(kept.filter((other) => other !== name))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}
